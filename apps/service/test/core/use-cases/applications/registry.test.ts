import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { Outage } from '../../../../src/core/errors.ts'
import { createApplication } from '../../../../src/core/use-cases/applications/create.ts'
import { createApplicationRegistry } from '../../../../src/core/use-cases/applications/registry.ts'

eachEngine('looking applications up', (fresh) => {
  let service: Service
  before(async () => {
    service = await startService({ databaseUrl: (await fresh({ migrated: true })).url })
  })
  after(() => service.close())

  function open() {
    const { core } = service
    const state = { ms: 0, isDown: false }
    const store: typeof core.store.applications = {
      ...core.store.applications,
      changedSince: async (version) => {
        if (state.isDown) throw new Outage('down')
        return core.store.applications.changedSince(version)
      },
    }
    return {
      core,
      state,
      applications: createApplicationRegistry(store, { monotonic: () => state.ms, pause: core.pause }),
    }
  }

  test('fails before anything was read, as its caller forgot to wait', async () => {
    const { applications } = open()
    assert.throws(() => applications.find('demo'), /wait for ready\(\) first/)
    assert.throws(() => applications.lastKnown.findOnly(), /wait for ready\(\) first/)
    await applications.ready()
    assert.equal(applications.find('demo')?.id, 'demo')
  })

  test('waits only for what may have changed a second ago', async () => {
    const { applications, state } = open()
    await applications.ready()
    state.ms += 899
    assert.equal(applications.ready(), undefined)
    state.ms += 1
    await Promise.all([applications.ready(), applications.ready()])
    assert.equal(applications.ready(), undefined)
  })

  test('finds an application that another process has just created', async () => {
    const { core, applications, state } = open()
    await applications.ready()
    const { id } = await createApplication(core, { id: 'shop', rpId: 'localhost', origins: [origin] })
    assert.equal(applications.find(id), undefined)
    assert.equal(await applications.findFresh(id), undefined)
    state.ms += 50
    assert.equal((await applications.findFresh(id))?.id, id)
  })

  test('finds what was last read during an outage, for calls that need no database', async () => {
    const { applications, state } = open()
    await applications.ready()
    state.ms += 10_000
    state.isDown = true
    await assert.rejects(async () => applications.ready(), Outage)
    await applications.lastKnown.ready()
    assert.equal(applications.lastKnown.find('demo')?.id, 'demo')
    assert.equal((await applications.lastKnown.findFresh('demo'))?.id, 'demo')
  })
})
