import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Outcome, Row, Statement, Step } from '../engine/engine.ts'
import { createGroups, type Groups, type Waiting } from '../engine/groups.ts'
import {
  begin,
  type Connections,
  commit,
  DIVISION_BY_ZERO,
  isCanceled,
  isUndone,
  persistently,
  UNIQUE_VIOLATION,
} from '../engine/postgres-connections.ts'
import {
  findConflict,
  GROUP_LOCK_MS,
  GROUP_STATEMENT_MS,
  type Grouping,
  isPatient,
  LANES,
  LARGEST,
} from '../engine/postgres-group.ts'
import { countPipeline } from '../engine/postgres-pipeline.ts'
import { nameStatement } from '../engine/postgres-statements.ts'

/**
 * As `groupStatements`, for a distributed PostgreSQL:
 * - A batch is a transaction of its steps. The one statement of a batch on plain PostgreSQL would be planned anew each time, and its
 *   inserts run one after the other anyway.
 * - Only batches and reads of the same application are grouped. Its rows are on one worker, so a group is no distributed
 *   transaction, and a worker that is lost fails nothing of other applications.
 */
export function groupByApplication(connections: Connections, grouped?: (batches: number) => void): Grouping {
  const readAlone = async (statement: Statement) =>
    (await persistently(() => connections.run([nameStatement(statement)])))[0]!
  const writeAlone = async (steps: readonly Step[]): Promise<Outcome> => {
    try {
      const [counts] = await persistently(() => connections.use((client) => writeAll(client, [steps])))
      grouped?.(1)
      return { counts: counts! }
    } catch (error) {
      if (error instanceof StepMissing) return { conflict: `${error.step.table}_missing`, cause: error }
      return { conflict: stripShard(findConflict(error, steps)), cause: error as Error }
    }
  }

  /** Its rows, or counts, of each step of each batch, in a transaction that is on disk when this resolves. */
  async function writeAll(client: pg.ClientBase, batches: readonly (readonly Step[])[], isGroup = false) {
    const steps = batches.flat()
    const first = isGroup ? [begin, ...impatience] : [begin]
    const isConditional = steps.some(({ required }) => required)
    // The rows that a required step touched must be known before the commit.
    const { counts, error } = await countPipeline(client, [
      ...first,
      ...steps.map(nameStatement),
      ...(isConditional ? [] : [commit]),
    ])
    const touched = counts.slice(first.length, first.length + steps.length)
    const missing = steps.find((step, index) => step.required && touched[index] === 0)
    // The earliest conflict is reported, and the error is that of a later step.
    if (missing) throw new StepMissing(missing)
    if (error) throw touched.length < steps.length ? withConstraint(error) : createUnknown(error)
    if (isConditional) await finish(client)
    return split(touched, batches)
  }

  const writeTogether = async (batches: readonly (readonly Step[])[]): Promise<readonly Outcome[]> => {
    const counts = await connections.use((client) => writeAll(client, batches, true))
    grouped?.(batches.length)
    return counts.map((some) => ({ counts: some }))
  }
  const readTogether = (all: readonly Statement[]) => connections.run(all.map(nameStatement))

  const reads = groupEach<Statement, readonly Row[]>(readTogether, readAlone)
  const writes = groupEach<readonly Step[], Outcome>(writeTogether, writeAlone)
  return {
    read: (statement) => (statement.isQuick ? reads.add(findOwner([statement]), statement) : readAlone(statement)),
    write: (steps) => (steps.every(({ isQuick }) => isQuick) ? writes.add(findOwner(steps), steps) : writeAlone(steps)),
    waiting: () => reads.waiting() + writes.waiting(),
    waitMs: () => 0,
    async close() {
      await Promise.all([reads.close(), writes.close()])
    },
  }
}

async function finish(client: pg.ClientBase) {
  const { error } = await countPipeline(client, [commit])
  if (error) throw createUnknown(error)
}

/** As on plain PostgreSQL, but sent to the workers too, together with the beginning of their transaction. */
const impatience = [
  nameStatement({ sql: `set local lock_timeout = '${GROUP_LOCK_MS}ms'`, values: [] }),
  nameStatement({ sql: `set local statement_timeout = '${GROUP_STATEMENT_MS}ms'`, values: [] }),
]

/** The option by which the coordinator passes such settings on. */
export const propagateSettings = '-c citus.propagate_set_commands=local'

/**
 * The coordinator passes on the message of a worker's error, but not its fields, and for rows that an `insert … select` copied not its
 * code either. In any language, the constraint is the last name with the number of a shard.
 */
function withConstraint(error: Error & { code?: string; constraint?: string }): Error {
  const constraint = error.constraint ?? error.message.match(/[a-z_]+_\d{6,}/g)?.at(-1)
  if (constraint === undefined || (error.code?.slice(0, 2) !== '23' && error.code !== INTERNAL_ERROR)) return error
  return Object.assign(error, { constraint, code: error.code === INTERNAL_ERROR ? UNIQUE_VIOLATION : error.code })
}

const INTERNAL_ERROR = 'XX000'

/**
 * The names of tables and constraints have the number of the shard on a worker (`spent_sessions_app_id_102041`). None of our names has a
 * number in it.
 */
export const stripShard = (name: string): string => name.replace(/_\d+(?=_|$)/, '')

/** Groups by owner: each owner's run side by side with those of others. */
function groupEach<Work, Result>(
  runTogether: (works: readonly Work[]) => Promise<readonly Result[]>,
  runAlone: (work: Work) => Promise<Result>,
) {
  const open = new Map<string, { groups: Groups<Work, Result>; users: number }>()
  // Those of failed groups that are under way alone.
  const alone = new Set<Promise<unknown>>()

  async function settleAlone(group: readonly Waiting<Work, Result>[]) {
    const settled = Promise.all(group.map(({ work, resolve, reject }) => runAlone(work).then(resolve, reject)))
    alone.add(settled)
    await settled
    alone.delete(settled)
  }

  async function run(given: readonly Waiting<Work, Result>[]) {
    const members = given.filter(isPatient)
    // Steps that wait long must not keep the next ones waiting, which may need other rows.
    if (members.length <= 1) return Promise.race([settleAlone(members), pause(GROUP_LOCK_MS)])
    try {
      const results = await runTogether(members.map(({ work }) => work))
      for (const [index, { resolve }] of members.entries()) resolve(results[index]!)
    } catch (error) {
      if (!isUndone(error) && !isCanceled(error)) throw error
      // It settles their promises, and the next group needn't wait for that.
      void settleAlone(members.filter(isPatient))
    }
  }

  function findGroups(owner: string) {
    const known = open.get(owner) ?? { groups: createGroups({ lanes: LANES, largest: LARGEST, run }), users: 0 }
    open.set(owner, known)
    return known
  }

  return {
    async add(owner: string, work: Work): Promise<Result> {
      const known = findGroups(owner)
      known.users++
      try {
        return await known.groups.add(work)
      } finally {
        known.users--
        if (known.users === 0) open.delete(owner)
      }
    },
    waiting: () => [...open.values()].reduce((sum, { groups }) => sum + groups.waiting().length, 0),
    async close() {
      await Promise.all([...open.values()].map(({ groups }) => groups.close()))
      await Promise.all(alone)
    },
  }
}

/** The application whose rows a statement touches; empty for those of the installation. */
const findOwner = (statements: readonly Statement[]) => statements.find(({ owner }) => owner !== undefined)?.owner ?? ''

/** The numbers of each batch's own steps. */
function split(counts: readonly number[], batches: readonly (readonly Step[])[]): readonly (readonly number[])[] {
  let at = 0
  return batches.map(({ length }) => {
    at += length
    return counts.slice(at - length, at)
  })
}

/** A required step touched no row. */
class StepMissing extends Error {
  readonly step: Step
  /** The error of the one statement of a batch on plain PostgreSQL: its transaction is undone. */
  readonly code = DIVISION_BY_ZERO

  constructor(step: Step) {
    super(`no row of ${step.table} was touched`)
    this.step = step
  }
}

/** The commit itself failed, so it isn't known whether the batch was written. */
const createUnknown = (cause: Error) => new Error(`connection: the commit failed (${cause.message})`, { cause })
