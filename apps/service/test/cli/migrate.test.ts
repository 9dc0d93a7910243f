import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { type FreshDatabase, freshSqlite, sharedPostgres } from '@thumbturn/service-harness/databases.ts'
import { PostgresUnavailable } from '@thumbturn/service-harness/postgres.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { startService } from '@thumbturn/service-harness/service.ts'
import { signIn, signUpUser } from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { copyDatabase } from '../../src/storage/copy/copy.ts'
import { everyTable } from '../../src/storage/every-table.ts'

const shop = '--rp-id example.com --origin https://example.com'

/** An empty database that is dropped after the test. */
async function createDatabase(t: TestContext, fresh: FreshDatabase): Promise<TestDatabase> {
  const database = await fresh()
  t.after(() => database.drop())
  return database
}

/** An installation with two applications and a user with a passkey. */
async function createInstallation(t: TestContext, fresh: FreshDatabase) {
  const [DATA_DIR, database] = [dataFolder(t), await createDatabase(t, fresh)]
  const command = (text: string, DATABASE_URL = database.url) => runCommand(text.split(' '), { DATA_DIR, DATABASE_URL })
  const created = await command(`app create shop ${shop}`)
  assert.equal(created.code, 0, created.stderr)
  const secret = Buffer.from(readFileSync(join(DATA_DIR, 'master.key'), 'utf8').trim(), 'base64url')
  const service = await startService({ databaseUrl: database.url, secret })
  const user = await signUpUser(service)
  await service.close()
  return { database, command, secret, user }
}

/** The sessions of `fill`, and the one of the sign-up. */
const filled = 1501

/** Fills a table with more rows than a batch copies. */
const fill = ({ query }: TestDatabase) =>
  query(`insert into spent_sessions (app_id, id, expires_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1500)
    select 'demo', 'session ' || n, n from numbers`)

/** Copies until this many batches of the filled table are written, then interrupts. */
async function copyInPart(from: TestDatabase, to: TestDatabase, batches: number) {
  const interrupted = new AbortController()
  let seen = 0
  const onProgress = ({ table }: { table: string }) => {
    if (table === 'spent_sessions' && ++seen === batches) interrupted.abort()
  }
  await assert.rejects(
    copyDatabase({ from: from.url, to: to.url, signal: interrupted.signal, onProgress }),
    /^AppError: Interrupted\. Run the same command again to resume\.$/,
  )
}

test('every table and every column of the schema is copied, except what is made of others', async (t) => {
  const { database } = await createInstallation(t, freshSqlite)
  const rows = await database.query(`select t.name as name, c.name as column
    from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table' and t.name <> 'migrations' and t.name not like 'user_search_%'`)
  const columns = Object.entries(Object.groupBy(rows, ({ name }) => String(name))).map(
    ([name, found]) => [name, found!.map(({ column }) => String(column)).toSorted()] as const,
  )
  const expected = Object.values(everyTable).map(({ name, all }) => [name, all.toSorted()] as const)
  assert.deepEqual(Object.fromEntries(columns), Object.fromEntries(expected))
})

let postgres: Awaited<ReturnType<typeof sharedPostgres>> | undefined
before(async () => {
  postgres = await sharedPostgres().catch((error: unknown) => {
    if (!(error instanceof PostgresUnavailable)) throw error
    return undefined
  })
})
after(() => postgres?.stop())

const onPostgres: FreshDatabase = () => postgres!.fresh()
const ways = [
  ['SQLite', 'PostgreSQL', freshSqlite, onPostgres],
  ['PostgreSQL', 'SQLite', onPostgres, freshSqlite],
  ['SQLite', 'SQLite', freshSqlite, freshSqlite],
] as const

for (const [source, target, freshSource, freshTarget] of ways) {
  const needsPostgres = source === 'PostgreSQL' || target === 'PostgreSQL'
  const isMissing = (t: TestContext) => {
    const missing = needsPostgres && !postgres
    if (missing) t.skip('PostgreSQL is not installed')
    return missing
  }

  describe(`from ${source} to ${target}`, () => {
    test('everything is copied, and a user signs in at the new place with the same passkey', async (t) => {
      if (isMissing(t)) return
      const { database, command, secret, user } = await createInstallation(t, freshSource)
      const to = await createDatabase(t, freshTarget)
      const { code, stdout, stderr } = await command(`migrate --to ${to.url} --json`)
      assert.equal(code, 0, stderr)
      const { tables } = JSON.parse(stdout) as { tables: { table: string; rows: number }[] }
      const rows = Object.fromEntries(tables.map((one) => [one.table, one.rows]))
      assert.deepEqual([rows.applications, rows.users, rows.passkeys], [3, 1, 1])
      const service = await startService({ databaseUrl: to.url, secret })
      t.after(() => service.close())
      await signIn(service, user)
      assert.match((await command('app list', to.url)).stdout, /^shop +/m)
      const readFacts = async ({ query }: TestDatabase) =>
        (await query('select name, value from installation order by name')).map(({ name, value }) => [name, value])
      assert.deepEqual(await readFacts(to), await readFacts(database))
    })

    test('an interrupted copy is no installation, and the next one resumes it', async (t) => {
      if (isMissing(t)) return
      const { database, command } = await createInstallation(t, freshSource)
      await fill(database)
      const to = await createDatabase(t, freshTarget)
      await copyInPart(database, to, 2)
      const [part] = await to.query('select count(*) as rows from spent_sessions')
      assert.equal(Number(part?.rows), 800)
      assert.match((await command('app list', to.url)).stderr, /^This database is an incomplete copy: finish /)
      assert.equal((await command(`migrate --to ${to.url}`)).code, 0)
      const [whole] = await to.query('select count(*) as rows from spent_sessions')
      assert.equal(Number(whole?.rows), filled)
      assert.equal((await command('app list', to.url)).code, 0)
    })

    test('a source that changed during the copy is noticed, and the target stays incomplete', async (t) => {
      if (isMissing(t)) return
      const { database, command } = await createInstallation(t, freshSource)
      await fill(database)
      const to = await createDatabase(t, freshTarget)
      await copyInPart(database, to, 2)
      await database.query(`update spent_sessions set expires_at = 9 where id = 'session 1'`)
      const { code, stderr } = await command(`migrate --to ${to.url}`)
      assert.equal(code, 2)
      assert.match(
        stderr,
        /^Table spent_sessions differs: 1501 rows in the source, 1501 in the target\. The source changed/,
      )
      assert.match((await command('app list', to.url)).stderr, /incomplete copy/)
    })
  })
}

test('nothing is overwritten, and nothing is copied from nowhere', async (t) => {
  const { database, command } = await createInstallation(t, freshSqlite)
  const other = await createInstallation(t, freshSqlite)
  for (const { url } of [other.database, database])
    assert.match((await command(`migrate --to ${url}`)).stderr, /^The target is not empty \(table \w+\): nothing is/)
  const [empty, target] = [await createDatabase(t, freshSqlite), await createDatabase(t, freshSqlite)]
  assert.match((await command(`migrate --to ${target.url}`, empty.url)).stderr, /^The source has no installation/)
  await fill(database)
  await copyInPart(database, target, 1)
  assert.match(
    (await other.command(`migrate --to ${target.url}`)).stderr,
    /^The target holds part of another installation/,
  )
  assert.match(
    (await command(`migrate --to ${empty.url}`, target.url)).stderr,
    /^The source is itself the target of a copy/,
  )
  assert.match((await command('migrate')).stderr, /'--to <url>' not specified/)
  assert.match((await command('migrate --to mysql://x')).stderr, /must be sqlite:<path>, sqlite::memory: or postgres:/)
  assert.match(
    (await command('migrate --to postgres://me:hunter2@localhost:1/x')).stderr,
    /^(?!.*hunter2).*ECONNREFUSED/,
  )
})
