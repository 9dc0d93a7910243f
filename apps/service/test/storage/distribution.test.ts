import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { sharedPostgres } from '@thumbturn/service-harness/databases.ts'
import { distributedPostgres, distributedUrl, noDistributed } from '@thumbturn/service-harness/distributed.ts'
import { PostgresUnavailable } from '@thumbturn/service-harness/postgres.ts'
import { startService } from '@thumbturn/service-harness/service.ts'
import { readBody, signIn, signUpUser } from '@thumbturn/service-harness/situations.ts'
import pg from 'pg'
import { ownApplicationId } from '../../src/core/model/applications/own-id.ts'
import type { Write } from '../../src/core/writes.ts'
import { placements } from '../../src/storage/distribution/placements.ts'
import type { Engine, Statement } from '../../src/storage/engine/engine.ts'
import { openDistributedPostgres } from '../../src/storage/engine/postgres.ts'
import { migrate, migrations } from '../../src/storage/migrations/migrate.ts'
import type { Migration } from '../../src/storage/migrations/migration.ts'
import { openStore, storeOver } from '../../src/storage/open.ts'
import { isPartial, listStatements } from './statements.ts'

const postgres = await sharedPostgres().catch((error: unknown) => {
  if (error instanceof PostgresUnavailable) return error
  throw error
})

const distributed = Object.keys(placements)

if (postgres instanceof PostgresUnavailable) test('tables can be distributed', { skip: postgres.message })
else {
  after(postgres.stop)

  test('every constraint of a table holds on the worker that has it, except those that distribute changes', async (t) => {
    const database = await postgres.fresh({ migrated: true })
    t.after(() => database.drop())
    const spanning = await database.query(`
      select c.relname as index from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class r on r.oid = i.indrelid
      where i.indisunique and r.relname in (${list(distributed)}) and not exists (
        select from pg_attribute a where a.attrelid = r.oid and a.attname = 'app_id' and a.attnum = any (i.indkey::int2[]))`)
    assert.deepEqual(spanning, [{ index: 'passkeys_credential_id' }])
    const leaving = await database.query(`
      select conname from pg_constraint join pg_class r on r.oid = conrelid join pg_class o on o.oid = confrelid
      where contype = 'f' and (r.relname in (${list(distributed)})) <> (o.relname in (${list(distributed)})) order by 1`)
    assert.deepEqual(leaving, [{ conname: 'member_sessions_passkey' }, { conname: 'members_owner' }])
  })

  /** One server with the engine of several, and without the foreign keys that `thumbturn distribute` drops. */
  const openAsDistributed = async (t: TestContext) => {
    const { url, query, drop } = await postgres.fresh({ migrated: true })
    await query('alter table members drop constraint members_owner')
    await query('alter table member_sessions drop constraint member_sessions_passkey')
    const engine = openDistributedPostgres(url)
    t.after(async () => {
      await engine.close()
      await drop()
    })
    return { ...storeOver(engine), query }
  }

  test('without foreign keys, what deletes a user or a passkey deletes the member and the sessions with it', async (t) => {
    const { commit, query } = await openAsDistributed(t)
    const [appId, userId] = [ownApplicationId, 'user-ann']
    const deletions = {
      deletePasskey: { deletePasskey: { appId, userId, id: 'one' } },
      deletePasskeys: { deletePasskeys: { appId, userId } },
      removeAccess: { removeAccess: { appId, userId, addressKey: '' } },
      deleteUser: { deleteUser: { appId, userId } },
    } satisfies Readonly<Record<string, Write>>
    const left: Record<string, unknown> = {}
    for (const [name, deletion] of Object.entries(deletions)) {
      for (const statement of aMember) await query(statement)
      assert.equal(await commit([deletion]), undefined)
      const [found] = await query(`select array(select id from member_sessions order by id) as sessions,
        (select count(*)::int from members) as members`)
      left[name] = found
    }
    assert.deepEqual(left, {
      deletePasskey: { sessions: ['of another passkey', 'of the provider'], members: 1 },
      deletePasskeys: { sessions: ['of the provider'], members: 1 },
      removeAccess: { sessions: ['of the provider'], members: 1 },
      deleteUser: { sessions: [], members: 0 },
    })
  })

  test('a session is spent once and not behind the watermark, which the insert can’t read', async (t) => {
    const { commit, spentSessions } = await openAsDistributed(t)
    await spentSessions.raiseWatermark(1_000)
    const spend = (id: string, expiresAt: number) => commit([{ spend: { appId: 'shop', id, expiresAt } }])
    assert.deepEqual(
      [await spend('one', 1_001), await spend('one', 1_001), await spend('two', 1_000)],
      [undefined, 'session_spent', 'session_spent'],
    )
    assert.equal(await commit([{ spendNonce: { appId: 'shop', id: 'one', expiresAt: 1_001 } }]), undefined)
  })
}

const passkeyRow = (
  id: string,
) => `insert into passkeys (app_id, id, user_id, rp_id, credential_id, name, public_key, public_key_spki,
  algorithm, sign_count, aaguid, transports, backup_eligible, backed_up, user_verified, attestation_format, created_at)
  values ('${ownApplicationId}', '${id}', 'user-ann', 'example.com', '${id}', '', '', '', -7, 0, '', '[]', 0, 0, 1, 'none', 1)`
const sessionRow = (
  id: string,
  passkeyId?: string,
) => `insert into member_sessions (id, token_hash, app_id, user_id, passkey_id,
  token_epoch, created_at, last_used_at, confirmed_at, expires_at)
  values ('${id}', '${id}', '${ownApplicationId}', 'user-ann', ${passkeyId ? `'${passkeyId}'` : 'null'}, 0, 1, 1, 1, 9)`

/** A member with two passkeys, and a session of each and of a provider, in place of what there was. */
const aMember = [
  'delete from members',
  'delete from users',
  `insert into users (app_id, id, username, username_key, username_type, display_name, status, created_at)
    values ('${ownApplicationId}', 'user-ann', 'ann', 'ann', 'other', 'Ann', 'active', 1)`,
  `insert into members (user_id, app_id, name, created_at) values ('user-ann', '${ownApplicationId}', 'Ann', 1)`,
  passkeyRow('one'),
  passkeyRow('two'),
  sessionRow('of the passkey', 'one'),
  sessionRow('of another passkey', 'two'),
  sessionRow('of the provider'),
]

const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

if (distributedUrl) withWorkers(await distributedPostgres(distributedUrl))
else test('a distributed PostgreSQL', { skip: noDistributed })

function withWorkers({ fresh, stop }: Awaited<ReturnType<typeof distributedPostgres>>) {
  after(stop)

  test('every statement of a sign-up and a sign-in uses one shard, and all of them one worker', async (t) => {
    const database = await fresh({ migrated: true })
    const { engine, statements } = record(openDistributedPostgres(database.url))
    const service = await startService({ databaseUrl: database.url, store: storeOver(engine) })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    t.after(async () => {
      await client.end()
      await service.close()
      await database.drop()
    })
    statements.length = 0
    const user = await signUpUser(service)
    readBody(await signIn(service, user))
    assert.ok(statements.length > 10)
    const nodes = new Set<string>()
    for (const { sql, values } of statements) {
      const found = await explain(client, { sql, values })
      assert.ok(
        found.every(({ tasks }) => tasks === 1),
        `${sql}\n${JSON.stringify(found)}`,
      )
      for (const { node } of found) nodes.add(node)
    }
    assert.equal(nodes.size, 1, [...nodes].join())
  })

  test('every statement can be distributed, and one that names an application uses one shard', async (t) => {
    const database = await fresh({ migrated: true })
    const engine = openDistributedPostgres(database.url)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    t.after(async () => {
      await client.end()
      await engine.close()
      await database.drop()
    })
    const spread: string[] = []
    for (const sql of await listStatements(engine)) {
      // A value that every type has. Citus can't explain every statement with parameters that it can execute.
      const literal = sql.replaceAll(/\$\d+/g, `'1'`)
      const found = await explain(client, { sql: literal, values: [] }).catch((error) => {
        if (isPartial(error)) return []
        throw new Error(`${(error as Error).message}: ${sql}`)
      })
      if (/app_id"? = \$/.test(sql) && found.some(({ tasks }) => tasks > 1)) spread.push(sql)
    }
    assert.deepEqual(spread, [])
  })

  test('a migration distributes a table that it creates, with the users that it refers to', async (t) => {
    const { database, engine } = await openMigrated(t)
    await migrate(engine, { history: [...migrations, laterTable] })
    const [row] = await database.query(
      `select partmethod as method, colocationid as placement from pg_dist_partition where logicalrelid = 'passkeys'::regclass`,
    )
    assert.equal(row?.method, 'h')
    const added = await database.query(
      `select colocationid as placement from pg_dist_partition where logicalrelid = 'failures'::regclass`,
    )
    assert.deepEqual(added, [{ placement: row?.placement }])
    await database.query(
      `insert into failures (app_id, account, method, count, last_at) values ('shop', 'a', 'b', 1, 1)`,
    )
  })

  async function openMigrated(t: TestContext) {
    const database = await fresh({ migrated: true })
    const engine = openDistributedPostgres(database.url)
    t.after(async () => {
      await engine.close()
      await database.drop()
    })
    // A table of the placements that a later migration creates.
    await database.query('drop table failures')
    await (await openStore(database.url)).close()
    return { database, engine }
  }
}

const laterTable: Migration = {
  name: '9999-later-table',
  kind: 'expand',
  since: '9.0.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('failures')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('count', types.integer, (column) => column.notNull())
      .addColumn('last_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('failures_method', ['app_id', 'account', 'method'])
      .addForeignKeyConstraint('failures_owner', ['app_id', 'user_id'], 'users', ['app_id', 'id']),
    schema.createIndex('failures_by_user').on('failures').columns(['app_id', 'user_id']),
  ],
}

/** The engine, and every statement that it runs. */
function record(engine: Engine): { engine: Engine; statements: Statement[] } {
  const statements: Statement[] = []
  return {
    statements,
    engine: {
      ...engine,
      read(statement) {
        statements.push(statement)
        return engine.read(statement)
      },
      write(steps) {
        statements.push(...steps)
        return engine.write(steps)
      },
    },
  }
}

type Plan = { [key: string]: unknown }

/** How many tasks each distributed part of a statement has, and where its first one runs; none for a statement on the coordinator. */
async function explain(client: pg.Client, { sql, values }: Pick<Statement, 'sql' | 'values'>) {
  const { rows } = await client.query(`explain (format json, costs off) ${sql}`, values.map(toValue))
  const found: { tasks: number; node: string }[] = []
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { 'Task Count': tasks, Tasks: shown } = part as Plan
    if (typeof tasks === 'number') found.push({ tasks, node: String((shown as Plan[] | undefined)?.[0]?.Node) })
    for (const inner of Object.values(part)) visit(inner)
  }
  visit(rows)
  return found
}

const toValue = (value: Statement['values'][number]) => (value instanceof Uint8Array ? Buffer.from(value) : value)
