import type { Outcome, Step } from './engine.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** SQLite's primary result code for a broken constraint, and the extended one for a foreign key. */
const CONSTRAINT = 19
const FOREIGN_KEY = 787

/**
 * Writes every batch in one transaction, so that they share one flush. A failed batch undoes only itself. Returns after COMMIT.
 * @throws when the transaction as a whole failed; then nothing of any batch was written
 */
export function writeGroup(connection: SqliteConnection, batches: readonly (readonly Step[])[]): readonly Outcome[] {
  return writeWhole(connection, batches) ?? writeApart(connection, batches)
}

/**
 * Nearly every batch succeeds, and a savepoint costs a tenth of a batch, so a group is first written without. With a conflict
 * it is undone; undefined if other batches are in it.
 */
const writeWhole = (connection: SqliteConnection, batches: readonly (readonly Step[])[]) =>
  inTransaction(connection, (run) => {
    const outcomes: Outcome[] = []
    for (const steps of batches) {
      const outcome = writeSteps(connection, steps)
      outcomes.push(outcome)
      if (!('conflict' in outcome)) continue
      run('ROLLBACK')
      return batches.length === 1 ? outcomes : undefined
    }
    return outcomes
  })

/** Each batch has its own savepoint. */
const writeApart = (connection: SqliteConnection, batches: readonly (readonly Step[])[]) =>
  inTransaction(connection, (run) =>
    batches.map((steps) => {
      run('SAVEPOINT batch')
      const outcome = writeSteps(connection, steps)
      if ('conflict' in outcome) run('ROLLBACK TO batch')
      run('RELEASE batch')
      return outcome
    }),
  )

/** Commits unless `write` has ended the transaction. */
function inTransaction<Result>(connection: SqliteConnection, write: (run: (sql: string) => void) => Result): Result {
  const run = (sql: string) => void connection.prepared(sql).run()
  run('BEGIN IMMEDIATE')
  try {
    const result = write(run)
    if (connection.database.isTransaction) run('COMMIT')
    return result
  } catch (error) {
    if (connection.database.isTransaction) run('ROLLBACK')
    throw error
  }
}

function writeSteps(connection: SqliteConnection, steps: readonly Step[]): Outcome {
  const counts: number[] = []
  for (const step of steps) {
    try {
      const count = Number(connection.prepared(step.sql).run(...step.values).changes)
      if (step.required && count === 0) return createMissing(step)
      counts.push(count)
    } catch (error) {
      return { conflict: findConflict(error, step), cause: error as Error }
    }
  }
  return { counts }
}

function createMissing({ table }: Step): Outcome {
  const conflict = `${table}_missing`
  return { conflict, cause: new Error(`A step that had to touch a row touched none: ${conflict}`) }
}

/** SQLite reports the columns of a broken unique constraint, but nothing about a foreign key: the failing step identifies it. */
function findConflict(error: unknown, { table }: Step): string {
  const { errcode, message } = error as { errcode?: number; message: string }
  if (errcode === undefined || (errcode & 0xff) !== CONSTRAINT) throw error
  if (errcode === FOREIGN_KEY) return `${table}_owner`
  return message.match(/\w+\.\w+$/)?.[0].replace('.', '_') ?? message
}
