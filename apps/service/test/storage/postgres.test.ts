import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { privatePostgres } from '@thumbturn/service-harness/databases.ts'
import { PostgresUnavailable } from '@thumbturn/service-harness/postgres.ts'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import { code, codeTry, passkey, signIn, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { openPostgres } from '../../src/storage/engine/postgres.ts'
import { migrate, migrations } from '../../src/storage/migrations/migrate.ts'
import type { Migration } from '../../src/storage/migrations/migration.ts'
import { openStore } from '../../src/storage/open.ts'

const server = await privatePostgres().catch((error: unknown) => {
  if (error instanceof PostgresUnavailable) return error
  throw error
})

if (server instanceof PostgresUnavailable) test('PostgreSQL', { skip: server.message })
else withPostgres(server)

function withPostgres({ fresh: freshDatabase, stop }: Awaited<ReturnType<typeof privatePostgres>>) {
  after(stop)

  test('a store survives the loss of its connections', async () => {
    const database = await freshDatabase()
    const store = await openStore(database.url)
    await register(store, signUp('ann'))
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
    )
    // The first query can still use a connection that is being closed.
    await store.ping().catch(() => {})
    await store.ping()
    await store.close()
    await database.drop()
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
    await assert.rejects(engine.read({ sql: 'select no_such_column', values: [] }))
    assert.notEqual(await readConnection(), first)
    await engine.close()
    await database.drop()
  })

  test('a batch that loses a deadlock runs again', async () => {
    const database = await freshDatabase()
    // Each process checks for a deadlock once, after its own timeout. The store's is short, so it checks first, and
    // only after the cycle is complete.
    const store = await openStore(database.url + encodeURIComponent(' -c deadlock_timeout=1s'))
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

  test('a migration that waits for a long transaction lets sign-ins pass', async () => {
    const database = await freshDatabase()
    const store = await openStore(database.url)
    await register(store, signUp('ann'))
    await database.query('begin')
    await database.query('select count(*) from passkeys')
    const engine = openPostgres(database.url)
    const expanding: Migration = {
      name: '9001-nicknames',
      kind: 'expand',
      since: '9.1.0',
      statements: ({ schema }) => [schema.alterTable('passkeys').addColumn('nickname', 'text')],
    }
    let isDone = false
    const migrating = migrate(engine, { history: [...migrations, expanding] }).then(() => {
      isDone = true
    })
    // It asks for the table again and again, and each time the sign-in behind it goes on before its own timeout.
    for (let attempt = 0; attempt < 3; attempt++) {
      while ((await database.query('select 1 from pg_locks where not granted')).length === 0);
      assert.equal(await recordUse(store, signIn(passkey('ann'), `session ${attempt}`)), undefined)
      assert.equal(isDone, false)
    }
    await database.query('commit')
    await migrating
    assert.equal((await database.query('select nickname from passkeys')).length, 1)
    await engine.close()
    await store.close()
    await database.drop()
  })

  test('an attempt at a code of a user deleted in the meantime fails', async () => {
    const database = await freshDatabase()
    const store = await openStore(database.url)
    await register(store, signUp('ann'))
    await store.commit([{ putCode: code('ann') }])
    await database.query('begin')
    await database.query('delete from users')
    const trying = store.codes.take(codeTry('ann'))
    while ((await database.query('select 1 from pg_locks where not granted')).length === 0);
    await database.query('commit')
    assert.deepEqual(await trying, [])
    await store.close()
    await database.drop()
  })

  test('an unreachable server is reported at once', async () => {
    await assert.rejects(openStore('postgres://postgres@127.0.0.1:1/none'), /ECONNREFUSED/)
  })
}
