import type { Kysely } from 'kysely'
import type { Eventual } from '../../core/after.ts'
import type { ChangeListener, Listening } from '../../core/ports/changes.ts'
import type { DatabaseConnections, DatabaseVersion, StoreLoad } from '../../core/ports/store.ts'
import type { ColumnTypes } from '../migrations/column-types.ts'
import type { AppliedMigration, PendingMigration } from '../migrations/migration.ts'
import type { Tables } from '../schema.ts'

/** A value in the form that both engines accept. */
export type Value = string | number | Uint8Array | null

/** One compiled statement with its values. */
export type Statement = {
  sql: string
  values: readonly Value[]
  /** It touches a few rows by their keys, so PostgreSQL can run it together with others that arrive at the same time. */
  isQuick?: boolean
  /** The application whose rows it touches; undefined for several, and for rows of the installation. */
  owner?: string | undefined
}

/** One part of an atomic batch. */
export type Step = Statement & {
  table: keyof Tables
  /** If true, the whole batch is undone unless this step touches at least one row. */
  required: boolean
}

/**
 * How a batch ended: the number of rows that each step touched, or the name of the broken constraint. The name is
 * `<table>_<column>` for a column that got no value, and `<table>_missing` for a required step that touched no row.
 */
export type Outcome = { counts: readonly number[] } | { conflict: string; cause: Error }

/** A row as the driver gives it, by column name. */
export type Row = Readonly<Record<string, unknown>>

/** Chooses what to apply. It can be called again after each migration. */
export type MigrationPlan = (applied: readonly AppliedMigration[]) => readonly PendingMigration[]

/** The operations of a database engine; the code above it is the same for all engines. */
export type Engine = {
  /** Builds and compiles queries of this engine's dialect; it never runs them. */
  builder: Kysely<Tables>
  columnTypes: ColumnTypes
  /**
   * Whether batches run side by side, so that a step locks the rows that it reads (`FOR UPDATE`) if they must not
   * change before the commit.
   */
  locksRows: boolean
  /**
   * Whether the rows of each application are on one of several servers, apart from those of the installation. There, steps run one after
   * the other, and a step that only reads can be required.
   */
  isDistributed: boolean
  /** At once, without a promise, where the engine runs in this thread. */
  read(statement: Statement): Eventual<readonly Row[]>
  /** All steps or nothing; resolves only once the batch is on disk. */
  write(steps: readonly Step[]): Promise<Outcome>
  /** The migrations that the database records; none if it is empty. Takes no lock and writes nothing. */
  readMigrations(): Promise<readonly AppliedMigration[]>
  /** Under a lock that only one node holds: passes the applied migrations to `plan`, applies what it returns, and returns it. */
  migrate(plan: MigrationPlan): Promise<readonly PendingMigration[]>
  load(): StoreLoad
  version(): Promise<DatabaseVersion>
  /** The connections of the whole server; undefined if the engine has no server. */
  countConnections?(): Promise<DatabaseConnections>
  /** Free space on the disk of the database; undefined for a remote database. */
  freeBytes(): Promise<number | undefined>
  /** Copies what is committed from a write-ahead log into the database file, so that the file alone holds it. */
  checkpoint(): Promise<void>
  /** About how many rows a table has, as the server keeps count; undefined if it never counted. */
  estimateRows?(table: string): Promise<number | undefined>
  /** Milliseconds since 1970 on the database server's clock, which all nodes share. */
  serverTime?(): Promise<number>
  /** Listens for changes of applications that any node commits; undefined if the engine never announces them. */
  listen?(listener: ChangeListener): Listening
  close(): Promise<void>
}
