import type { Engine } from '../engine/engine.ts'
import { type MigrateOptions, migrations } from './migrate.ts'
import type { MigrationKind, PendingMigration } from './migration.ts'
import { listAutomatic, listPending, rejectUnusable } from './plan.ts'
import { describeStatement } from './statements.ts'

/** The part of an engine that inspecting a schema needs; none of it writes. */
export type SchemaReader = Pick<
  Engine,
  'builder' | 'columnTypes' | 'read' | 'readMigrations' | 'estimateRows' | 'close'
>

/** A migration that the database lacks. */
export type MissingMigration = {
  name: string
  kind: MigrationKind
  since: string
  statements: readonly string[]
  /** About how many existing rows it reads or changes at most. */
  rows: number
  /** Whether it would be applied: a contracting one only on request. */
  applies: boolean
}

/**
 * The migrations that a database lacks, oldest first. Writes nothing.
 * @throws OperatorError if this release can't use the database; see `rejectUnusable`
 */
export async function listMissing(
  reader: SchemaReader,
  { contract = false, history = migrations }: MigrateOptions = {},
): Promise<readonly MissingMigration[]> {
  const applied = await reader.readMigrations()
  rejectUnusable(applied, history)
  const pending = listPending(reader, applied, history)
  const chosen = contract ? pending : listAutomatic(pending, applied)
  const countRows = createRowCounter(reader, pending)
  return Promise.all(
    pending.map(async (migration) => ({
      name: migration.name,
      kind: migration.kind,
      since: migration.since,
      statements: migration.sql,
      rows: await countRows(migration),
      applies: chosen.includes(migration),
    })),
  )
}

/** Counts each table once. Tables that pending migrations create don't exist yet. */
function createRowCounter(reader: SchemaReader, pending: readonly PendingMigration[]) {
  const counts = new Map<string, Promise<number>>()
  const effects = pending.flatMap(({ sql }) => sql.map(describeStatement))
  for (const { action, table } of effects)
    if (action === 'createTable' && table !== undefined) counts.set(table, Promise.resolve(0))
  const count = (table: string) => {
    const counted = counts.get(table) ?? countRows(reader, table)
    counts.set(table, counted)
    return counted
  }
  return async ({ sql }: PendingMigration) => {
    const scanned = sql.map((text) => describeStatement(text).scans).filter((table) => table !== undefined)
    const rows = await Promise.all(scanned.map(count))
    return rows.reduce((sum, some) => sum + some, 0)
  }
}

async function countRows(reader: SchemaReader, table: string): Promise<number> {
  const estimated = await reader.estimateRows?.(table)
  if (estimated !== undefined) return Math.round(estimated)
  const [row] = await reader.read({ sql: `select count(*) as rows from ${table}`, values: [] })
  return Number(row?.rows ?? 0)
}
