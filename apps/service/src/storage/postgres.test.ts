import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { PostgresUnavailable, startPostgres } from '../../test/postgres.ts'
import { openStore } from './open.ts'
import { persistently } from './postgres.ts'
import { storeContract } from './store.contract.ts'
import { passkey, signIn, signUp, type TestDatabase } from './store.situations.ts'

const server = await startPostgres().catch((error: unknown) => {
  if (error instanceof PostgresUnavailable) return error
  throw error
})

if (server instanceof PostgresUnavailable) test('PostgreSQL', { skip: server.message })
else withPostgres(server.url, server.stop)

function withPostgres(url: string, stop: () => Promise<void>) {
  const looking = new pg.Pool({ connectionString: url, max: 1 })
  // The pool's end does not wait for its connections to close, so the server's end may still reach them.
  looking.on('error', () => {})
  let schemas = 0

  /** A schema of its own is as good as a database of its own, and made faster. */
  async function freshDatabase(): Promise<TestDatabase> {
    const schema = `test_${schemas++}`
    await looking.query(`create schema ${schema}`)
    return {
      url: `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`,
      // The pool replaces a connection whose statement failed, so the schema is named again each time.
      query: (sql) =>
        persistently(async () => {
          await looking.query(`set search_path = ${schema}`)
          return (await looking.query(sql)).rows
        }),
      drop: async () => void (await looking.query(`drop schema ${schema} cascade`)),
    }
  }

  after(async () => {
    await looking.end()
    await stop()
  })

  storeContract('PostgreSQL', freshDatabase)

  test('a store outlives the loss of its connections', async () => {
    const database = await freshDatabase()
    const store = await openStore(database.url)
    await store.passkeys.add(signUp('ann'))
    await looking.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
    )
    // The first query may still meet a connection that is being closed.
    await store.ping().catch(() => {})
    await store.ping()
    await store.close()
    await database.drop()
  })

  test('a batch that loses a deadlock runs again', async () => {
    const database = await freshDatabase()
    // A server looks for a deadlock once, so long after a wait began: the store first, and only after the circle closed.
    const store = await openStore(database.url + encodeURIComponent(' -c deadlock_timeout=1s'))
    await database.query(`set deadlock_timeout = '1min'`)
    await store.passkeys.add(signUp('ann'))
    await database.query('begin')
    await database.query(`update passkeys set name = 'held'`)
    const signingIn = store.passkeys.recordUse(signIn(passkey('ann'), 'mine'))
    while ((await database.query('select 1 from pg_locks where not granted')).length === 0);
    await database.query(`insert into spent_sessions (app_id, id, expires_at) values ('shop', 'mine', 1)`)
    await database.query('rollback')
    await database.query('reset deadlock_timeout')
    assert.equal(await signingIn, 'recorded')
    await store.close()
    await database.drop()
  })

  test('a server that is not there is told at once', async () => {
    await assert.rejects(openStore('postgres://postgres@127.0.0.1:1/none'), /ECONNREFUSED/)
  })
}
