import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { type Answer, useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  readBody,
  type SignedUpUser,
  signIn,
  signUpUser,
} from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApiKey, revokeApiKey } from '../../../src/core/use-cases/applications/keys.ts'
import { forgetOldEvents } from '../../../src/core/use-cases/events/retention.ts'

type EventResponse = {
  eventId: string
  uuid: string
  timestamp: number
  userId?: string
  detail?: Record<string, unknown>
}
type Page = { events: EventResponse[]; next?: string }

const dayMs = 86_400_000

/** Tests the event history API and the retention of events. */
eachEngine('event history', (fresh) => {
  const running = useService(fresh)
  let token: string
  let ada: SignedUpUser
  before(async () => {
    token = (await createAdminKey(running())).text
    ada = await signUpUser(running())
    running().clock.advance(1_000)
    for (let count = 0; count < 3; count++) readBody(await signIn(running(), ada))
  })
  const ask = (query = '', appId = 'demo'): Promise<Answer> =>
    running().ask('GET', `//admin/v1/applications/${appId}/events${query}`, { token })
  const read = async (query?: string) => readBody<Page>(await ask(query))

  test('an event shows all its fields under the names that log analysis tools expect', async () => {
    const { jwtAccess, ...ids } = ada
    const { events } = await read('?limit=1')
    const { uuid, traceId, ...rest } = events[0] as EventResponse & { traceId: string }
    assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    assert.match(traceId, /^[0-9a-f]{32}$/)
    assert.deepEqual(rest, {
      eventId: 'fido2.passkey.auth.success',
      msg: 'A user signed in with a passkey.',
      severity: 'info',
      timestamp: running().clock.now(),
      appId: 'demo',
      userId: ids.userId,
      username: ids.username,
      passkeyId: ids.passkeyId,
      deviceId: ids.deviceId,
      srcAddr: '127.0.0.1',
      responseTimeUsec: 0,
      detail: {
        userVerified: true,
        aaguid: '00000000-0000-0000-0000-000000000000',
        purpose: 'signIn',
        named: true,
        os: 'Linux',
        client: 'Chrome',
        took: 0,
      },
    })
  })

  test('an event shows the current username of its user, and none once the user was deleted', async () => {
    const bob = await signUpUser(running())
    const read = async () => {
      const { events } = readBody<{ events: { username?: string }[] }>(await ask(`?user=${bob.userId}`))
      return new Set(events.map(({ username }) => username))
    }
    assert.deepEqual(await read(), new Set([bob.username]))
    const path = `//admin/v1/applications/demo/users/${bob.userId}`
    readBody(await running().ask('DELETE', path, { token }), 204)
    assert.deepEqual(await read(), new Set([undefined]))
  })

  test('pages have no gaps or repeats and end without a next cursor', async () => {
    const whole = await read()
    assert.equal(whole.next, undefined)
    const paged: EventResponse[] = []
    for (let query = '?limit=2'; ; ) {
      const { events, next } = await read(query)
      paged.push(...events)
      if (next === undefined) break
      assert.equal(events.length, 2)
      query = `?limit=2&before=${next}`
    }
    assert.deepEqual(paged, whole.events)
    assert.ok(whole.events.length >= 5)
  })

  test('the history can be filtered by every event type', async () => {
    for (const type of Object.keys(eventRegistry)) {
      const { events } = await read(`?type=${type}`)
      assert.ok(Array.isArray(events), type)
    }
  })

  test("a filter by an event type's former spelling finds the same events", async () => {
    const { core, application } = running()
    const { key } = await createApiKey(core, application, { name: 'spelling', scopes: ['user:read'] })
    for (const type of ['fido2.apikey.created', 'fido2.apikey', 'fido2.api-key', 'fido2.api_key.created']) {
      const [newest] = (await read(`?type=${type}&limit=1`)).events
      assert.deepEqual([newest?.eventId, newest?.detail?.keyId], ['fido2.api_key.created', key.id], type)
    }
  })

  test('filters by type, user, severity, and time can be combined', async () => {
    const since = new Date(running().clock.now()).toISOString()
    const { events } = await read(`?type=fido2.passkey&user=${ada.userId}&severity=info&since=${since}`)
    assert.deepEqual(
      events.map(({ eventId }) => eventId),
      Array(3).fill('fido2.passkey.auth.success'),
    )
    const earlier = await read(`?type=fido2.passkey&user=${ada.userId}&until=${since}`)
    assert.deepEqual(
      earlier.events.map(({ eventId }) => eventId),
      ['fido2.passkey.reg.success'],
    )
    assert.deepEqual((await read('?severity=critical')).events, [])
    assert.deepEqual((await read('?user=5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968')).events, [])
  })

  for (const [what, query] of [
    ['a cursor without an event', '?before=1'],
    ['a cursor that contains SQL', "?before='%20or%201=1%20--"],
    ['a limit of 0', '?limit=0'],
    ['a limit above 1000', '?limit=1001'],
    ['an invalid time', '?since=yesterday'],
    ['a nonexistent date', '?until=2027-02-30T00:00:00Z'],
    ['an unknown severity', '?severity=fatal'],
    ['a type with a wildcard', '?type=fido2%25'],
    ['an unknown filter', '?users=ada'],
    ['a repeated filter', '?limit=1&limit=2'],
  ] as const) {
    test(`${what} is a bad request`, async () => {
      assertRejected(await ask(query), { status: 400, msg: /./, msgCode: 'bad_request' })
    })
  }

  test("another application's cursor reveals none of its events, and an unknown application returns 404", async () => {
    const { events } = await read()
    const page = readBody<Page>(await ask(`?before=${events[0]!.uuid}`, 'thumbturn'))
    assert.deepEqual(
      page.events.filter(({ eventId }) => eventId.startsWith('fido2.passkey')),
      [],
    )
    const msg = 'There is no application missing'
    assertRejected(await ask('', 'missing'), { status: 404, msg, msgCode: 'not_found' })
  })

  test('creating and revoking an API key are recorded without the secret', async () => {
    const { core, application, database } = running()
    const { key, text } = await createApiKey(core, application, { name: 'backend', scopes: ['user:read'] })
    await revokeApiKey(core, application, key.id)
    const { events } = await read('?type=fido2.api_key&limit=2')
    assert.deepEqual(
      events.map(({ eventId, detail }) => [eventId, detail]),
      [
        ['fido2.api_key.revoked', { keyId: key.id }],
        ['fido2.api_key.created', { keyId: key.id, name: 'backend', scopes: 'user:read' }],
      ],
    )
    assert.ok(!JSON.stringify(await database.query('select * from events')).includes(text.split('.')[1]!))
  })

  test('a round deletes all old events, however many there are, and ends when its time is over', async (t) => {
    const { core, database, application, clock } = running()
    const count = async () => Number((await database.query(`select count(*) as n from events where at = 1`))[0]!.n)
    await database.query(`insert into events (app_id, id, type, at, severity)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2500)
      select '${application.id}', '00000000-0000-7000-8000-' || cast(100000000000 + n as text), 'fido2.user.deleted', 1, 0 from numbers`)
    t.after(() => database.query('delete from events where at = 1'))
    let time = clock.now()
    const hurried = { ...core, monotonic: () => (time += 46_000) }
    assert.equal(await forgetOldEvents(hurried), 1_000)
    assert.equal(await count(), 1_500)
    const stopped = AbortSignal.abort()
    assert.equal(await forgetOldEvents(core, stopped), 1_000)
    assert.equal(await forgetOldEvents(core), 500)
    assert.equal(await count(), 0)
  })

  test('each application keeps its events for its configured retention period', async (t) => {
    const service = running()
    const { core, application, clock } = service
    const keep = (eventRetentionDays: number) =>
      changeApplication(core, application, { settings: { eventRetentionDays } })
    t.after(() => keep(365))
    clock.advance(2 * dayMs + 1)
    await keep(3)
    await forgetOldEvents(core)
    const { events } = await read()
    assert.ok(events.some(({ eventId }) => eventId === 'fido2.passkey.reg.success'))
    const own = readBody<Page>(await ask('', 'thumbturn')).events
    await keep(2)
    await forgetOldEvents(core)
    const left = (await read()).events
    assert.deepEqual([...new Set(left.map(({ eventId }) => eventId))], ['fido2.application.changed'])
    assert.deepEqual(readBody<Page>(await ask('', 'thumbturn')).events, own)
  })
})
