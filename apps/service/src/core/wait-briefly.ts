import type { Core } from './core.ts'
import { Outage } from './errors.ts'

const patienceMs = 500

/**
 * Waits half a second at most for work that is better done than not, such as refreshing a copy that exists already. An
 * outage is no error here.
 */
export async function waitBriefly(pause: Core['pause'], work: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const finished = work
    .catch((error: unknown) => {
      if (!(error instanceof Outage)) throw error
    })
    .finally(() => done.abort())
  const tooLong = pause(patienceMs, done.signal).then(() => (done.signal.aborted ? finished : undefined))
  await Promise.race([finished, tooLong])
}
