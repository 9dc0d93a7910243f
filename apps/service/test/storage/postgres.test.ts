import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PostgresDatabases, privatePostgres } from '@thumbturn/service-harness/databases.ts'
import { onServer } from '@thumbturn/service-harness/postgres-suite.ts'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import { code, codeAttempt, passkey, signIn, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { openFresh } from '@thumbturn/service-harness/stores.ts'
import type { MigrationPlan } from '../../src/storage/engine/engine.ts'
import { openPostgres } from '../../src/storage/engine/postgres.ts'
import { applyMigrations } from '../../src/storage/engine/postgres-migrations.ts'
import { openConnection } from '../../src/storage/engine/postgres-sessions.ts'
import { migrate, migrations } from '../../src/storage/migrations/migrate.ts'
import type { Migration } from '../../src/storage/migrations/migration.ts'
import { listPending } from '../../src/storage/migrations/plan.ts'
import { openStore } from '../../src/storage/open.ts'
import { endWaits, untilWaiting, withAbsentStandby } from './absent-standby.ts'

/** Finds the index that a test adds, once it can be used. */
const validIndexes = `select pg_get_indexdef(indexrelid) as definition from pg_index
  where indexrelid = to_regclass('passkeys_by_name') and indisvalid`

function withPostgres({ fresh: freshDatabase }: PostgresDatabases) {
  test('a store survives the loss of its connections', async (t) => {
    const { database, store } = await openFresh(freshDatabase, t)
    await register(store, signUp('ann'))
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
    )
    // The first query can still use a connection that is being closed.
    await store.ping().catch(() => {})
    await store.ping()
  })

  test('a sign-in rewrites rows within their page, so that no index changes', async (t) => {
    const { database, store } = await openFresh(freshDatabase, t)
    const names = Array.from({ length: 100 }, (_, at) => `user${at}`)
    for (const name of names) assert.equal(await register(store, signUp(name)), undefined)
    const listPages = async (table: string) =>
      database.query(`select user_id, (ctid::text::point)[0]::int as page from ${table} order by user_id`)
    const listAll = async () => ({ passkeys: await listPages('passkeys'), devices: await listPages('devices') })
    const before = await listAll()
    for (const pages of Object.values(before))
      assert.ok(new Set(pages.map(({ page }) => page)).size > 1, 'more than a page')
    for (const name of names) {
      const { device } = signUp(name)
      assert.equal(await recordUse(store, signIn(passkey(name), `session-${name}`, { device })), undefined)
    }
    assert.deepEqual(await listAll(), before)
  })

  test('a write whose wait for the standby is canceled has an unknown result, not success', async (t) => {
    const { database, store } = await openFresh(freshDatabase, t)
    await withAbsentStandby(database, async () => {
      const rejected = assert.rejects(register(store, signUp('ann')), { name: 'Outage' })
      await untilWaiting(database, 'SyncRep')
      await endWaits(database, 'pg_cancel_backend')
      await rejected
    })
    assert.deepEqual(await database.query('select count(*)::int as users from users'), [{ users: 1 }])
  })

  test('a conflict keeps its connection, and any other error of a statement closes it', async () => {
    const database = await freshDatabase()
    await (await openStore(database.url)).close()
    const engine = openPostgres(database.url, 1)
    const insert = `insert into watermarks (name, value) values ('spent_sessions', 1)`
    const conflict = { table: 'watermarks', values: [], required: false, sql: insert } as const
    const readConnection = async () =>
      (await engine.read({ sql: 'select pg_backend_pid() as pid', values: [] }))[0]?.pid
    const first = await readConnection()
    for (let attempt = 0; attempt < 3; attempt++) {
      const outcome = await engine.write([conflict])
      assert.equal('conflict' in outcome && outcome.conflict, 'watermarks_name')
    }
    assert.equal(await readConnection(), first)
    await assert.rejects(async () => engine.read({ sql: 'select no_such_column', values: [] }))
    assert.notEqual(await readConnection(), first)
    await engine.close()
    await database.drop()
  })

  test('a prepared statement has the same name in every process, whatever the process ran before', async () => {
    const database = await freshDatabase()
    const first = { sql: 'select 1 as one', values: [] }
    const second = { sql: 'select 2 as two', values: [] }
    const listNames = async (statements: readonly (typeof first)[]) => {
      const engine = openPostgres(database.url, 1)
      for (const statement of statements) await engine.read(statement)
      const sql = `select statement, name from pg_prepared_statements where statement in ('${first.sql}', '${second.sql}')`
      const rows = await engine.read({ sql, values: [] })
      await engine.close()
      return new Map(rows.map(({ statement, name }) => [statement, name]))
    }
    const [names, reversed] = [await listNames([first, second]), await listNames([second, first])]
    assert.equal(new Set(names.values()).size, 2)
    assert.deepEqual(names.get(first.sql), reversed.get(first.sql))
    assert.deepEqual(names.get(second.sql), reversed.get(second.sql))
    await database.drop()
  })

  test('a batch that loses a deadlock runs again', async () => {
    const database = await freshDatabase()
    // Each process checks for a deadlock once, after its own timeout. The store's is short, so it checks first, and
    // only after the cycle is complete.
    const store = await openStore(`${database.url}?options=${encodeURIComponent('-c deadlock_timeout=1s')}`)
    await database.query(`set deadlock_timeout = '1min'`)
    await register(store, signUp('ann'))
    await database.query('begin')
    await database.query(`update passkeys set name = 'held'`)
    const signingIn = recordUse(store, signIn(passkey('ann'), 'mine'))
    while ((await database.query('select 1 from pg_locks where not granted')).length === 0);
    await database.query(`insert into spent_sessions (app_id, id, expires_at) values ('shop', 'mine', 1)`)
    await database.query('rollback')
    await database.query('reset deadlock_timeout')
    assert.equal(await signingIn, undefined)
    await store.close()
    await database.drop()
  })

  test('deleting a user who is registering a passkey also deletes the message about the passkey', async (t) => {
    const { database, store } = await openFresh(freshDatabase, t)
    await register(store, signUp('ann'))
    const about = { userId: 'user-ann', passkey: 'phone' }
    await store.messages.add({ appId: 'shop', id: 'one', kind: 'passkey-added', about, createdAt: 1, expiresAt: 9e12 })
    await database.query('create temp table queued as select * from messages')
    await database.query('delete from messages')
    // The locks and writes of a registration.
    await database.query('begin')
    await database.query('select from users for key share')
    await database.query('insert into messages select * from queued')
    const deletion = store.commit([{ deleteUser: { appId: 'shop', userId: 'user-ann' } }])
    while ((await database.query('select 1 from pg_locks where not granted')).length === 0);
    await database.query('commit')
    assert.equal(await deletion, undefined)
    assert.deepEqual(await database.query('select id from messages'), [])
  })

  /** A migration of the next release. */
  const expanding = (statements: Migration['statements']): Migration => ({
    name: '9001-nicknames',
    kind: 'expand',
    since: '9.1.0',
    statements,
  })
  const addColumn = expanding(({ schema }) => [schema.alterTable('passkeys').addColumn('nickname', 'text')])
  const addIndex = expanding(({ schema }) => [schema.createIndex('passkeys_by_name').on('passkeys').column('name')])
  const history = (one: Migration) => ({ history: [...migrations, one] })

  for (const [what, migration, held, result] of [
    ['a table', addColumn, 'select count(*) from passkeys', 'select nickname from passkeys'],
    ['an index', addIndex, `update passkeys set name = name where user_id = 'user-bob'`, validIndexes],
  ] as const)
    test(`a migration of ${what} that waits for a long transaction lets sign-ins pass`, async (t) => {
      const { database, store } = await openFresh(freshDatabase, t)
      await register(store, signUp('ann'))
      await register(store, signUp('bob'))
      await database.query('begin')
      await database.query(held)
      const engine = openPostgres(database.url)
      let isDone = false
      const migrating = migrate(engine, history(migration)).then(() => {
        isDone = true
      })
      // It asks for the table again and again, and each time the sign-in behind it continues before its own timeout.
      for (let attempt = 0; attempt < 3; attempt++) {
        while ((await database.query('select 1 from pg_locks where not granted')).length === 0);
        assert.equal(await recordUse(store, signIn(passkey('ann'), `session ${attempt}`)), undefined)
        assert.equal(isDone, false)
      }
      await database.query('commit')
      await migrating
      assert.notEqual((await database.query(result)).length, 0)
      await engine.close()
    })

  test('a migration that never gets its table fails with the reason, and leaves nothing', async (t) => {
    const { database } = await openFresh(freshDatabase, t)
    const engine = openPostgres(database.url)
    await database.query('begin')
    await database.query('select count(*) from passkeys')
    const plan: MigrationPlan = (applied) => listPending(engine, applied, history(addColumn).history)
    await assert.rejects(
      applyMigrations(() => openConnection(database.url), plan, 1),
      /waits for a table that a long transaction uses .*Nothing of it was applied/,
    )
    await database.query('commit')
    await assert.rejects(database.query('select nickname from passkeys'), /does not exist/)
    await engine.close()
  })

  test('several nodes can build an index at once, also after an attempt that was interrupted', async () => {
    const database = await freshDatabase()
    await (await openStore(database.url)).close()
    await database.query('create index passkeys_by_name on passkeys (id)')
    await database.query(`update pg_index set indisvalid = false where indexrelid = 'passkeys_by_name'::regclass`)
    const engines = [1, 2, 3].map(() => openPostgres(database.url))
    const applied = await Promise.all(engines.map((engine) => migrate(engine, history(addIndex))))
    assert.deepEqual(
      applied.flat().map(({ name }) => name),
      ['9001-nicknames'],
    )
    assert.match(String((await database.query(validIndexes))[0]?.definition), /\(name\)$/)
    for (const engine of engines) await engine.close()
    await database.drop()
  })

  test('an attempt at a code of a user deleted in the meantime fails', async (t) => {
    const { database, store } = await openFresh(freshDatabase, t)
    await register(store, signUp('ann'))
    await store.commit([{ putCode: code('ann') }])
    await database.query('begin')
    await database.query('delete from users')
    const trying = store.codes.take(codeAttempt('ann'))
    while ((await database.query('select 1 from pg_locks where not granted')).length === 0);
    await database.query('commit')
    assert.deepEqual(await trying, [])
  })

  test('an unreachable server is reported at once', async () => {
    await assert.rejects(openStore('postgres://postgres@127.0.0.1:1/none'), /ECONNREFUSED/)
  })
}

await onServer('PostgreSQL', privatePostgres, withPostgres)
