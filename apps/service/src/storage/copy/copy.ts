import { badRequest } from '../../core/errors.ts'
import { type Database, databaseOver, prepareDelete, prepareStep, prepareUpsert } from '../engine/database.ts'
import type { Row, Value } from '../engine/engine.ts'
import { everyTable, type TableShape } from '../every-table.ts'
import { requireKnownSchema } from '../migrations/migrate.ts'
import { openNewestEngine } from '../open.ts'
import { installation, sqlInstallation } from '../tables/installation.ts'
import { watermarks } from '../tables/spent-sessions.ts'
import { type Contents, countRows, prepareRows, readContents, readPages, toKey } from './rows.ts'

/** The name of the fact that marks a database as the target of a copy that isn't complete. */
export const unfinishedCopy = 'unfinished copy'

/** How far a copy is: which source, and the key of the last copied row in the current table. */
type Mark = { source: string; table?: keyof typeof everyTable; after?: readonly Value[] }

export type CopyProgress = { phase: 'copying' | 'verifying'; table: string; done: number; total: number }

export type CopyOptions = {
  /** Database URLs. */
  from: string
  to: string
  /** Between two batches: stops there, and the next copy resumes. */
  signal: AbortSignal
  onProgress: (progress: CopyProgress) => void
}

export type CopiedTable = Contents & { table: string }

/** Copied last, together with the removal of the mark, so that a target is whole or marked. */
const { installation: lastTable, ...tables } = everyTable
const copied: readonly TableShape[] = Object.values(tables)

/**
 * Copies everything from one database to another, which can be of the other engine, then compares every table by count
 * and checksum. An interrupted copy resumes where it stopped. The service must not write to the source during the copy,
 * and doesn't start on a target that isn't complete.
 * @throws AppError bad_request: the target holds other data, the copy was interrupted, or a table differs at the end
 */
export async function copyDatabase(options: CopyOptions): Promise<readonly CopiedTable[]> {
  const from = await open(options.from)
  try {
    const to = await open(options.to)
    try {
      return await copyTables(from, to, options)
    } finally {
      await to.engine.close()
    }
  } finally {
    await from.engine.close()
  }
}

/** Tables and columns of a later release would be left out. */
async function open(url: string): Promise<Database> {
  const engine = await openNewestEngine(url)
  await requireKnownSchema(engine).catch(async (error: unknown) => {
    await engine.close()
    throw error
  })
  return databaseOver(engine)
}

async function copyTables(from: Database, to: Database, options: CopyOptions): Promise<readonly CopiedTable[]> {
  const mark = await findStart(from, to)
  const start = mark.table ? copied.findIndex(({ name }) => name === mark.table) : 0
  for (const [at, table] of copied.slice(start).entries()) {
    await copyTable(from, to, { ...options, table, mark: at === 0 ? mark : { source: mark.source } })
  }
  const verified = await verify(from, to, options)
  await finish(from, to)
  return verified
}

/** @throws AppError bad_request: the source has no data, or the target has some that isn't from an earlier attempt */
async function findStart(from: Database, to: Database): Promise<Mark> {
  const source = await sqlInstallation(from).find('master key')
  if ((await sqlInstallation(from).find(unfinishedCopy)) !== undefined)
    throw badRequest('The source is itself the target of a copy that is not complete.')
  if (source === undefined) throw badRequest('The source has no installation: start the service on it once.')
  const found = await sqlInstallation(to).find(unfinishedCopy)
  if (found !== undefined) {
    const mark = JSON.parse(found) as Mark
    if (mark.source !== source) throw badRequest('The target holds part of another installation: empty it first.')
    return mark
  }
  for (const table of Object.values(everyTable))
    if (table !== watermarks && (await countRows(to, table)) > 0)
      throw badRequest(`The target is not empty (table ${table.name}): nothing is overwritten.`)
  // The migrations create the watermarks of a new database.
  const removeWatermarks = prepareStep('watermarks', () => to.query.deleteFrom('watermarks'))
  await to.counted([removeWatermarks({}), prepareMark(to)({ source })])
  return { source }
}

/** The step that records how far the copy is. */
function prepareMark(to: Database) {
  const write = prepareUpsert(to, installation)
  return (mark: Mark) => write({ name: unfinishedCopy, value: JSON.stringify(mark) })
}

type CopyingTable = CopyOptions & { table: TableShape; mark: Mark }

async function copyTable(from: Database, to: Database, { table, mark, signal, onProgress }: CopyingTable) {
  const total = await countRows(from, table)
  let done = mark.after ? await countRows(to, table) : 0
  const [insert, writeMark] = [prepareRows(to, table), prepareMark(to)]
  for await (const rows of readPages(from, table, mark.after)) {
    stopIfAborted(signal)
    const after = toKey(table, rows.at(-1) as Row)
    await to.counted([insert(rows), writeMark({ source: mark.source, table: table.name as never, after })])
    done += rows.length
    onProgress({ phase: 'copying', table: table.name, done, total })
  }
}

/** @throws AppError bad_request: the copy was interrupted */
function stopIfAborted(signal: AbortSignal) {
  if (signal.aborted) throw badRequest('Interrupted. Run the same command again to resume.')
}

/** @throws AppError bad_request: a table of the target differs from the source as it is now */
async function verify(from: Database, to: Database, { signal, onProgress }: CopyOptions): Promise<CopiedTable[]> {
  const verified: CopiedTable[] = []
  for (const table of copied) {
    stopIfAborted(signal)
    const total = await countRows(from, table)
    let done = 0
    const onRows = (count: number) => {
      done += count
      onProgress({ phase: 'verifying', table: table.name, done: Math.min(done, total), total })
    }
    const [source, target] = [await readContents(from, table, onRows), await readContents(to, table, () => {})]
    if (source.checksum !== target.checksum || source.rows !== target.rows)
      throw badRequest(
        `Table ${table.name} differs: ${source.rows} rows in the source, ${target.rows} in the target. The source changed while it was copied. Stop every node of the service, empty the target, and run the command again.`,
      )
    verified.push({ table: table.name, ...target })
  }
  return verified
}

/** The facts of the installation replace the mark in one batch: from here on, the target is an installation. */
async function finish(from: Database, to: Database): Promise<void> {
  const facts: Row[] = []
  for await (const rows of readPages(from, lastTable)) facts.push(...rows)
  const remove = prepareDelete(to, installation, ['name'])
  await to.counted([remove({ name: unfinishedCopy }), prepareRows(to, lastTable)(facts)])
}
