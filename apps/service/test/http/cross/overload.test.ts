import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { type Answer, clockAt, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { app, deviceInfo, signIn, signUpUser } from '@thumbturn/service-harness/situations.ts'
import {
  createLoadShedding,
  type LoadShedding,
  mostCompleting,
  mostGuesses,
  mostWaiting,
  turnMs,
} from '../../../src/http/load-shedding.ts'

type Situation = Service & {
  shedding: LoadShedding
  /** Two turns of the event loop that take so long, the second still being under way; many calls by default. */
  takeTurns(ms: number, calls?: number): void
  /** How long a statement waits for the database. */
  database: { waitMs: number }
}

/** A service that rejects calls that would wait longer than 100 ms. */
async function start(t: { after(end: () => Promise<void>): void }): Promise<Situation> {
  const fresh = await freshSqlite()
  const clock = clockAt()
  const database = { waitMs: 0 }
  let shedding: LoadShedding
  let endTurn = () => {}
  const repeat = (end: () => void) => {
    endTurn = end
    return () => {}
  }
  const service = await startService({
    databaseUrl: fresh.url,
    clock,
    shedLoad({ store, monotonic }) {
      const loaded = { ...store, load: () => ({ waiting: 0, ...database }) }
      shedding = createLoadShedding({ store: loaded, monotonic }, 100, repeat)
      return shedding
    },
  })
  t.after(async () => {
    await service.close()
    await fresh.drop()
  })
  return {
    ...service,
    database,
    shedding: shedding!,
    takeTurns(ms, calls = 64) {
      for (let turn = 0; turn < 2; turn++) {
        endTurn()
        for (let call = 0; call < calls; call++) shedding.admit({ limit: 'read' })
        clock.advance(ms)
      }
    },
  }
}

const begin = ({ post }: Service) => post('/auth/init', { app, deviceInfo })
const complete = ({ post }: Service) => post('/auth/complete', { session: 'x', assertionResult: {} })
const report = ({ ask }: Service) => ask('GET', '//admin/v1/applications')

function assertOverloaded({ status, headers, body }: Answer) {
  assert.deepEqual([status, (body as { msgCode: string }).msgCode], [503, 'service_unavailable'])
  assert.equal(headers['retry-after'], '2')
}

/** The classes that are rejected, the first one first. */
async function listRejected(service: Service): Promise<string[]> {
  const responses = { report: await report(service), begin: await begin(service), complete: await complete(service) }
  return Object.entries(responses).flatMap(([name, { status }]) => (status === 503 ? [name] : []))
}

test('a page of another origin can read that the service is overloaded, and one of a backend call cannot', async (t) => {
  const service = await start(t)
  service.database.waitMs = 1_000
  const headers = { origin: 'https://shop.example.com' }
  const rejected = await service.post('/auth/init', { app, deviceInfo }, { headers })
  assertOverloaded(rejected)
  assert.equal(rejected.headers['access-control-allow-origin'], headers.origin)
  assert.equal(rejected.headers['access-control-expose-headers'], 'retry-after, x-trace-id')
  const ofBackend = await service.ask('GET', '//admin/v1/applications', { headers })
  assertOverloaded(ofBackend)
  assert.equal(ofBackend.headers['access-control-allow-origin'], undefined)
})

test('a queue rejects reports first, then new ceremonies, and those that have started last', async (t) => {
  const service = await start(t)
  const rejectedAt = async (waitMs: number) => {
    service.database.waitMs = waitMs
    return listRejected(service)
  }
  assert.deepEqual(await rejectedAt(50), [])
  assert.deepEqual(await rejectedAt(51), ['report'])
  assert.deepEqual(await rejectedAt(101), ['report', 'begin'])
  assert.deepEqual(await rejectedAt(200), ['report', 'begin'])
  assert.deepEqual(await rejectedAt(201), ['report', 'begin', 'complete'])
  assertOverloaded(await begin(service))
})

test('the more ceremonies are in progress, the fewer calls are admitted, until they end', async (t) => {
  const service = await start(t)
  const { promise, resolve } = Promise.withResolvers<void>()
  const running: (void | Promise<void>)[] = []
  const rejectedAt = async (ceremonies: number) => {
    while (running.length < ceremonies) running.push(service.shedding.run({ limit: 'complete' }, () => promise))
    return listRejected(service)
  }
  assert.deepEqual(await rejectedAt(mostCompleting / 2), [])
  assert.deepEqual(await rejectedAt(mostCompleting / 2 + 1), ['report'])
  assert.deepEqual(await rejectedAt(mostCompleting + 1), ['report', 'begin'])
  assert.deepEqual(await rejectedAt(mostCompleting * 2 + 1), ['report', 'begin', 'complete'])
  resolve()
  await Promise.all(running)
  assert.deepEqual(await listRejected(service), [])
})

test('starts that are admitted count as completions to come, and those that a limit then rejects do not', async (t) => {
  const { shedding, clock } = await start(t)
  const never = () => new Promise<void>(() => {})
  for (let waiting = 0; waiting < 20; waiting++) void shedding.run({ limit: 'complete' }, never)
  for (let completion = 0; completion < 100; completion++) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const completing = shedding.run({ limit: 'complete' }, () => promise)
    clock.advance(100)
    resolve()
    await completing
  }
  for (let rejected = 0; rejected < 400; rejected++) shedding.admit({ limit: 'begin' })
  shedding.admit({ limit: 'begin' })
  for (let begun = 0; begun < 400; begun++) void shedding.run({ limit: 'begin' }, () => undefined)
  assert.throws(() => shedding.admit({ limit: 'begin' }), /overloaded/)
})

test('beyond 32 passwords and codes in progress, further ones are rejected, and ceremonies are not', async (t) => {
  const { shedding } = await start(t)
  for (let guess = 0; guess < mostGuesses; guess++) {
    shedding.admit({ limit: 'guess' })
    void shedding.run({ limit: 'guess' }, () => new Promise(() => {}))
  }
  assert.throws(() => shedding.admit({ limit: 'guess' }), /overloaded/)
  shedding.admit({ limit: 'begin' })
})

test('calls that wait for a person take no place of passwords and codes, and have one of their own', async (t) => {
  const { shedding } = await start(t)
  const wait = { limit: 'guess', waits: true } as const
  for (let waiting = 0; waiting < mostWaiting; waiting++) {
    shedding.admit(wait)
    void shedding.run(wait, () => new Promise(() => {}))
  }
  assert.throws(() => shedding.admit(wait), /overloaded/)
  shedding.admit({ limit: 'guess' })
})

test('a ceremony that fails is no longer in progress, and other calls do not count', async (t) => {
  const { shedding } = await start(t)
  const fail = () => shedding.run({ limit: 'complete' }, () => Promise.reject(new Error('failed')))
  for (let ceremony = 0; ceremony < mostCompleting * 2; ceremony++) await assert.rejects(fail(), /failed/)
  for (let call = 0; call < mostCompleting * 2; call++)
    void shedding.run({ limit: 'admin' }, () => new Promise(() => {}))
  shedding.admit({ limit: 'admin' })
})

test('once the queue is short again, the next sign-in succeeds', async (t) => {
  const service = await start(t)
  const { device, username } = await signUpUser(service)
  service.database.waitMs = 1_000
  assertOverloaded(await begin(service))
  service.database.waitMs = 0
  assert.equal((await signIn(service, { device, username })).status, 200)
})

test('two long turns of the event loop with many calls are an overload, and one is not', async (t) => {
  const service = await start(t)
  service.takeTurns(turnMs + 51)
  assert.deepEqual(await listRejected(service), ['report', 'begin'])
  service.takeTurns(turnMs)
  service.clock.advance(10_000)
  assert.deepEqual(await listRejected(service), [])
})

test('a long turn with few calls has other reasons, so that none is rejected', async (t) => {
  const service = await start(t)
  service.takeTurns(10_000, 60)
  assert.deepEqual(await listRejected(service), [])
})

test('keys of applications and probes are served under overload, and pages can read the rejection', async (t) => {
  const service = await start(t)
  service.database.waitMs = 150
  assert.equal((await service.ask('GET', '/.well-known/jwks.json')).status, 200)
  for (const probe of ['//health', '//ready']) assert.equal((await service.ask('GET', probe)).status, 200, probe)
  const origin = 'http://localhost:4300'
  const { status, headers } = await service.post('/auth/init', { app, deviceInfo }, { headers: { origin } })
  assert.deepEqual([status, headers['access-control-allow-origin']], [503, origin])
})

test('a directory gets the rejection in its own format', async (t) => {
  const service = await start(t)
  service.database.waitMs = 51
  const { status, headers, body } = await service.ask('GET', '//scim/v2/Users')
  assert.deepEqual([status, headers['retry-after'], readStatus(body)], [503, '2', '503'])
})

const readStatus = (body: unknown) => (body as { status: string }).status
