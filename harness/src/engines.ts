import { after, describe, test } from 'node:test'
import { type FreshDatabase, freshSqlite, type PostgresDatabases, sharedPostgres } from './databases.ts'
import { distributedPostgres, distributedUrl, noDistributed } from './distributed.ts'
import { PostgresUnavailable } from './postgres.ts'

export type Suite = (fresh: FreshDatabase) => void

/**
 * Limits a run to one engine: `TEST_ENGINE=sqlite`, `TEST_ENGINE=postgres`, or `TEST_ENGINE=distributed` for the PostgreSQL that
 * `TEST_DISTRIBUTED_URL` names.
 */
const { TEST_ENGINE: only } = process.env
export const isDistributed = only === 'distributed'
/** Also suites that one engine is enough for. */
const runsAll = only === 'postgres' || isDistributed || process.env.TEST_EVERY_ENGINE !== undefined

let postgres: Promise<PostgresDatabases> | undefined
const startOnce = () => {
  postgres ??= isDistributed && distributedUrl ? distributedPostgres(distributedUrl) : sharedPostgres()
  return postgres
}
const unavailable = only === 'sqlite' ? undefined : await reasonAgainstPostgres()
after(async () => (await postgres?.catch(() => undefined))?.stop())

async function reasonAgainstPostgres(): Promise<string | undefined> {
  if (isDistributed && !distributedUrl) return noDistributed
  try {
    await startOnce()
  } catch (error) {
    if (error instanceof PostgresUnavailable) return error.message
    throw error
  }
}

/** Registers a suite for both engines. Skips PostgreSQL, with the reason, if no server can be started. */
export function eachEngine(subject: string, suite: Suite) {
  onSqlite(subject, suite)
  onPostgres(subject, suite)
}

/**
 * Registers a suite that sends a database no batch or query that no other suite sends it. In a run of all tests, SQLite is
 * enough for it; with words, `npm test` runs it on both engines, and so does `npm run nightly -- engines`.
 */
export function anyEngine(subject: string, suite: Suite) {
  onSqlite(subject, suite)
  if (runsAll) onPostgres(subject, suite)
}

function onSqlite(subject: string, suite: Suite) {
  if (only !== 'postgres' && !isDistributed) describe(`${subject} on SQLite`, () => suite(freshSqlite))
}

function onPostgres(subject: string, suite: Suite) {
  const name = `${subject} on ${isDistributed ? 'distributed ' : ''}PostgreSQL`
  if (unavailable !== undefined) test(name, { skip: unavailable })
  else if (only !== 'sqlite') describe(name, () => suite(async (options) => (await startOnce()).fresh(options)))
}
