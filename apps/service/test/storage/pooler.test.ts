import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type PostgresDatabases, sharedPostgres } from '@thumbturn/service-harness/databases.ts'
import { startPgBouncer } from '@thumbturn/service-harness/pgbouncer.ts'
import { onServer } from '@thumbturn/service-harness/postgres-suite.ts'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import { passkey, signIn, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { openStore } from '../../src/storage/open.ts'

function withPostgres({ fresh }: PostgresDatabases) {
  async function freshDatabase(t: TestContext) {
    const database = await fresh({ migrated: true })
    t.after(() => database.drop())
    return database
  }

  test('a store works behind PgBouncer with session pooling, without settings for it there', async (t) => {
    const database = await freshDatabase(t)
    const url = await startPgBouncer(t, database.url, { pooling: 'session' })
    for (const name of ['ann', 'bob']) {
      const store = await openStore(url)
      assert.equal(await register(store, signUp(name)), undefined)
      assert.equal(await recordUse(store, signIn(passkey(name), `session-${name}`)), undefined)
      await store.close()
    }
  })

  const rejection = new RegExp(
    '^OperatorError: The database .+ cannot be used: a connection pooler there gives each transaction another ' +
      "connection to the server, but prepared statements and settings belong to a connection\\. Choose session pooling, or lead DATABASE_URL to the server's own address\\.$",
  )

  for (const pooling of ['transaction', 'statement'] as const)
    for (const further of [[], ['server_round_robin = 1'], ['default_pool_size = 1']])
      test(`a store doesn't open behind PgBouncer with ${pooling} pooling${further.map((line) => ` and ${line}`)}`, async (t) => {
        const database = await freshDatabase(t)
        const url = await startPgBouncer(t, database.url, { pooling, further })
        // The first attempts also open the pooler's connections.
        for (let attempt = 0; attempt < 5; attempt++) await assert.rejects(openStore(url), rejection)
      })

  test('a store never opens behind PgBouncer with transaction pooling while other clients use its connections', async (t) => {
    const database = await freshDatabase(t)
    const url = await startPgBouncer(t, database.url, { pooling: 'transaction', further: ['default_pool_size = 4'] })
    const attempts = Array.from({ length: 20 }, () => assert.rejects(openStore(url), rejection))
    await Promise.all(attempts)
  })
}

await onServer('a connection pooler', sharedPostgres, withPostgres)
