import { setTimeout as pause } from 'node:timers/promises'
import type { Engine, Outcome, Row, Statement, Step } from './engine.ts'
import { createGroups, type Waiting } from './groups.ts'
import { batchSql } from './postgres-batch.ts'
import {
  type Connections,
  DIVISION_BY_ZERO,
  FOREIGN_KEY_VIOLATION,
  isCanceled,
  isUndone,
  NOT_NULL_VIOLATION,
  persistently,
  UNIQUE_VIOLATION,
} from './postgres-connections.ts'
import { type NamedStatement, nameStatement } from './postgres-statements.ts'
import { createQueueTimes } from './queue-times.ts'

/** Reads and writes, the work that waits for its group, and about how long another one would, in milliseconds. */
export type Grouping = Pick<Engine, 'read' | 'write' | 'close'> & { waiting(): number; waitMs(): number }

/** How many groups are under way: while one waits for the disk, the next one runs. */
export const LANES = 2
/** The largest group, and how long each of its statements takes at most, in milliseconds: less than 5 seconds together. */
export const LARGEST = 32
export const GROUP_STATEMENT_MS = 150
/** A batch that waits longer for a lock is written alone, so it neither delays its neighbors nor deadlocks with another group. */
export const GROUP_LOCK_MS = 20
/**
 * How long a statement can have waited until it begins, in its group or alone, in milliseconds. With the timeouts of a connection
 * and of a statement, whatever is committed at all is committed within 15 seconds, after which events are counted.
 */
const PATIENCE_MS = 4_000

const impatience = nameStatement({
  sql: `select set_config('lock_timeout', '${GROUP_LOCK_MS}ms', true), set_config('statement_timeout', '${GROUP_STATEMENT_MS}ms', true)`,
  values: [],
})

/**
 * Group commit: quick batches that arrive together, or while earlier groups are written, share one round trip, one transaction, and
 * one flush of the log. If one of them fails, all are undone, and each is written alone. Quick reads share a round trip.
 */
export function groupStatements(connections: Connections, grouped?: (batches: number) => void): Grouping {
  const toBatch = prepareBatches()

  const readAlone = async (statement: Statement) => {
    const [rows] = await persistently(() => connections.run([nameStatement(statement)]))
    return rows!
  }
  const writeAlone = async (steps: readonly Step[]) => {
    try {
      const [rows] = await persistently(() => connections.run([toBatch(steps)]))
      grouped?.(1)
      return { counts: readCounts(rows!, steps) }
    } catch (error) {
      return { conflict: findConflict(error, steps), cause: error as Error }
    }
  }

  const writeTogether = async (batches: readonly (readonly Step[])[]) => {
    const [, ...results] = await connections.transact([impatience, ...batches.map(toBatch)])
    grouped?.(batches.length)
    return batches.map((steps, index) => ({ counts: readCounts(results[index]!, steps) }))
  }
  const readTogether = (all: readonly Statement[]) => connections.run(all.map(nameStatement))

  const reads = createGroup<Statement, readonly Row[]>(readTogether, readAlone, isUndone)
  const writes = createGroup<readonly Step[], Outcome>(
    writeTogether,
    writeAlone,
    (error) => isUndone(error) || isCanceled(error),
  )

  return {
    read: (statement) => (statement.isQuick ? reads.add(statement) : readAlone(statement)),
    write: (steps) => (steps.every(({ isQuick }) => isQuick) ? writes.add(steps) : writeAlone(steps)),
    waiting: () => reads.waiting().length + writes.waiting().length,
    waitMs: () => Math.max(reads.waitMs(), writes.waitMs()),
    close: async () => void (await Promise.all([reads.close(), writes.close()])),
  }
}

/** Runs what arrives in groups at once, and each of a group alone where `isRetried` says so: then the server has undone the group. */
function createGroup<Work, Result>(
  runTogether: (works: readonly Work[]) => Promise<readonly Result[]>,
  runAlone: (work: Work) => Promise<Result>,
  isRetried: (error: unknown) => boolean,
) {
  const times = createQueueTimes(LANES)
  // Those of failed groups that are under way alone.
  const alone = new Set<Promise<unknown>>()

  async function settleAlone(members: readonly Waiting<Work, Result>[]): Promise<void> {
    const settled = Promise.all(members.map(({ work, resolve, reject }) => runAlone(work).then(resolve, reject)))
    alone.add(settled)
    await settled
    alone.delete(settled)
  }

  async function run(group: readonly Waiting<Work, Result>[]) {
    const members = group.filter(isPatient)
    // Steps that wait long must not keep the next ones waiting, which may need other rows.
    if (members.length <= 1) return Promise.race([settleAlone(members), pause(GROUP_LOCK_MS)])
    try {
      const results = await runTogether(members.map(({ work }) => work))
      for (const [index, { resolve }] of members.entries()) resolve(results[index]!)
    } catch (error) {
      if (!isRetried(error)) throw error
      // It settles their promises, and the next group needn't wait for that.
      void settleAlone(members.filter(isPatient))
    }
  }
  const groups = createGroups<Work, Result>({
    lanes: LANES,
    largest: LARGEST,
    run: (members) => times.serve(() => run(members), members.length),
  })

  return {
    ...groups,
    waitMs: () => times.estimateMs(groups.waiting().length, groups.waiting()[0]?.since),
    async close() {
      await groups.close()
      await Promise.all(alone)
    },
  }
}

/** Whether it can still begin; otherwise, it's rejected. */
export function isPatient({ since, reject }: Waiting<unknown, unknown>): boolean {
  const isInTime = performance.now() - since < PATIENCE_MS
  if (!isInTime) reject(new Error('timeout: too many statements wait'))
  return isInTime
}

/** The statement of a batch; its text is put together once for all batches of the same steps. */
function prepareBatches() {
  const texts = new Map<string, string>()
  return (steps: readonly Step[]): NamedStatement => {
    const key = steps.map(({ sql, required }) => `${required ? '!' : ''}${sql}`).join(';')
    let sql = texts.get(key)
    if (!sql) {
      sql = batchSql(steps)
      texts.set(key, sql)
    }
    return nameStatement({ sql, values: steps.flatMap((step) => step.values) })
  }
}

const readCounts = ([row = {}]: readonly Row[], steps: readonly Step[]) =>
  steps.map((_, index) => Number(row[`n${index}`]))

export function findConflict(error: unknown, steps: readonly Step[]): string {
  const { code, constraint, table, column } = error as {
    [field in 'code' | 'constraint' | 'table' | 'column']?: string
  }
  if (code === NOT_NULL_VIOLATION && table && column) return `${table}_${column}`
  if ((code === UNIQUE_VIOLATION || code === FOREIGN_KEY_VIOLATION) && constraint) return constraint
  const missing = steps.find((step) => step.required)
  if (code === DIVISION_BY_ZERO && missing) return `${missing.table}_missing`
  throw error
}
