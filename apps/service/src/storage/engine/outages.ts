import { orElse } from '../../core/after.ts'
import { Outage } from '../../core/errors.ts'
import type { Engine } from './engine.ts'

/** Why the database can't be used, and what an operator can do about it; both in words. */
export type Explanation = { reason: string; advice: string }

/** Explains a driver's error; undefined if it isn't that the database can't be used. */
export type Diagnosis = (error: unknown) => Explanation | undefined

/** A database that never becomes usable as it is: it can't hold our data, or it isn't ours. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase'
  readonly explanation: Explanation

  constructor(explanation: Explanation) {
    super(explanation.reason)
    this.explanation = explanation
  }
}

/** The explanation of both engines where tables of our names are another program's. */
export const foreignTables = (names: readonly string[], where: string): Explanation => ({
  reason: `another program has tables of the same names ${where} (${abridge(names)})`,
  advice: 'Give Thumbturn a database of its own.',
})

/** The first names of a list. */
export const abridge = (names: readonly string[]) => `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`

/** The same engine, but it throws an Outage if the database is unavailable. */
export function reportingOutages(engine: Engine, diagnose: Diagnosis): Engine {
  const report = (error: unknown) => raise(error, diagnose)
  return {
    ...engine,
    read: (statement) => orElse(() => engine.read(statement), report),
    write: (steps) => engine.write(steps).catch(report),
  }
}

function raise(error: unknown, diagnose: Diagnosis): never {
  const explanation = diagnose(error)
  if (explanation === undefined) throw error
  throw createOutage(new Error(explanation.reason, { cause: error }))
}

/** The error of a batch or a read where too many wait already. */
export const createTooBusy = () => createOutage(new Error('too much waits for it already'))

const createOutage = (cause: Error) =>
  new Outage('The database is unavailable: try again after the time in Retry-After', { cause })
