import { setTimeout as pause } from 'node:timers/promises'

const longestMs = 60_000

/** Waits until a condition holds. @throws Error after a minute, which only a test that hangs reaches */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + longestMs; !(await holds()); await pause(10))
    if (performance.now() > deadline) throw new Error('it did not happen within a minute')
}
