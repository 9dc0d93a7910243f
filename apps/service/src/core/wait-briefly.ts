import { Outage } from './errors.ts'

type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>

const patienceMs = 500

/** Waits up to half a second for optional work, such as refreshing an existing copy. An outage is not an error here. */
export async function waitBriefly(pause: Pause, work: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const finished = work
    .catch((error: unknown) => {
      if (!(error instanceof Outage)) throw error
    })
    .finally(() => done.abort())
  const tooLong = pause(patienceMs, done.signal).then(() => (done.signal.aborted ? finished : undefined))
  await Promise.race([finished, tooLong])
}
