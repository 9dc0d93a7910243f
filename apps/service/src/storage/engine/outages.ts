import { Outage } from '../../core/errors.ts'
import type { Engine } from './engine.ts'

/** The reason why the database is unavailable, if that is what a driver's error says; undefined for other errors. */
export type Diagnosis = (error: unknown) => string | undefined

/** The same engine, but it throws an Outage if the database is unavailable. */
export function reportingOutages(engine: Engine, diagnose: Diagnosis): Engine {
  const reported = <Result>(result: Promise<Result>) => result.catch((error: unknown) => raise(error, diagnose))
  return {
    ...engine,
    read: (statement) => reported(engine.read(statement)),
    write: (steps) => reported(engine.write(steps)),
  }
}

function raise(error: unknown, diagnose: Diagnosis): never {
  const reason = diagnose(error)
  if (reason === undefined) throw error
  throw createOutage(new Error(reason, { cause: error }))
}

/** What a batch or a read gets where too many wait already. */
export const createTooBusy = () => createOutage(new Error('too much waits for it already'))

const createOutage = (cause: Error) =>
  new Outage('The database is unavailable: try again after the time in Retry-After', { cause })
