import { Outage } from '../../core/errors.ts'
import type { Engine } from './engine.ts'

/** Says why the database is unavailable, if that is what a driver's error is about; undefined for every other error. */
export type Diagnosis = (error: unknown) => string | undefined

/** The same engine, which throws an Outage where the database is unavailable. */
export function reportingOutages(engine: Engine, diagnose: Diagnosis): Engine {
  const reported = <Answer>(answer: Promise<Answer>) => answer.catch((error: unknown) => raise(error, diagnose))
  return {
    ...engine,
    read: (statement) => reported(engine.read(statement)),
    write: (steps) => reported(engine.write(steps)),
  }
}

function raise(error: unknown, diagnose: Diagnosis): never {
  const reason = diagnose(error)
  if (reason === undefined) throw error
  throw new Outage('The database is unavailable: try again when Retry-After says', {
    cause: new Error(reason, { cause: error }),
  })
}
