import type { LimitClass } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Core } from '../core/core.ts'
import { isOutage } from '../core/errors.ts'
import { createLoadShedding, type LoadShedding } from '../http/load-shedding.ts'

/** How often rejected calls are logged, in milliseconds. */
const loggedEveryMs = 5_000

/** Counts the calls that are rejected under load, and logs how many were. Undefined if the setting is 0. */
export function startLoadShedding(
  core: Core,
  mostWaitMs: number,
  { log, count }: { log: FastifyBaseLogger; count(limit: LimitClass): void },
): (LoadShedding & { stop(): void }) | undefined {
  if (mostWaitMs === 0) return undefined
  const shedding = createLoadShedding(core, mostWaitMs)
  let rejected = 0
  const logging = setInterval(() => {
    if (rejected > 0)
      log.warn({ rejected }, 'Overloaded: calls were rejected with 503. Add nodes, or a faster database')
    rejected = 0
  }, loggedEveryMs)
  return {
    ...shedding,
    admit(route) {
      try {
        shedding.admit(route)
      } catch (error) {
        if (isOutage(error)) {
          rejected++
          count(route.limit)
        }
        throw error
      }
    },
    stop() {
      clearInterval(logging)
    },
  }
}
