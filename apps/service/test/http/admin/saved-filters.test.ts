import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type SavedFilter = { id: string; name: string; filters: object; savedBy: string; savedAt: string }

const path = '/applications/demo/saved-filters'

eachEngine('saved filters', (fresh) => {
  const service = useService(fresh)
  let owner: Dashboard
  before(async () => {
    owner = await newMember(service())
    await createApplication(service().core, { id: 'bank', rpId: 'localhost', origins: ['http://localhost:4300'] })
  })

  const list = async (dashboard: Dashboard, from = path) =>
    readBody<{ savedFilters: SavedFilter[] }>(await dashboard.ask('GET', from)).savedFilters
  const save = async (name: string, filters: object) =>
    readBody<SavedFilter>(await owner.ask('POST', path, { body: { name, filters } }))

  test('all members of an application see what one saved, by name, and no other application does', async () => {
    const failures = await save('Rejected sign-ins', { type: 'fido2.passkey.auth.failure' })
    const alerts = await save('Alerts', { severity: 'warning', detail: 'os:Windows' })
    const { name: savedBy } = owner.member
    const savedAt = new Date(service().clock.now()).toISOString()
    assert.deepEqual(failures, { ...failures, filters: { type: 'fido2.passkey.auth.failure' }, savedBy, savedAt })
    const viewer = await newMember(service(), [{ application: 'demo', role: 'viewer' }])
    assert.deepEqual(await list(viewer), [alerts, failures])
    assert.deepEqual(await list(owner, '/applications/bank/saved-filters'), [])
    const foreign = await owner.ask('DELETE', `/applications/bank/saved-filters/${alerts.id}`)
    assertRejected(foreign, { status: 404, msg: /no saved filter/, msgCode: 'not_found' })
  })

  test('saving under a name that exists replaces the filters, and both changes are in the audit log', async () => {
    const first = await save('By phone', { detail: 'os:Android' })
    const second = await save('By phone', { detail: 'os:iOS' })
    const named = (await list(owner)).filter(({ name }) => name === 'By phone')
    assert.deepEqual(named, [second])
    assert.notEqual(first.id, second.id)
    assertRejected(await owner.ask('DELETE', `${path}/${first.id}`), {
      status: 404,
      msg: /filter/,
      msgCode: 'not_found',
    })
    assert.equal((await owner.ask('DELETE', `${path}/${second.id}`)).status, 204)
    const { entries } = readBody<{ entries: object[] }>(await owner.ask('GET', '/audit?application=demo&limit=3'))
    const target = 'By phone'
    assert.partialDeepStrictEqual(entries, [
      { action: 'savedFilter.deleted', target, before: { detail: 'os:iOS' } },
      { action: 'savedFilter.saved', target, before: { detail: 'os:Android' }, after: { detail: 'os:iOS' } },
      { action: 'savedFilter.saved', target, after: { detail: 'os:Android' } },
    ])
  })

  test('a period, an invalid filter, an empty name, and the filter after the hundredth are rejected', async () => {
    const saving = (name: string, filters: object) => owner.ask('POST', path, { body: { name, filters } })
    for (const [name, filters] of [
      ['Today', { since: '2026-11-20T00:00:00.000Z' }],
      ['Misspelled', { severity: 'fatal' }],
      ['', {}],
    ] as const)
      assertRejected(await saving(name, filters), { status: 400, msg: /./, msgCode: 'bad_request' })
    const missing = 100 - (await list(owner)).length
    for (let n = 0; n < missing; n++) await save(`Number ${n}`, {})
    assertRejected(await saving('One more', {}), { status: 400, msg: /100 saved filters/, msgCode: 'bad_request' })
    assert.equal((await save('Number 0', { reason: 'unknown' })).name, 'Number 0')
  })
})
