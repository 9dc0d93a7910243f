import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { newMember } from '@thumbturn/service-harness/members.ts'
import { type Service, startService, stored } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { Outage } from '../../../src/core/errors.ts'
import { openStore } from '../../../src/storage/open.ts'

anyEngine('an outage that begins with the read of a provisioned account', (fresh) => {
  let service: Service
  let database: Awaited<ReturnType<typeof fresh>>
  let isFailing = false

  before(async () => {
    database = await fresh({ migrated: true })
    const store = await openStore(database.url)
    const findUser = (id: string) =>
      isFailing ? Promise.reject(new Outage('The database cannot be used')) : store.directory.findUser(id)
    service = await startService({
      databaseUrl: database.url,
      store: { ...store, directory: { ...store.directory, findUser } },
    })
  })
  after(async () => {
    await service.close()
    await database.drop()
  })

  test('a changed member is stored with its response, or not at all', async () => {
    const dashboard = await newMember(service)
    const rename = (name: string) => dashboard.ask('PATCH', `/members/${dashboard.member.id}`, { body: { name } })
    readBody(await rename('Grace'))
    const earlier = await stored(database)
    isFailing = true
    assertRejected(await rename('Ada'), { status: 503, msg: /database/, msgCode: 'service_unavailable' })
    isFailing = false
    assert.deepEqual(await stored(database), earlier)
    assert.equal(readBody<{ name: string }>(await rename('Ada')).name, 'Ada')
  })
})
