/** The effect of one statement of a migration. */
export type Effect = {
  action: 'createTable' | 'createIndex' | 'addColumn' | 'other'
  table: string | undefined
  /** The table whose rows it reads or changes, if any: while it does, writes to that table can wait. */
  scans: string | undefined
  /** Whether a program that doesn't know of it writes to the table as before. */
  isAdditive: boolean
}

const name = '"?(\\w+)"?'
const patterns = {
  createTable: new RegExp(`^create (?:virtual )?table ${name} `, 'i'),
  createIndex: new RegExp(`^create (unique )?index ${name} on ${name}`, 'i'),
  createTrigger: new RegExp(`^create trigger ${name} after (?:insert|update|delete) on ${name}`, 'i'),
  addColumn: new RegExp(`^alter table ${name} add column ${name} ([^,]+)$`, 'i'),
  allowNull: new RegExp(`^alter table ${name} alter column ${name} drop not null$`, 'i'),
  store: new RegExp(`^alter table ${name} set \\(\\w+ = \\d+\\)$`, 'i'),
  drop: new RegExp(`^drop table ${name}$`, 'i'),
  rename: new RegExp(`^alter table ${name} rename to ${name}$`, 'i'),
  insert: new RegExp(`^insert into ${name}(?:.*?\\bfrom ${name})?`, 'is'),
  change: new RegExp(`^(?:update|delete from) ${name}`, 'i'),
}

/** Reads a statement as Kysely writes it, or as migrations contain it in plain SQL. */
export function describeStatement(sql: string): Effect {
  const [, created] = patterns.createTable.exec(sql) ?? []
  if (created) return { action: 'createTable', table: created, scans: undefined, isAdditive: true }
  const [index, unique, , indexed] = patterns.createIndex.exec(sql) ?? []
  if (index) return { action: 'createIndex', table: indexed, scans: indexed, isAdditive: unique === undefined }
  const [, table, , definition] = patterns.addColumn.exec(sql) ?? []
  if (definition) return { action: 'addColumn', table, scans: undefined, isAdditive: isOptional(definition) }
  const [, relaxed] = patterns.allowNull.exec(sql) ?? patterns.store.exec(sql) ?? []
  if (relaxed) return { action: 'other', table: relaxed, scans: undefined, isAdditive: true }
  const [, , followed] = patterns.createTrigger.exec(sql) ?? []
  if (followed) return { action: 'other', table: followed, scans: undefined, isAdditive: false }
  const [, into, from] = patterns.insert.exec(sql) ?? []
  const [, changed] = patterns.change.exec(sql) ?? []
  return { action: 'other', table: into ?? changed, scans: from ?? changed, isAdditive: false }
}

/** An insert that doesn't name the column succeeds. */
const isOptional = (definition: string) => !/not null/i.test(definition) || /default/i.test(definition)

/**
 * Why nodes of the previous release can't run at the same time as these statements of one migration, in words; empty if
 * they can. New tables can be filled and indexed at will, because no earlier release knows them.
 */
export function findContractions(sql: readonly string[]): readonly string[] {
  if (buildsOnlyIndexes(sql)) return []
  const effects = listUnlessRebuilding(sql).map((text) => ({ ...describeStatement(text), text }))
  const created = new Set(effects.filter(({ action }) => action === 'createTable').map(({ table }) => table))
  return effects
    .filter(({ table, scans }) => !created.has(table) || (scans !== undefined && !created.has(scans)))
    .filter(({ isAdditive, scans }) => !isAdditive || scans !== undefined)
    .map(
      ({ isAdditive, text }) =>
        `${isAdditive ? 'builds an index together with other statements' : 'does more than add'}: ${text}`,
    )
}

/**
 * The statements without those that only replace a table with its copy: the copy is filled from the table, which is then
 * dropped and gives the copy its name. SQLite, which has one writer at a time, can't change a column otherwise.
 */
function listUnlessRebuilding(sql: readonly string[]): readonly string[] {
  const copies = sql.flatMap((text) => {
    const [, copy, original] = patterns.rename.exec(text) ?? []
    return original !== undefined && isCopied(sql, { copy, original }) ? [{ text, copy, original }] : []
  })
  const isPart = (text: string) =>
    copies.some(({ text: rename, copy, original }) => text === rename || isReplacement(text, { copy, original }))
  return sql.filter((text) => !isPart(text))
}

type Copy = { copy: string | undefined; original: string }

const isCopied = (sql: readonly string[], copy: Copy) =>
  sql.filter((text) => isReplacement(text, copy)).length === 2 &&
  sql.some((text) => patterns.createTable.exec(text)?.[1] === copy.copy)

function isReplacement(text: string, { copy, original }: Copy): boolean {
  const [, into, from] = patterns.insert.exec(text) ?? []
  return (into === copy && from === original) || patterns.drop.exec(text)?.[1] === original
}

/** Whether the statements can run while the tables are written. On PostgreSQL, that requires a migration of their own. */
export const buildsOnlyIndexes = (sql: readonly string[]): boolean =>
  sql.length > 0 && sql.map(describeStatement).every(({ action, isAdditive }) => action === 'createIndex' && isAdditive)

/** The name of the index that a statement creates. */
export const findIndexName = (sql: string): string | undefined => patterns.createIndex.exec(sql)?.[2]
