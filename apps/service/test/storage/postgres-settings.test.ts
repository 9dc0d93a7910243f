import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type PostgresDatabases, privatePostgres } from '@thumbturn/service-harness/databases.ts'
import { onServer } from '@thumbturn/service-harness/postgres-suite.ts'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import { passkey, signIn, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { openPostgres } from '../../src/storage/engine/postgres.ts'
import { openConnection } from '../../src/storage/engine/postgres-sessions.ts'
import { openStore } from '../../src/storage/open.ts'

/** Values that change what our statements or their results mean, and those that every connection has instead. */
const hostile: Readonly<Record<string, readonly [value: string, pinned: string]>> = {
  bytea_output: ['escape', 'hex'],
  datestyle: ['SQL, DMY', 'ISO, MDY'],
  intervalstyle: ['iso_8601', 'postgres'],
  timezone: ['Asia/Kolkata', 'UTC'],
  extra_float_digits: ['-15', '1'],
  client_encoding: ['LATIN1', 'UTF8'],
  standard_conforming_strings: ['off', 'on'],
  transform_null_equals: ['on', 'off'],
  array_nulls: ['off', 'on'],
  default_transaction_isolation: ['serializable', 'read committed'],
  session_replication_role: ['replica', 'origin'],
  row_security: ['on', 'off'],
  client_min_messages: ['error', 'warning'],
  exit_on_error: ['on', 'off'],
  synchronous_commit: ['off', 'on'],
  statement_timeout: ['2s', '5s'],
  lock_timeout: ['1ms', '0'],
  idle_in_transaction_session_timeout: ['1ms', '0'],
  idle_session_timeout: ['1s', '0'],
  search_path: ['"$user", elsewhere, public', 'public'],
}

function withPostgres({ fresh }: PostgresDatabases) {
  async function freshDatabase(t: TestContext, options = { migrated: true }) {
    const database = await fresh(options)
    t.after(() => database.drop())
    const name = new URL(database.url).pathname.slice(1)
    const set = (setting: string, value: string) =>
      database.query(`alter database ${name} set ${setting} to ${setting === 'search_path' ? value : `'${value}'`}`)
    return { ...database, name, set }
  }

  async function setAll({ set }: Awaited<ReturnType<typeof freshDatabase>>) {
    for (const [setting, [value]] of Object.entries(hostile)) await set(setting, value)
  }

  test('a setting of the database that changes what statements mean is another one on every connection', async (t) => {
    const database = await freshDatabase(t)
    await setAll(database)
    const sql = `select ${Object.keys(hostile).map((name) => `current_setting('${name}') as ${name}`)}`
    const expected = Object.fromEntries(Object.entries(hostile).map(([name, [, pinned]]) => [name, pinned]))
    const engine = openPostgres(database.url, 1)
    assert.deepEqual(await engine.read({ sql, values: [] }), [expected])
    await engine.close()
    const client = await openConnection(database.url)
    assert.deepEqual((await client.query(sql)).rows, [{ ...expected, statement_timeout: '0' }])
    await client.end()
  })

  test('a store works in a database whose settings change what statements mean', async (t) => {
    const database = await freshDatabase(t, { migrated: false })
    await database.query('create schema elsewhere')
    await setAll(database)
    const store = await openStore(database.url)
    const account = signUp('zoë@example.com')
    assert.equal(await register(store, account), undefined)
    assert.equal(await recordUse(store, signIn(account.passkey, 'session')), undefined)
    const found = await store.passkeys.find('shop', account.passkey.id)
    assert.deepEqual(found?.publicKey, account.passkey.publicKey)
    // Foreign keys are checked.
    assert.equal(await store.commit([{ deleteUser: { appId: 'shop', userId: account.passkey.userId } }]), undefined)
    assert.equal(await store.passkeys.find('shop', account.passkey.id), undefined)
    await store.close()
  })

  for (const schema of ['"$user"', 'elsewhere'])
    test(`tables of the same names in a schema that is searched first, such as ${schema}, are never used`, async (t) => {
      const database = await freshDatabase(t)
      const first = await openStore(database.url)
      assert.equal(await register(first, signUp('ann')), undefined)
      const name = schema === '"$user"' ? 'postgres' : schema
      await database.query(`create schema ${name}`)
      for (const table of ['migrations', 'users', 'passkeys'])
        await database.query(`create table ${name}.${table} (id text)`)
      await database.set('search_path', `${schema}, public`)
      const second = await openStore(database.url)
      for (const store of [first, second]) {
        const found = await store.passkeys.find('shop', passkey('ann').id)
        assert.equal(found?.userId, 'user-ann')
        await store.close()
      }
    })

  test('a user whose foreign keys would not be checked is rejected', async (t) => {
    const database = await freshDatabase(t)
    await database.query(`create role unchecked login`)
    await database.query('grant select, insert, update, delete on all tables in schema public to unchecked')
    await database.query(`alter role unchecked set session_replication_role to replica`)
    const url = new URL(database.url)
    url.username = 'unchecked'
    await assert.rejects(
      openStore(url.href),
      /: the user lacks a privilege \(permission denied to set parameter "session_replication_role"\)/,
    )
  })
}

await onServer('settings of PostgreSQL', privatePostgres, withPostgres)
