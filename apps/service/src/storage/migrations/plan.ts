import { OperatorError } from '../../core/errors.ts'
import type { Engine } from '../engine/engine.ts'
import type { AppliedMigration, Migration, PendingMigration } from './migration.ts'

/** The part of an engine that compiles statements. */
type Compiler = Pick<Engine, 'builder' | 'columnTypes'>

/** The migrations that a database lacks, oldest first. */
export function listPending(
  { builder, columnTypes }: Compiler,
  applied: readonly AppliedMigration[],
  history: readonly Migration[],
): readonly PendingMigration[] {
  return history
    .filter(({ name }) => !applied.some((known) => known.name === name))
    .map(({ name, kind, since, statements }) => ({
      name,
      kind,
      since,
      sql: statements(builder as never, columnTypes).map((statement) => statement.compile().sql),
    }))
}

/**
 * Those that are applied without asking. A contracting migration can break nodes of an earlier release, unless the
 * database is new.
 */
export const listAutomatic = (
  pending: readonly PendingMigration[],
  applied: readonly AppliedMigration[],
): readonly PendingMigration[] => (applied.length === 0 ? pending : pending.filter(({ kind }) => kind !== 'contract'))

/** The applied migrations of later releases. */
export const listUnknown = (
  applied: readonly AppliedMigration[],
  history: readonly Migration[],
): readonly AppliedMigration[] => applied.filter(({ name }) => !history.some((known) => known.name === name))

/** The first migration of every database that a program from before release 0.1.0 made. */
const prereleaseMigration = '0001-first-tables'

/**
 * An earlier release works with every schema that was only expanded since.
 * @throws OperatorError if a pre-release made the database, or a later release removed what this one uses
 */
export function rejectUnusable(applied: readonly AppliedMigration[], history: readonly Migration[]): void {
  if (applied.some(({ name }) => name === prereleaseMigration))
    throw new OperatorError(
      'database_prerelease',
      'The database was made before release 0.1.0, and no release can upgrade it. Nothing was changed. Export its users with the program that made it (`thumbturn export`), and import them into a new installation (`thumbturn import`).',
    )
  const contracted = listUnknown(applied, history).filter(({ kind }) => kind !== 'expand')
  if (contracted.length === 0) return
  const names = contracted.map(({ name, since }) => (since === null ? name : `${name} of release ${since}`))
  const needed = findNewestRelease(contracted)
  throw new OperatorError(
    'schema_unusable',
    `The database has a schema that this release can't use (${names.join(', ')}). Start ${needed}. To go back to this release, restore the backup from before the upgrade: on SQLite with \`thumbturn restore\`, on PostgreSQL with the tools that made it.`,
  )
}

/** In words: the oldest release that knows all of them. */
export function findNewestRelease(migrations: readonly AppliedMigration[]): string {
  const releases = migrations.map(({ since }) => since).filter((since) => since !== null)
  const newest = releases.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)
  return newest === undefined ? 'the later release that upgraded it' : `release ${newest} or later`
}
