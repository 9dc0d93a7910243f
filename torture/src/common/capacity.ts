import { createTally, signInOnce } from './arrivals.ts'
import { createCrowd } from './crowd.ts'
import type { Stage } from './stage.ts'

/** Sign-ins per second of 32 users who start again at once. */
export async function measureCapacity({ node, visit }: Stage, ms: number): Promise<number> {
  const crowd = createCrowd(node.url, 32)
  const tally = createTally()
  const signIn = async (until: number) => {
    while (performance.now() < until) await signInOnce(crowd, visit(), tally)
  }
  const work = (until: number) => Promise.all(Array.from({ length: 32 }, () => signIn(until)))
  // The first calls are compiled.
  await work(performance.now() + ms / 4)
  const before = tally.latencies.length
  await work(performance.now() + ms)
  crowd.close()
  return Math.max(1, ((tally.latencies.length - before) / ms) * 1_000)
}
