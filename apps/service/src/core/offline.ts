import type { Core } from './core.ts'
import { waitBriefly } from './wait-briefly.ts'

/**
 * The core of calls that need no database: during an outage, applications are as last read, and calls aren't counted.
 */
export function createOfflineCore(core: Core): Core {
  const { applications, limiter, pause } = core
  return {
    ...core,
    applications: { ...applications, ...applications.lastKnown },
    limiter: {
      ...limiter,
      async take(key, limit) {
        let waitMs = 0
        const taking = Promise.try(() => limiter.take(key, limit)).then((ms) => {
          waitMs = ms
        })
        await waitBriefly(pause, taking)
        return waitMs
      },
    },
  }
}
