import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { FreshDatabase } from '@thumbturn/service-harness/databases.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { openPostgres } from '../../src/storage/engine/postgres.ts'
import { openSqlite } from '../../src/storage/engine/sqlite.ts'
import { baseline } from '../../src/storage/migrations/0001-baseline.ts'
import { migrate, migrations } from '../../src/storage/migrations/migrate.ts'
import type { Migration } from '../../src/storage/migrations/migration.ts'

/** Everything in the catalogs that says what a schema is, by its name. No row has an identifier that the server chose. */
const postgresCatalogs: Readonly<Record<string, string>> = {
  relations: `select relname, relkind, relpersistence, reloptions, relreplident, relrowsecurity, relforcerowsecurity, relispartition,
      relhastriggers, relhasrules, am.amname, reltablespace, obj_description(c.oid) as comment, relacl::text
    from pg_class c left join pg_am am on am.oid = relam where relnamespace = 'public'::regnamespace order by relname`,
  columns: `select relname, attnum, attname, format_type(atttypid, atttypmod) as type, attnotnull, attidentity, attgenerated, attstorage,
      attcompression, attstattarget, attoptions, attisdropped, collname, pg_get_expr(adbin, adrelid) as expression
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_collation on pg_collation.oid = attcollation
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and attnum > 0 order by relname, attnum`,
  constraints: `select c.relname, conname, contype, condeferrable, condeferred, convalidated, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k left join pg_class c on c.oid = conrelid where connamespace = 'public'::regnamespace order by relname, conname`,
  indexes: `select c.relname, pg_get_indexdef(indexrelid) as definition, indisunique, indisprimary, indisvalid, indisclustered,
      indisreplident, indimmediate from pg_index join pg_class c on c.oid = indexrelid
    where relnamespace = 'public'::regnamespace order by relname`,
  triggers: `select c.relname, tgenabled, tgtype, tgisinternal, tgdeferrable, tgfoid::regproc::text, tgconstrrelid::regclass::text, conname
    from pg_trigger join pg_class c on c.oid = tgrelid left join pg_constraint k on k.oid = tgconstraint
    order by 1, 8, 3, 6, 7`,
  functions: `select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`,
  types: `select typname, typtype from pg_type where typnamespace = 'public'::regnamespace order by typname`,
  others: `select (select count(*) from pg_policy) as policies, (select count(*) from pg_event_trigger) as "eventTriggers",
      (select count(*) from pg_extension) as extensions, (select count(*) from pg_statistic_ext) as statistics,
      (select count(*) from pg_rewrite join pg_class c on c.oid = ev_class where relnamespace = 'public'::regnamespace) as rules,
      (select array_agg(nspname::text order by 1) from pg_namespace) as schemas, (select count(*) from pg_db_role_setting) as settings`,
}

const sqliteCatalogs: Readonly<Record<string, string>> = {
  objects: `select type, name, tbl_name from sqlite_schema where type <> 'table' or name <> 'sqlite_sequence' order by type, name`,
  tables: `select type, name, ncol, wr, strict from pragma_table_list where schema = 'main' order by name`,
  columns: `select t.name as "table", x.* from sqlite_schema t, pragma_table_xinfo(t.name) x where t.type = 'table' order by 1, x.cid`,
  keys: `select t.name as "table", f.id, f.seq, f."table" as target, f."from", f."to", f.on_update, f.on_delete, f.match
    from sqlite_schema t, pragma_foreign_key_list(t.name) f where t.type = 'table' order by 1, 2, 3`,
  indexes: `select t.name as "table", i.* from sqlite_schema t, pragma_index_list(t.name) i where t.type = 'table' order by 1, i.name`,
  parts: `select i.name, x.* from sqlite_schema i, pragma_index_xinfo(i.name) x where i.type = 'index' order by 1, x.seqno`,
  pragmas: `select * from pragma_user_version, pragma_application_id, pragma_encoding, pragma_auto_vacuum, pragma_page_size`,
}

/** The names of constraints are only in the text of a table, and those of partial indexes in theirs. */
const sqliteTexts = `select name, sql from sqlite_schema where sql is not null order by name`

/** Ignores quotes, case, spaces, and the order of constraints and of a column's default and not null. */
const normalize = (text: string) =>
  text
    .replaceAll('"', '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(' )', ')')
    .replaceAll(/(\w) \(/g, '$1(')
    .replaceAll(/default ('[^']*'|\d+) not null/g, 'not null default $1')
    .replace(/\)( without rowid)?$/, '')
    .split(', constraint ')
    .toSorted()

const readTexts = async ({ query }: TestDatabase) =>
  (await query(sqliteTexts)).map(({ name, sql }) => [name, normalize(String(sql))])

async function createDatabase(t: TestContext, fresh: FreshDatabase, history: readonly Migration[]) {
  const database = await fresh()
  t.after(() => database.drop())
  const isSqlite = database.url.startsWith('sqlite:')
  const engine = isSqlite ? openSqlite(database.url.slice('sqlite:'.length)) : openPostgres(database.url)
  await migrate(engine, { history })
  await engine.close()
  return { ...database, isSqlite }
}

eachEngine('baseline', (fresh) => {
  test('the baseline gives the schema of all earlier migrations', async (t) => {
    const chain = await createDatabase(t, fresh, migrations)
    const whole = await createDatabase(t, fresh, [baseline])
    const catalogs = chain.isSqlite ? sqliteCatalogs : postgresCatalogs
    for (const [what, query] of Object.entries(catalogs)) {
      const [before, after] = [await chain.query(query), await whole.query(query)]
      assert.ok(before.length > 0 || what === 'functions', what)
      t.diagnostic(`${what}: ${before.length} rows`)
      assert.deepEqual(after, before, what)
    }
    if (chain.isSqlite) assert.deepEqual(await readTexts(whole), await readTexts(chain))
    const tables = chain.isSqlite
      ? `select name from sqlite_schema where type = 'table' and name <> 'migrations'`
      : `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`
    for (const { name } of await chain.query(tables))
      assert.deepEqual(
        await whole.query(`select * from ${name}`),
        await chain.query(`select * from ${name}`),
        String(name),
      )
  })
})
