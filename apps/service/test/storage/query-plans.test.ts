import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, isDistributed } from '@thumbturn/service-harness/engines.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { openPostgres } from '../../src/storage/engine/postgres.ts'
import { openSqlite } from '../../src/storage/engine/sqlite.ts'
import { isPartial, listStatements } from './statements.ts'

/** Tables that may be read as a whole, with what keeps them small. */
const small = {
  application_deletions: 'a row for each application that is being deleted',
  connector_progress: 'a row for each connector',
  connectors: 'an application has a few',
  directory_group_roles: 'roles of the groups',
  directory_group_members: 'members of the installation',
  directory_groups: 'groups of the installation',
  directory_users: 'members of the installation',
  invitations: 'of members, for a week',
  json_each: 'a list of values, not a table',
  member_roles: 'of members',
  member_sessions: 'of members',
  members: 'the operators of the installation',
  progress: 'a row for each connector, under another name',
  rate_limits: 'an index would cost each call a write; rows last a day at most',
  signing_keys: 'an application has a few',
  sso_identities: 'of members',
  sso_providers: 'an installation has a few',
  user_search_index: 'it is an index, which `match` looks things up in',
}

eachEngine('queries', (fresh) => {
  // Citus has no plan for any values. A worker searches as one server does, and `distribution.test.ts` counts the shards.
  if (isDistributed) return
  test('every query and every step finds its rows by an index, except in tables that stay small', async (t) => {
    const database = await fresh({ migrated: true })
    t.after(() => database.drop())
    const statements = await listStatementsAt(database.url)
    assert.ok(statements.length > 250, `${statements.length} statements`)
    const list = database.url.startsWith('sqlite:') ? listScansOnSqlite : listScansOnPostgres
    const found: string[] = []
    for (const sql of statements) {
      const large = (await list(database, sql)).filter((table) => !Object.hasOwn(small, table))
      if (large.length > 0) found.push(`${large.join()}: ${sql}`)
    }
    assert.deepEqual(found, [])
  })
})

async function listStatementsAt(url: string): Promise<readonly string[]> {
  const engine = url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url)
  const statements = await listStatements(engine)
  await engine.close()
  return statements
}

/** The rows of a query, or none if it is only a part of another one, whose tables it refers to. */
async function ask(query: TestDatabase['query'], sql: string) {
  try {
    return await query(sql)
  } catch (error) {
    if (isPartial(error)) return undefined
    throw error
  }
}

/** Subqueries of a limited number of rows, and the values that a statement got as JSON. */
const derived = ['one_row', 'owners', 'counted', 'given', 'CONSTANT']

/** The tables that a statement reads as a whole. */
async function listScansOnSqlite({ query }: TestDatabase, sql: string): Promise<string[]> {
  const plan = (await ask(query, `explain query plan ${sql}`)) ?? []
  const scanned = plan.flatMap(({ detail }) => /^SCAN (\w+)/.exec(String(detail))?.[1] ?? [])
  return scanned.filter((table) => !derived.includes(table))
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Cond'?: string; Plans?: readonly Plan[] }

async function listScansOnPostgres({ query }: TestDatabase, sql: string): Promise<string[]> {
  const count = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join()})`
  // Reading empty tables as a whole would be cheapest; so it is the last resort, and the plan is that for any values.
  const avoided = ['seqscan', 'hashjoin', 'mergejoin'].map((name) => `set enable_${name} = off`)
  await query([...avoided, 'set plan_cache_mode = force_generic_plan'].join('; '))
  if ((await ask(query, `prepare one as ${sql}`)) === undefined) return []
  const [row] = await query(`explain (format json) execute one${values}`)
  await query('deallocate one')
  const [{ Plan: plan }] = row!['QUERY PLAN'] as [{ Plan: Plan }]
  return listScans(plan)
}

/** An index without a condition is read as a whole, too, unless a limit ends that. */
function listScans({ 'Node Type': type, 'Relation Name': table, 'Index Cond': condition, Plans = [] }: Plan): string[] {
  if (type === 'Limit') return []
  const isWhole = type === 'Seq Scan' || (/^Index (Only )?Scan$/.test(type) && condition === undefined)
  return [...(isWhole && table !== undefined ? [table] : []), ...Plans.flatMap(listScans)]
}
