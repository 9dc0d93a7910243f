import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * The rows of a JSON array of arrays, as the source of an insert: `select <columns> from …`. Any number of rows is one
 * statement with one parameter, so it is compiled and prepared once.
 */
export function selectJsonRows(
  { engine }: Database,
  { rows, columns }: { rows: string; columns: readonly ('text' | 'integer')[] },
): RawBuilder<unknown> {
  const isSqlite = engine.columnTypes.integer === 'integer'
  const source = isSqlite ? sql`json_each(${rows})` : sql`json_array_elements(cast(${rows} as json))`
  const selected = columns.map((type, at) =>
    type === 'text'
      ? sql`given.value ->> ${sql.lit(at)}`
      : sql`cast(given.value ->> ${sql.lit(at)} as ${sql.raw(engine.columnTypes.integer)})`,
  )
  // SQLite needs the condition to tell `on conflict` from the condition of a join.
  return sql`select ${sql.join(selected)} from ${source} as given${isSqlite ? sql`` : sql`(value)`} where true`
}

/** The texts of a JSON array, as what a column must be in. */
export const selectJsonTexts = ({ engine }: Database, texts: string): RawBuilder<string> =>
  engine.columnTypes.integer === 'integer'
    ? sql`(select value from json_each(${texts}))`
    : sql`(select value from json_array_elements_text(cast(${texts} as json)))`

/** The texts of a JSON object, as a source with the columns `key` and `value`: SQLite parses nothing else for each of them. */
export const selectJsonEntries = ({ engine }: Database, entries: string): RawBuilder<unknown> =>
  engine.columnTypes.integer === 'integer' ? sql`json_each(${entries})` : sql`json_each_text(cast(${entries} as json))`
