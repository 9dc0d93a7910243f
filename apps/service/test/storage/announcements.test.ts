import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { type PostgresDatabases, sharedPostgres } from '@thumbturn/service-harness/databases.ts'
import { startPgBouncer } from '@thumbturn/service-harness/pgbouncer.ts'
import { onServer } from '@thumbturn/service-harness/postgres-suite.ts'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { tcpProxy } from '@thumbturn/service-harness/tcp-proxy.ts'
import { until } from '@thumbturn/service-harness/until.ts'
import { changeApplication } from '../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../src/core/use-cases/applications/create.ts'
import { deleteApplication } from '../../src/core/use-cases/applications/delete.ts'
import { refreshSoon } from '../../src/core/use-cases/applications/registry.ts'
import {
  listSigningKeys,
  retireSigningKey,
  rotateSigningKey,
} from '../../src/core/use-cases/applications/signing-keys.ts'
import { LISTENER_NAME } from '../../src/storage/engine/postgres-notifications.ts'

/** Requirements for nodes that notice each other's changes without looking: the clocks of these nodes stand still. */
function withPostgres({ fresh }: PostgresDatabases) {
  type Follower = { node: Service; changes: () => number; reasons: string[]; stop(): Promise<void> }

  /** A node that listens, whose database is at `url`. */
  async function follow(t: TestContext, url: string): Promise<Follower> {
    const node = await startService({ databaseUrl: url, secret })
    const reasons: string[] = []
    let changes = 0
    const listening = node.core.store.listen({
      changed() {
        changes++
        void refreshSoon(node.core)
      },
      unavailable: (reason) => void reasons.push(reason),
    })
    t.after(async () => {
      await listening!.stop()
      await node.close()
    })
    return { node, reasons, changes: () => changes, stop: () => listening!.stop() }
  }

  const secret = randomBytes(32)

  async function twoNodes(t: TestContext) {
    const database = await fresh({ migrated: true })
    const writer = await startService({ databaseUrl: database.url, secret })
    t.after(async () => {
      await writer.close()
      await database.drop()
    })
    return { database, writer }
  }

  async function untilListening(database: TestDatabase, { changes }: Follower) {
    const sql = `select 1 from pg_stat_activity where application_name = '${LISTENER_NAME}' and datname = current_database()`
    await until(async () => changes() > 0 && (await database.query(sql)).length === 1)
  }

  const rename = async ({ core }: Service, name: string) => {
    await core.applications.refresh()
    await changeApplication(core, (await core.applications.findFresh('demo'))!, { name })
  }

  const isNamed =
    (name: string, { core }: Service) =>
    async () =>
      (await core.applications.findFresh('demo'))?.name === name

  test('changed, created, and deleted applications reach another node whose clock stands still', async (t) => {
    const { database, writer } = await twoNodes(t)
    const follower = await follow(t, database.url)
    await untilListening(database, follower)
    const { applications } = follower.node.core
    for (const name of ['first', 'second', 'third']) {
      await rename(writer, name)
      await until(isNamed(name, follower.node))
    }
    const shop = await createApplication(writer.core, { id: 'shop', rpId: 'localhost', origins: [origin] })
    await until(async () => (await applications.findFresh('shop')) !== undefined)
    await deleteApplication(writer.core, { ...shop, by })
    await until(async () => (await applications.findFresh('shop')) === undefined)
  })

  test('a retired signing key is rejected by another node whose clock stands still', async (t) => {
    const { database, writer } = await twoNodes(t)
    const follower = await follow(t, database.url)
    await untilListening(database, follower)
    const { core } = follower.node
    const find = async () => (await core.applications.findFresh('demo'))!
    const token = await core.tokens.sign(await find(), access, 600)
    await core.tokens.verify(await find(), token)
    const [old] = await listSigningKeys(writer.core, await find())
    await rotateSigningKey(writer.core, await find(), { alg: 'ES256', by })
    await retireSigningKey(writer.core, await find(), { kid: old!.kid, by })
    const accepts = async () =>
      Promise.try(core.tokens.verify, await find(), token).then(
        () => true,
        () => false,
      )
    await until(async () => !(await accepts()))
  })

  test('what changes no application is not announced', async (t) => {
    const { database, writer } = await twoNodes(t)
    const follower = await follow(t, database.url)
    await untilListening(database, follower)
    const before = follower.changes()
    await signUpUser(writer)
    await rename(writer, 'renamed')
    await until(isNamed('renamed', follower.node))
    assert.equal(follower.changes(), before + 1)
  })

  test('a lost connection is opened again, and changes in between are read then', async (t) => {
    const { database, writer } = await twoNodes(t)
    const line = await tcpProxy(Number(new URL(database.url).port))
    t.after(() => line.close())
    const follower = await follow(t, withPort(database.url, line.port))
    await untilListening(database, follower)
    line.cut()
    await rename(writer, 'while it was lost')
    assert.ok(!(await isNamed('while it was lost', follower.node)()))
    line.restore()
    await until(isNamed('while it was lost', follower.node))
    await rename(writer, 'announced again')
    await until(isNamed('announced again', follower.node))
  })

  test('without the connection, a change counts within a second', async (t) => {
    const { database, writer } = await twoNodes(t)
    const follower = await follow(t, database.url)
    await untilListening(database, follower)
    await follower.stop()
    await rename(writer, 'looked for')
    assert.ok(!(await isNamed('looked for', follower.node)()))
    follower.node.clock.advance(999)
    assert.ok(await isNamed('looked for', follower.node)())
  })

  test('a node that listens stops while the database does not respond', async (t) => {
    const { database } = await twoNodes(t)
    const line = await tcpProxy(Number(new URL(database.url).port))
    t.after(() => line.close())
    const follower = await follow(t, withPort(database.url, line.port))
    await untilListening(database, follower)
    line.silence()
    await follower.stop()
    line.restore()
  })

  test('behind PgBouncer, a node says once that it looks for changes, and does', async (t) => {
    const { database, writer } = await twoNodes(t)
    const url = await startPgBouncer(t, database.url, { pooling: 'session' })
    const follower = await follow(t, url)
    await until(async () => follower.reasons.length > 0)
    assert.deepEqual(follower.reasons, ['DATABASE_URL leads to a connection pooler'])
    assert.equal(follower.changes(), 0)
    await rename(writer, 'looked for')
    follower.node.clock.advance(999)
    assert.ok(await isNamed('looked for', follower.node)())
  })
}

const by = 'command line'
const access = { tokenType: 'jwtAccess', username: 'ada', scopes: [] } as const

function withPort(href: string, port: number): string {
  const url = new URL(href)
  url.port = String(port)
  return url.href
}

await onServer('announcements of changes', sharedPostgres, withPostgres)
