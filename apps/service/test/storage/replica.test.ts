import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { apis } from '@thumbturn/contract/apis.ts'
import { signUpUserOn } from '@thumbturn/service-harness/backend.ts'
import { replicatedPostgres } from '@thumbturn/service-harness/databases.ts'
import { onServer } from '@thumbturn/service-harness/postgres-suite.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import { readBody, signIn, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { tcpProxy } from '@thumbturn/service-harness/tcp-proxy.ts'
import { until } from '@thumbturn/service-harness/until.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { createApiKey } from '../../src/core/use-cases/applications/keys.ts'
import { ensureOwnApplication } from '../../src/core/use-cases/applications/own.ts'
import { openPostgres } from '../../src/storage/engine/postgres.ts'
import { readFromReplica } from '../../src/storage/engine/replica.ts'
import { openStore } from '../../src/storage/open.ts'

const users = '//admin/v1/applications/demo/users'
const events = '//admin/v1/applications/demo/events'
const startPair = () => replicatedPostgres({ isSynchronous: false })
const anyLag = Number.MAX_SAFE_INTEGER

/** Requirements for reads of the dashboard from a real standby, which receives nothing while the test holds it back. */
function withPair({ url: pairUrl, fresh, toStandby, holdBack, release }: Awaited<ReturnType<typeof startPair>>) {
  type Reading = { service: Service; token: string; stored: () => Promise<void> }

  /** A service on a database whose standby has everything, then nothing newer. */
  async function prepared(t: TestContext, replica: { url?: string; mostLagMs?: number } = {}) {
    const database = await fresh({ migrated: true })
    const secret = randomBytes(32)
    const before = await startService({ databaseUrl: database.url, secret })
    const own = await ensureOwnApplication(before.core, 'http://localhost:4300')
    const { text: token } = await createApiKey(before.core, own, { name: 'admin', scopes: ['admin'] })
    const known = await signUpUser(before)
    await before.close()
    await untilApplied(database.url)
    holdBack()
    const url = replica.url ?? toStandby(database.url)
    const store = await openStore(database.url, { replica: { mostLagMs: anyLag, ...replica, url } })
    const service = await startService({ databaseUrl: database.url, secret, store })
    t.after(async () => {
      release()
      await service.close()
      await database.drop()
    })
    return { database, service, store, token, known }
  }

  async function untilApplied(url: string) {
    const probe = await openStore(url, { replica: { url: toStandby(url), mostLagMs: -1 } })
    await until(async () => (await probe.replica!.state()).lagMs === 0)
    await probe.close()
  }

  const listNames = async ({ service, token }: Pick<Reading, 'service' | 'token'>) =>
    readBody<{ users: { username: string }[] }>(await service.ask('GET', users, { token })).users.map(
      ({ username }) => username,
    )

  const countEvents = async ({ service, token }: Pick<Reading, 'service' | 'token'>) =>
    readBody<{ events: unknown[] }>(await service.ask('GET', events, { token })).events.length

  test('lists are read from the replica, and what sign-ins and administration need is not', async (t) => {
    const reading = await prepared(t)
    const { service, token, known } = reading
    const counted = await countEvents(reading)
    const { username, userId, device } = await signUpUserOn(service, 'later')
    readBody(await signIn(service, { device, username }))
    readBody(await service.ask('GET', `${users}/${userId}`, { token }))
    assert.deepEqual(await listNames(reading), [known.username])
    assert.equal(await countEvents(reading), counted)
    release()
    await until(async () => (await listNames(reading)).includes(username))
    assert.ok((await countEvents(reading)) > counted)
  })

  test('a replica that is too far behind is not read', async (t) => {
    const reading = await prepared(t, { mostLagMs: 0 })
    const { username } = await signUpUser(reading.service)
    assert.ok((await listNames(reading)).includes(username))
    assert.equal((await reading.store.replica!.state()).problem, 'it is too far behind the primary')
  })

  test('without its replica, everything is read from the primary', async (t) => {
    const reading = await prepared(t, { url: 'postgres://postgres@127.0.0.1:1/postgres' })
    const { username } = await signUpUser(reading.service)
    assert.ok((await listNames(reading)).includes(username))
    assert.match((await reading.store.replica!.state()).problem!, /ECONNREFUSED|unavailable/)
  })

  test('a replica that does not respond keeps reads waiting once, and is asked again after ten seconds', async (t) => {
    const database = await fresh({ migrated: true })
    await untilApplied(database.url)
    const url = new URL(toStandby(database.url))
    const line = await tcpProxy(Number(url.port))
    url.port = String(line.port)
    const [primary, replica] = [openPostgres(database.url), openPostgres(url.href)]
    t.after(async () => {
      for (const engine of [primary, replica]) await engine.close()
      await line.close()
      await database.drop()
    })
    let now = 0
    const { state } = readFromReplica({ primary, replica, now: () => now })
    line.silence()
    assert.deepEqual(await state(), { problem: 'it does not respond' })
    line.restore()
    now = 9_999
    assert.deepEqual(await state(), { problem: 'it does not respond' })
    now = 10_000
    assert.deepEqual(await state(), { lagMs: 0 })
  })

  test('a server that follows no other is not taken for a replica', async (t) => {
    const reading = await prepared(t, { url: pairUrl })
    const { username } = await signUpUser(reading.service)
    assert.ok((await listNames(reading)).includes(username))
    const { problem } = await reading.store.replica!.state()
    assert.equal(problem, 'DATABASE_REPLICA_URL does not lead to a standby')
  })

  test('a user who can only read is enough for a replica', async (t) => {
    const database = await fresh({ migrated: true })
    const role = `reader_${randomBytes(4).toString('hex')}`
    await database.query(`create role ${role} login password 'p'`)
    await database.query(`grant select on all tables in schema public to ${role}`)
    await untilApplied(database.url)
    const url = Object.assign(new URL(toStandby(database.url)), { username: role, password: 'p' }).href
    const store = await openStore(database.url, { replica: { url, mostLagMs: anyLag } })
    t.after(async () => {
      await store.close()
      await database.query(`drop owned by ${role}`)
      await database.query(`drop role ${role}`)
      await database.drop()
    })
    assert.equal((await store.replica!.state()).problem, undefined)
  })

  test('an export that is recorded is read from the replica, and its record is written to the primary', async (t) => {
    const { service, token, known, store } = await prepared(t)
    const { username } = await signUpUser(service)
    const { status, text } = await service.ask('GET', `${users}/export`, { token })
    assert.equal(status, 200)
    assert.ok(text.includes(known.username) && !text.includes(username))
    assert.ok((await listActions(store)).includes('users.exported'))
  })

  const listActions = async ({ audit }: Store) => (await audit.list({ limit: 10 })).map(({ action }) => action)
}

test('only calls of the administration that show something can lag', () => {
  const lagging = Object.values(apis).flatMap(({ basePath, routes }) =>
    Object.entries(routes).flatMap(([name, route]) => (route.canLag ? [{ basePath, name, route }] : [])),
  )
  assert.ok(lagging.length > 8)
  for (const { basePath, name, route } of lagging)
    assert.deepEqual([basePath, route.method, route.access.kind], ['/admin/v1', 'GET', 'admin'], name)
})

await onServer('reads from a replica', startPair, withPair)
