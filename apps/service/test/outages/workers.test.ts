import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import type { FreshDatabase } from '@thumbturn/service-harness/databases.ts'
import { distributedPostgres, distributedUrl, noDistributed } from '@thumbturn/service-harness/distributed.ts'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { deviceInfo, newDevice, newName, readBody } from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { type TcpProxy, tcpProxy } from '@thumbturn/service-harness/tcp-proxy.ts'
import { until } from '@thumbturn/service-harness/until.ts'
import { createApplication } from '../../src/core/use-cases/applications/create.ts'

if (distributedUrl) withWorkers(await distributedPostgres(distributedUrl))
else test('workers of a distributed PostgreSQL', { skip: noDistributed })

/** How many clients of each application sign in side by side, how often each one does, and how often while each attempt can take seconds. */
const [clients, rounds, fewRounds] = [3, 8, 2]

type Tenant = { id: string; users: User[]; confirmed: number; failed: number }
type User = { username: string; device: ReturnType<typeof newDevice> }

function withWorkers({ fresh, stop }: Awaited<ReturnType<typeof distributedPostgres>>) {
  after(stop)

  for (const [loss, lose] of [
    ['whose connections are closed', (proxy: TcpProxy) => proxy.cut()],
    ['that no longer responds', (proxy: TcpProxy) => proxy.silence()],
  ] as const)
    test(`a worker ${loss} fails only calls of its applications, and nothing is lost`, async (t) => {
      const { service, database, tenants } = await start(t, fresh)
      const [lost, kept] = tenants
      const proxy = await leadThrough(t, database, lost!.id)
      await untilServed(service, lost!)
      const together = () => Promise.all(tenants.map((tenant) => signInAll(service, tenant)))
      assert.deepEqual(await together(), [[200], [200]])

      const interrupted = signInAll(service, lost!, fewRounds)
      lose(proxy)
      await interrupted
      const [failed, unaffected] = await Promise.all([signInAll(service, lost!, fewRounds), signInAll(service, kept!)])
      assert.deepEqual([failed, unaffected], [[503], [200]])

      proxy.restore()
      await untilServed(service, lost!)
      assert.deepEqual(await together(), [[200], [200]])
      for (const tenant of tenants) await assertNothingLost(database, tenant)
    })

  test('an application is isolated and moved while its users sign in, and no call fails', async (t) => {
    const { service, database, tenants } = await start(t, fresh)
    const [moved] = tenants
    const progress = { isMoved: false }
    const signIns = (async () => {
      const statuses = new Set<number>()
      while (!progress.isMoved) for (const status of await signInAll(service, moved!)) statuses.add(status)
      return [...statuses]
    })()
    const from = await findWorker(database, moved!.id)
    await database.query(
      `select isolate_tenant_to_new_shard('users', '${moved!.id}', 'CASCADE', shard_transfer_mode => 'block_writes')`,
    )
    const to = await findOther(database, from)
    await database.query(
      `select citus_move_shard_placement(get_shard_id_for_distribution_column('users', '${moved!.id}'),
        '${from.host}', ${from.port}, '${to.host}', ${to.port}, shard_transfer_mode => 'force_logical')`,
    )
    progress.isMoved = true
    assert.deepEqual(await signIns, [200])
    assert.equal((await findWorker(database, moved!.id)).port, to.port)
    await assertNothingLost(database, moved!)
    t.diagnostic(`${moved!.confirmed} sign-ins while the application was isolated and moved`)
  })
}

/** A service with two applications on different workers. */
async function start(t: TestContext, fresh: FreshDatabase) {
  const database = await fresh({ migrated: true })
  const service = await startService({ databaseUrl: database.url })
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const tenants: Tenant[] = []
  const workers = new Set<number>()
  for (let number = 1; tenants.length < 2; number++) {
    const id = `tenant-${number}`
    const { port } = await findWorker(database, id)
    if (workers.has(port)) continue
    workers.add(port)
    await createApplication(service.core, { id, name: id, rpId: 'localhost', origins: [origin] })
    const users = await Promise.all(Array.from({ length: clients }, () => signUp(service, id)))
    tenants.push({ id, users, confirmed: 0, failed: 0 })
  }
  return { service, database, tenants }
}

const findPath = (tenant: string, path: string) => `//apps/${tenant}/fido2/v2${path}`

async function signUp(service: Service, tenant: string): Promise<User> {
  const [username, device] = [newName(), newDevice()]
  type CeremonyStart = { session: string; registrationRequestOptions: Parameters<typeof device.create>[0] }
  const started = await service.post(findPath(tenant, '/reg/init'), {
    app: { id: tenant },
    deviceInfo,
    user: { username },
  })
  const { session, registrationRequestOptions } = readBody<CeremonyStart>(started)
  const creationResult = device.create(registrationRequestOptions)
  readBody(await service.post(findPath(tenant, '/reg/complete'), { session, creationResult }))
  return { username, device }
}

/** The status of a sign-in: that of its first call that fails. */
async function signIn(service: Service, tenant: Tenant, { username, device }: User): Promise<number> {
  type CeremonyStart = { session: string; assertionOptions: Parameters<typeof device.get>[0] }
  const started = await service.post(findPath(tenant.id, '/auth/init'), {
    app: { id: tenant.id },
    deviceInfo,
    user: { username },
  })
  if (started.status !== 200) return started.status
  const { session, assertionOptions } = started.body as CeremonyStart
  const assertionResult = device.get(assertionOptions)
  const { status } = await service.post(findPath(tenant.id, '/auth/complete'), { session, assertionResult })
  if (status === 200) tenant.confirmed++
  else tenant.failed++
  return status
}

/** Each client signs in several times; the statuses that occurred. */
async function signInAll(service: Service, tenant: Tenant, times = rounds): Promise<number[]> {
  const statuses = new Set<number>()
  const runs = tenant.users.map(async (user) => {
    for (let round = 0; round < times; round++) statuses.add(await signIn(service, tenant, user))
  })
  await Promise.all(runs)
  return [...statuses].sort()
}

const untilServed = (service: Service, tenant: Tenant) =>
  until(async () => (await signIn(service, tenant, tenant.users[0]!)) === 200)

/** Confirmed events are stored; what failed at its end may be. */
async function assertNothingLost(database: TestDatabase, { id, confirmed, failed }: Tenant) {
  const [row] = await database.query(
    `select count(*)::int as n from events where app_id = '${id}' and type = 'fido2.passkey.auth.success'`,
  )
  const stored = Number(row?.n)
  assert.ok(stored >= confirmed && stored <= confirmed + failed, `${stored} of ${confirmed} (${failed} failed)`)
}

type Node = { host: string; port: number; id: number }

const selectNode = 'select nodename as host, nodeport as port, nodeid as id from pg_dist_node'

async function findWorker(database: TestDatabase, tenant: string): Promise<Node> {
  const [node] = await database.query(
    `${selectNode} where groupid = (select groupid from pg_dist_placement
      where shardid = get_shard_id_for_distribution_column('users', '${tenant}'))`,
  )
  return node as Node
}

async function findOther(database: TestDatabase, { id }: Node): Promise<Node> {
  const [node] = await database.query(`${selectNode} where shouldhaveshards and nodeid <> ${id} limit 1`)
  return node as Node
}

/** A proxy between the coordinator and the worker that has the rows of a tenant. */
async function leadThrough(t: TestContext, database: TestDatabase, tenant: string): Promise<TcpProxy> {
  const { host, port, id } = await findWorker(database, tenant)
  const proxy = await tcpProxy(port)
  t.after(() => proxy.close())
  await database.query(`select citus_update_node(${id}, '${host}', ${proxy.port})`)
  return proxy
}
