import type { Engine } from '@thumbturn/service/storage/engine/engine.ts'
import * as original from '@thumbturn/service/storage/engine/outages.ts'
import { callDependency, spareClock } from '../runs/failing-calls/faults.ts'

export * from '@thumbturn/service/storage/engine/outages.ts'

/** The open engines, without failures. */
export const engines = new Set<Engine>()

let begun = 0
let ended = 0

/** Changes with every write, and while one is in progress. */
export const readVersion = () => (begun === ended ? ended : Number.NaN)

let swallowsCommits = false

/** From now on, a commit that fails looks like one that succeeded. */
export function swallowCommits() {
  swallowsCommits = true
}

/** Like the original, over an engine whose reads and commits can fail. */
export const reportingOutages: typeof original.reportingOutages = (engine, diagnose) => {
  engines.add(engine)
  const failing: Engine = {
    ...engine,
    async read(statement) {
      callDependency('query')
      return engine.read(statement)
    },
    async write(steps) {
      try {
        callDependency('commit')
      } catch (error) {
        if (swallowsCommits) return { counts: steps.map(() => 1) }
        throw error
      }
      begun++
      try {
        const written = await engine.write(steps)
        spareClock()
        return written
      } finally {
        ended++
      }
    },
    async close() {
      engines.delete(engine)
      await engine.close()
    },
  }
  return original.reportingOutages(failing, diagnose)
}
