import { setTimeout } from 'node:timers/promises'
import type { Outcome, Step } from './engine.ts'
import { createGroups } from './groups.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { isBusy } from './sqlite-outages.ts'
import { writeGroup } from './sqlite-writer.ts'

/** A writer to SQLite: one group of batches at a time. */
export type Writer = {
  /** Resolves once the batch is on disk. */
  write(steps: readonly Step[]): Promise<Outcome>
  /** How many batches wait for the next group. */
  waiting(): number
  /** Resolves after every earlier batch. */
  close(): Promise<void>
}

const BUSY_RETRY_MS = 10
/** How long a batch waits until another process has finished writing, in milliseconds. */
const BUSY_WAIT_MS = 3_000

/**
 * Group commit: the batches of a few turns of the event loop, and those that arrive while a group is flushed, share one
 * transaction and one flush. A batch resolves only once its group is on disk. `flush` resolves once everything that the
 * connection has written is on disk; then `grouped` gets the number of batches.
 */
export function groupCommit(
  connection: SqliteConnection,
  flush: () => Promise<void>,
  grouped?: (batches: number) => void,
): Writer {
  const groups = createGroups<readonly Step[], Outcome>({
    async run(group) {
      const batches = group.map(({ work }) => work)
      const outcomes = await whenFree(() => writeGroup(connection, batches), group[0]!.since)
      await flush()
      grouped?.(group.length)
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index]!)
    },
  })
  return { write: groups.add, waiting: () => groups.waiting().length, close: groups.close }
}

/**
 * Retries until three seconds after `since` while another process writes; this process continues with everything else.
 * Batches that waited behind a group that failed this way have waited long enough themselves.
 * @throws SQLite's error
 */
export async function whenFree<T>(act: () => T, since = performance.now()): Promise<T> {
  for (;;) {
    try {
      return act()
    } catch (error) {
      if (!isBusy(error) || performance.now() - since > BUSY_WAIT_MS) throw error
    }
    await setTimeout(BUSY_RETRY_MS)
  }
}
