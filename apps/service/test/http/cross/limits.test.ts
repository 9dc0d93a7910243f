import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { anyEngine, eachEngine } from '@thumbturn/service-harness/engines.ts'
import { startAlone } from '@thumbturn/service-harness/nodes.ts'
import { type Answer, type Ask, type Service, type Start, startService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  app,
  assertRejected,
  deviceInfo,
  newName,
  readBody,
  signIn,
  signUpUser,
} from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { callLimits } from '../../../src/core/use-cases/limits/classes.ts'

// One twentieth of every limit: 150 starts per minute from one network, 3 for one user there.
const limits = { store: 'memory', factor: 0.05 } as const
const perNetwork = 150

const tooMany = {
  status: 429,
  msg: 'Too many calls: try again after the time in Retry-After',
  msgCode: 'too_many_requests',
}

anyEngine('rate limits', (fresh) => {
  const limited = (t: TestContext, start: Partial<Start> = {}) => startAlone(t, fresh, { limits, ...start })

  test('an address that starts too many ceremonies is rejected until Retry-After, and no other address is', async (t) => {
    const service = await limited(t)
    for (const response of await many(service, perNetwork)) assert.equal(response.status, 200)
    const rejected = await begin(service)
    assertRejected(rejected, tooMany)
    assert.equal(rejected.headers['retry-after'], '1')
    readBody(await begin(service, { from: '198.51.100.7' }))
    service.clock.advance(1_000)
    readBody(await begin(service))
  })

  test('all calls of a limit are available again after its window, and Retry-After is never too short', async (t) => {
    const service = await limited(t)
    const name = newName()
    for (let call = 1; call <= 3; call++) readBody(await begin(service, {}, name))
    const { headers } = await begin(service, {}, name)
    const seconds = Number(headers['retry-after'])
    assert.equal(seconds, 20)
    service.clock.advance(seconds * 1000 - 1)
    assertRejected(await begin(service, {}, name), tooMany)
    service.clock.advance(1)
    readBody(await begin(service, {}, name))
    assertRejected(await begin(service, {}, name), tooMany)
    service.clock.advance(60_000)
    for (let call = 1; call <= 3; call++) readBody(await begin(service, {}, name))
    assertRejected(await begin(service, {}, name), tooMany)
  })

  test('excess calls are rejected before their body is read', async (t) => {
    const service = await limited(t)
    for (const response of await many(service, perNetwork)) assert.equal(response.status, 200)
    assertRejected(await service.post('/auth/init', '{ "app": '), tooMany)
    assertRejected(await service.post('/auth/init', {}, { headers: { 'content-type': 'text/plain' } }), tooMany)
  })

  test('guessing credentials is limited, as calls are counted before credentials are checked', async (t) => {
    const service = await limited(t, { limits: { store: 'memory', factor: 0.01 } })
    const guess = () => service.ask('GET', '/passkeys', { token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln' })
    for (let call = 1; call <= 30; call++) assert.equal((await guess()).status, 401)
    assertRejected(await guess(), tooMany)
  })

  for (const [what, one, other] of [
    ['an IPv4 address and its IPv4-mapped IPv6 form', '203.0.113.9', '::ffff:203.0.113.9'],
    ['two spellings of an IPv6 address', '2001:db8:0:1:0:0:0:5', '2001:DB8:0:1::5'],
    ['two addresses of one /64', '2001:db8:0:1::5', '2001:db8:0:1:ffff:ffff:ffff:fffe'],
  ] as const) {
    test(`${what} share a limit`, async (t) => {
      const service = await limited(t)
      for (const response of await many(service, perNetwork, { from: one })) assert.equal(response.status, 200)
      assertRejected(await begin(service, { from: other }), tooMany)
      readBody(await begin(service, { from: '2001:db8:0:2::5' }))
    })
  }

  for (const [what, forwarded] of [
    ['a different address each time', (call: number) => `198.51.100.${call}`],
    ['garbage', (call: number) => `${call}, \u00ff; drop table`],
    ['10 kB', (call: number) => `${call}${'x'.repeat(10_240)}`],
    ['one address in different spellings', (call: number) => `${'0'.repeat(call % 4)}1.2.3.4`],
  ] as const) {
    test(`an unauthenticated caller who forwards ${what} is still counted as one address`, async (t) => {
      const service = await limited(t, { trustedProxies: ['10.0.0.0/8'] })
      const ask = (call: number) => ({ from: '203.0.113.9', headers: { 'x-forwarded-for': forwarded(call) } })
      for (let call = 0; call < perNetwork; call++) readBody(await begin(service, ask(call)))
      assertRejected(await begin(service, ask(perNetwork)), tooMany)
    })
  }

  test('behind a trusted proxy, each client has its own limit', async (t) => {
    const service = await limited(t, { trustedProxies: ['10.0.0.0/8'] })
    const by = (client: string) => ({ from: '10.0.0.1', headers: { 'x-forwarded-for': client } })
    for (const response of await many(service, perNetwork, by('198.51.100.1'))) assert.equal(response.status, 200)
    assertRejected(await begin(service, by('198.51.100.1')), tooMany)
    readBody(await begin(service, by('198.51.100.2')))
  })

  test('a known and an unknown username are counted alike: 50 starts of each get the same responses and rejections', async (t) => {
    const service = await limited(t, { limits: { store: 'memory', factor: 0.5 } })
    const { username } = await signUpUser(service)
    const observed = async (name: string) => {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => begin(service, { from: '198.51.100.7' }, name)),
      )
      return responses.map(({ status, headers, text }) => [status, headers['retry-after'], status === 429 && text])
    }
    const [known, unknown] = [await observed(username), await observed(newName())]
    assert.equal(known.filter(([status]) => status === 429).length, 20)
    assert.deepEqual(unknown, known)
  })

  test('every spelling of a username counts as one user, and exhausting it elsewhere locks out no user', async (t) => {
    const service = await limited(t)
    const { username, device } = await signUpUser(service)
    const from = '198.51.100.66'
    for (const name of [username, username.toUpperCase(), ` ${username} `])
      readBody(await begin(service, { from }, name))
    assertRejected(await begin(service, { from }, username), tooMany)
    readBody(await signIn(service, { device, username }))
  })

  test('requests and attempts for codes in flows have the same limits as codes without a flow, under every username', async (t) => {
    const service = await limited(t, { limits: { store: 'memory', factor: 0.2 } })
    const demo = (await service.core.applications.findFresh('demo'))!
    await changeApplication(service.core, demo, { settings: { mfaPolicy: 'two-factors', enumeration: 'strict' } })
    for (const username of [(await signUpUser(service)).username, newName()]) {
      const asked: number[] = []
      const tried: number[] = []
      for (let call = 1; call <= 7; call++) {
        const started = await service.post('/mfa/begin', { user: { username } }, { from: `192.0.2.${call}` })
        const token = readBody<{ session: string }>(started).session
        asked.push((await service.post('/mfa/otp/request', { method: 'email' }, { token })).status)
        tried.push((await service.post('/mfa/otp/verify', { otp: '000000' }, { token })).status)
      }
      assert.deepEqual(asked, [200, 200, 429, 429, 429, 429, 429])
      assert.deepEqual(tried, [400, 400, 400, 400, 400, 400, 429])
    }
  })

  test("one application at its limit doesn't affect another", async (t) => {
    const service = await limited(t, { limits: { store: 'memory', factor: 0.001 } })
    await createApplication(service.core, { id: 'bank', rpId: 'localhost', origins: ['http://localhost:4300'] })
    const most = callLimits.begin.application.calls / 1000
    const from = (call: number) => ({ from: `198.51.${call >> 6}.${call & 63}` })
    for (let call = 0; call < most; call++) readBody(await begin(service, from(call)))
    assertRejected(await begin(service, from(9_999)), tooMany)
    const body = { app: { id: 'bank' }, deviceInfo, user: { username: newName() } }
    readBody(await service.post('//apps/bank/fido2/v2/auth/init', body, from(9_998)))
  })

  test('a backend is counted toward the application of its API key', async (t) => {
    const service = await limited(t, { limits: { store: 'memory', factor: 0.0001 } })
    const { text } = await apiKey(service, ['user:read'])
    const find = (from: string) => service.ask('GET', '/mgmt/users/find?username=unknown', { token: text, from })
    for (let call = 1; call <= 12; call++) assert.equal((await find(`198.51.100.${call}`)).status, 404)
    assertRejected(await find('198.51.100.99'), tooMany)
  })

  test('a page can read when to retry', async (t) => {
    const service = await limited(t)
    const headers = { origin: 'http://localhost:4300' }
    for (const response of await many(service, perNetwork, { headers })) assert.equal(response.status, 200)
    const rejected = await begin(service, { headers })
    assertRejected(rejected, tooMany)
    assert.equal(rejected.headers['access-control-allow-origin'], headers.origin)
    assert.match(String(rejected.headers['access-control-expose-headers']), /\bretry-after\b/)
  })
})

eachEngine('rate limits in the database', (fresh) => {
  test('three nodes on one database enforce one limit to within a tenth', async (t) => {
    const database = await fresh()
    const shared = { store: 'database', factor: 0.1 } as const
    const secret = randomBytes(32)
    const first = await startService({ databaseUrl: database.url, limits: shared, secret })
    const { clock } = first
    const start = () => startService({ databaseUrl: database.url, limits: shared, clock, secret })
    const nodes = [first, await start(), await start()]
    // The database's clock moves with theirs.
    for (const { core } of nodes) core.store.limits.time = async () => clock.monotonic()
    t.after(async () => {
      for (const node of nodes) await node.close()
      await database.drop()
    })
    const answered = async () => {
      const responses = (await Promise.all(nodes.map((node) => many(node, 200)))).flat()
      for (const { status } of responses) assert.ok(status === 200 || status === 429)
      return responses.filter(({ status }) => status === 200).length
    }
    const most = 300
    const one = await answered()
    assert.ok(one <= most && one >= most * 0.9, `${one} of ${most}`)
    clock.advance(30_000)
    const half = await answered()
    assert.ok(half <= most * 0.55 && half >= most * 0.45, `${half} of ${most / 2}`)
    const rows = await database.query('select key from rate_limits')
    assert.ok(rows.every(({ key }) => !String(key).includes('127.0.0.1')))
    clock.advance(300_000)
    await first.core.limiter.forget()
    assert.deepEqual(await database.query('select key from rate_limits'), [])
  })

  test("a restart doesn't reset the count if the database keeps it", async (t) => {
    const database = await fresh()
    const limits = { store: 'database', factor: 0.01 } as const
    const options = { databaseUrl: database.url, limits, secret: randomBytes(32) }
    const before = await startService(options)
    t.after(() => database.drop())
    const { clock } = before
    for (const { status } of await many(before, 30)) assert.equal(status, 200)
    await before.close()
    const after = await startService({ ...options, clock })
    assertRejected(await begin(after), tooMany)
    await after.close()
  })
})

/** One start of a sign-in; for a new user each time, unless a username is given. */
const begin = (service: Service, ask: Ask = {}, username = newName()): Promise<Answer> =>
  service.post('/auth/init', { app, deviceInfo, user: { username } }, ask)

/** This many in parallel, all for different users. */
const many = (service: Service, count: number, ask: Ask = {}) =>
  Promise.all(Array.from({ length: count }, () => begin(service, ask)))
