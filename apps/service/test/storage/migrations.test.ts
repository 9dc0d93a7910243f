import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type FreshDatabase, freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import { passkey, signIn, signUp, type TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { sql } from 'kysely'
import { readVersion } from '../../src/cli/version.ts'
import { copyDatabase } from '../../src/storage/copy/copy.ts'
import { openPostgres } from '../../src/storage/engine/postgres.ts'
import { openSqlite } from '../../src/storage/engine/sqlite.ts'
import { listMissing } from '../../src/storage/migrations/inspect.ts'
import { migrate, migrations, requireMigrated } from '../../src/storage/migrations/migrate.ts'
import type { Migration } from '../../src/storage/migrations/migration.ts'
import { listPending } from '../../src/storage/migrations/plan.ts'
import { findContractions } from '../../src/storage/migrations/statements.ts'
import { migrateDatabase, openNewestEngine, openReadOnly, openStore } from '../../src/storage/open.ts'

const firstRelease = '0.1.0'

const allNames = migrations.map(({ name }) => name)

/** Migrations of the next release: one adds a column, one changes every user, and one removes an index. */
const expanding: Migration = {
  name: '9001-nicknames',
  kind: 'expand',
  since: '9.1.0',
  statements: ({ schema }) => [schema.alterTable('users').addColumn('nickname', 'text')],
}
const filling: Migration = {
  name: '9000-names-shown',
  kind: 'expand',
  since: '9.1.0',
  statements: (builder) => [{ compile: () => sql`update users set display_name = username`.compile(builder) }],
}
const contracting: Migration = {
  name: '9002-no-device-index',
  kind: 'contract',
  since: '9.2.0',
  statements: ({ schema }) => [schema.dropIndex('devices_by_id')],
}

test('a migration declares its kind and a release, and an expanding one leaves the previous release alone', async () => {
  const engines = [openSqlite(':memory:'), openPostgres('postgres://localhost/unused')]
  for (const { name, kind, since } of migrations) {
    assert.match(since, /^\d+\.\d+\.\d+$/, name)
    assert.ok(since.localeCompare(readVersion(), 'en', { numeric: true }) <= 0, `${name}: ${since} isn't released yet`)
    if (kind === 'initial') assert.equal(since, firstRelease, `${name}: only the first release has initial migrations`)
  }
  for (const engine of engines) {
    for (const { name, kind, sql } of listPending(engine, [], migrations))
      if (kind === 'expand') assert.deepEqual(findContractions(sql), [], name)
    await engine.close()
  }
})

test('statements that the previous release would notice are found, with the reason', () => {
  const additive = [
    ['create table "notes" ("id" text)', 'create unique index "notes_id" on "notes" ("id")'],
    ['create table notes (id text)', `insert into notes (id) values ('first')`],
    ['create virtual table words using fts5(text)', `insert into words (words, rank) values ('secure-delete', 1)`],
    ['create table notes (id text)', 'create trigger noted after insert on notes begin select 1; end'],
    ['alter table "users" add column "nickname" text'],
    ['alter table "users" add column "level" bigint default 0 not null'],
    ['create index "users_by_time" on "users" ("created_at")', 'create index "users_by_name" on "users" ("username")'],
  ]
  for (const sql of additive) assert.deepEqual(findContractions(sql), [], sql.join('; '))
  const noticed = [
    ['alter table "users" add column "level" bigint not null', 'does more than add'],
    ['create unique index "users_nickname" on "users" ("nickname")', 'does more than add'],
    [`update users set status = 'active'`, 'does more than add'],
    ['insert into names (app_id) select app_id from users', 'does more than add'],
    ['drop index "users_by_time"', 'does more than add'],
    ['create trigger added after insert on users begin select 1; end', 'does more than add'],
    ['alter table "users" drop column "nickname"', 'does more than add'],
    ['alter table "users" rename to "accounts"', 'does more than add'],
  ] as const
  for (const [sql, reason] of noticed) assert.deepEqual(findContractions([sql]), [`${reason}: ${sql}`])
  const rebuilt = [
    'create table "copy" ("id" text)',
    'insert into copy (id) select id from users',
    'drop table "users"',
    'alter table "copy" rename to "users"',
  ]
  assert.deepEqual(findContractions(rebuilt), [])
  assert.deepEqual(findContractions(rebuilt.filter((text) => !text.startsWith('insert'))).length, 2)
  assert.deepEqual(findContractions(['alter table "users" alter column "name" drop not null']), [])
  assert.deepEqual(findContractions(['alter table "users" set (fillfactor = 85)']), [])
  const mixed = ['alter table "users" add column "level" bigint', 'create index "by_level" on "users" ("level")']
  assert.deepEqual(findContractions(mixed), [`builds an index together with other statements: ${mixed[1]}`])
  // Users that nodes of the previous release add would be missing from it.
  const filled = ['create table "copies" ("id" text)', 'insert into copies (id) select id from users']
  assert.deepEqual(findContractions(filled), [`does more than add: ${filled[1]}`])
})

/** The URL of a database of this release, dropped after the test. */
async function createDatabase(t: TestContext, fresh: FreshDatabase) {
  const database = await fresh()
  t.after(() => database.drop())
  await (await openStore(database.url)).close()
  return database
}

const listApplied = async ({ query }: Pick<TestDatabase, 'query'>) =>
  (await query('select name from migrations order by name')).map(({ name }) => name)

/** The work of the next release on a database. */
async function upgrade(url: string, history: readonly Migration[], contract = false) {
  const engine = await openNewestEngine(url)
  const applied = await migrate(engine, { history: [...migrations, ...history], contract })
  await engine.close()
  return applied.map(({ name }) => name)
}

eachEngine('migrations', (fresh) => {
  test('a database that a later release expanded is accepted, and works', async (t) => {
    const { url, query } = await createDatabase(t, fresh)
    const running = await openStore(url)
    t.after(() => running.close())
    await register(running, signUp('ann'))
    assert.deepEqual(await upgrade(url, [expanding]), ['9001-nicknames'])
    const restarted = await openStore(url)
    t.after(() => restarted.close())
    for (const [store, name] of [
      [running, 'bob'],
      [restarted, 'eve'],
    ] as const) {
      assert.equal(await register(store, signUp(name)), undefined)
      assert.equal(await recordUse(store, signIn(passkey('ann'), `session of ${name}`)), undefined)
    }
    const users = await query('select id, nickname from users order by id')
    assert.deepEqual(
      users.map(({ nickname }) => nickname),
      [null, null, null],
    )
  })

  test('a database that a later release contracted is rejected, with the way back', async (t) => {
    const { url } = await createDatabase(t, fresh)
    await upgrade(url, [expanding, contracting], true)
    await assert.rejects(
      openStore(url),
      /can't use \(9002-no-device-index of release 9\.2\.0\)\. Start release 9\.2\.0 or later\..* restore the backup/,
    )
  })

  test('a contracting migration waits until it is asked for, unless the database is new', async (t) => {
    const { url, query } = await createDatabase(t, fresh)
    assert.deepEqual(await upgrade(url, [contracting, expanding]), ['9001-nicknames'])
    assert.deepEqual(await upgrade(url, [contracting, expanding], true), ['9002-no-device-index'])
    const rows = await query(`select name, kind, since from migrations where name like '9%' order by name`)
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [expanding, contracting].map(({ name, kind, since }) => ({ name, kind, since })),
    )
    const database = await fresh()
    t.after(() => database.drop())
    const engine = await openNewestEngine(database.url)
    await database.query('delete from migrations')
    const history = [{ ...expanding }, { ...contracting }]
    assert.equal((await migrate(engine, { history })).length, 2)
    await engine.close()
  })

  test('without leave to migrate, a database that lacks a migration is rejected and stays as it is', async (t) => {
    const { url, query } = await createDatabase(t, fresh)
    await (await openStore(url, { migrates: false })).close()
    const engine = await openNewestEngine(url)
    await assert.rejects(
      requireMigrated(engine, [...migrations, expanding]),
      /lacks migrations: 9001-nicknames\. Run `thumbturn migrate-schema` first/,
    )
    await engine.close()
    assert.deepEqual(await listApplied({ query }), allNames)
    const empty = await fresh()
    t.after(() => empty.drop())
    await assert.rejects(openStore(empty.url, { migrates: false }), /lacks migrations: 0001-baseline, /)
    await assert.rejects(empty.query('select name from migrations'), /no such table|does not exist/)
  })

  test('a database from before the first release is rejected by everything that opens one, and stays as it is', async (t) => {
    const { url, query } = await createDatabase(t, fresh)
    await query('drop table migrations')
    await query('create table migrations (name text not null primary key)')
    await query(`insert into migrations (name) values ('0001-first-tables'), ('0002-aaguid-blacklist')`)
    const { signal } = new AbortController()
    const copy = { from: url, to: 'sqlite::memory:', signal, onProgress: () => {} }
    const reader = await openReadOnly(url)
    const attempts = [
      () => openStore(url),
      () => openStore(url, { migrates: false }),
      () => migrateDatabase(url, { contract: true }),
      () => listMissing(reader),
      () => copyDatabase(copy),
    ]
    for (const attempt of attempts)
      await assert.rejects(attempt, { code: 'database_prerelease', message: /Nothing was changed\. Export its users/ })
    await reader.close()
    const rows = await query('select * from migrations order by name')
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ name: '0001-first-tables' }, { name: '0002-aaguid-blacklist' }],
    )
  })

  test('the rows that a pending migration reads or changes are counted, and nothing is written', async (t) => {
    const { url, query } = await createDatabase(t, fresh)
    const store = await openStore(url)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    await store.close()
    const reader = await openReadOnly(url)
    const missing = await listMissing(reader, { history: [...migrations, filling, expanding, contracting] })
    await reader.close()
    assert.deepEqual(
      missing.map(({ name, rows, applies, statements }) => ({ name, rows, applies, statements: statements.length })),
      [
        { name: '9000-names-shown', rows: 2, applies: true, statements: 1 },
        { name: '9001-nicknames', rows: 0, applies: true, statements: 1 },
        { name: '9002-no-device-index', rows: 0, applies: false, statements: 1 },
      ],
    )
    assert.deepEqual(await listApplied({ query }), allNames)
  })

  test('a migration that fails leaves nothing, and a later attempt succeeds', async (t) => {
    const { url, query } = await createDatabase(t, fresh)
    const broken: Migration = {
      ...expanding,
      statements: (builder, types) => [
        ...expanding.statements(builder, types),
        builder.schema.dropIndex('no_such_index'),
      ],
    }
    await assert.rejects(upgrade(url, [broken]), /no_such_index/)
    await assert.rejects(query('select nickname from users'))
    assert.deepEqual(await upgrade(url, [expanding]), ['9001-nicknames'])
  })

  test('an earlier release doesn’t copy a database whose new columns it would leave out', async (t) => {
    const from = await createDatabase(t, fresh)
    await upgrade(from.url, [expanding])
    const to = await freshSqlite()
    t.after(() => to.drop())
    const { signal } = new AbortController()
    await assert.rejects(
      copyDatabase({ from: from.url, to: to.url, signal, onProgress: () => {} }),
      /only a later release knows \(9001-nicknames\)\. Use release 9\.1\.0 or later/,
    )
  })
})
