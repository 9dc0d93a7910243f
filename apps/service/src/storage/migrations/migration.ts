import type { CompiledQuery, Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/**
 * The effect of a migration on programs that don't know it:
 * - `initial`: part of the schema that the first release starts with, so no release runs without it;
 * - `expand`: adds what the previous release ignores, so nodes of both releases can run on one database;
 * - `contract`: removes what only earlier releases use, so it is applied once no node runs one.
 */
export type MigrationKind = 'initial' | 'expand' | 'contract'

/** One step of the schema's history, written once for all engines. Never change one that was released. */
export type Migration = {
  name: string
  kind: MigrationKind
  /** The release that first contains it, such as 0.2.0. */
  since: string
  statements(builder: Kysely<unknown>, types: ColumnTypes): readonly { compile(): CompiledQuery }[]
}

/** A migration as a database records it. Kind and release are null if they weren't recorded. */
export type AppliedMigration = { name: string; kind: string | null; since: string | null }

/** A migration to apply, with its statements in order. */
export type PendingMigration = Pick<Migration, 'name' | 'kind' | 'since'> & { sql: readonly string[] }
