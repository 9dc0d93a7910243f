import { availableParallelism } from 'node:os'

/** Runs the work on each item, one for each processor at a time. */
export async function runEach(items, work) {
  const results = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [i, item] of waiting) results[i] = await work(item, i)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return results
}
