import { setTimeout as pause } from 'node:timers/promises'
import { createTally, signInOnce, type Visitor } from '../../common/arrivals.ts'
import { createCrowd } from '../../common/crowd.ts'
import { watchReadiness } from './readiness.ts'

/** A node, and the users who call it. */
export type Recovering = { url: string; visit(): Visitor }

/** How many sign-ins in a row show that the node serves again. */
const enough = 10

/** Waits until ten sign-ins in a row succeed, and the node is ready. Returns how long it took, and what went wrong. */
export async function recover({ url, visit }: Recovering, since: number, longestMs: number) {
  const violations: string[] = []
  const crowd = createCrowd(url, 1, longestMs)
  for (let inRow = 0; inRow < enough; ) {
    const tally = createTally()
    await signInOnce(crowd, visit(), tally)
    inRow = tally.latencies.length === 1 ? inRow + 1 : 0
    if (performance.now() - since > longestMs) {
      violations.push(`not recovered within ${longestMs} ms`)
      break
    }
    if (inRow === 0) await pause(50)
  }
  crowd.close()
  violations.push(...(await findStillUnready(url, since + longestMs)))
  return { ms: performance.now() - since, violations }
}

/** A check that failed is repeated after a second. */
async function findStillUnready(url: string, until: number): Promise<string[]> {
  for (;;) {
    const [probe] = await watchReadiness(url).stop()
    if (probe?.status === 200) return []
    if (performance.now() > until) return ['not ready after it recovered']
    await pause(100)
  }
}
