import { setImmediate, setTimeout } from 'node:timers/promises'
import { Outage } from '../../core/errors.ts'
import type { Outcome, Step } from './engine.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { isBusy } from './sqlite-outages.ts'
import { writeGroup } from './sqlite-writer.ts'

/** What writes to SQLite: one group of batches at a time. */
export type Writer = {
  /** Resolves once the batch is on disk. */
  write(steps: readonly Step[]): Promise<Outcome>
  /** How many batches wait for the next group. */
  waiting(): number
  /** Resolves after every earlier batch. */
  close(): Promise<void>
}

/** A batch and its promise. */
type Waiting = {
  steps: readonly Step[]
  /** When it was given to the writer, on the clock of `performance.now()`. */
  since: number
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

const BUSY_RETRY_MS = 10
/** How long a batch waits until another process has finished writing, in milliseconds. */
const BUSY_WAIT_MS = 3_000
/** Turns of the event loop in which a group gathers: microseconds under light load, a dozen batches under heavy load. */
const GATHERING_TURNS = 6
/** Under overload, each turn takes long, and the group is large after the first. */
const MOST_GATHERING_MS = 50
/** The maximum number of batches that wait for the next group; further ones fail at once. */
const MOST_WAITING = 5_000

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
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined

  async function writeAll() {
    while (waiting.length > 0) {
      await gather()
      const group = waiting
      waiting = []
      await commit(group)
    }
    writing = undefined
  }

  async function commit(group: readonly Waiting[]) {
    try {
      const batches = group.map(({ steps }) => steps)
      const outcomes = await whenFree(() => writeGroup(connection, batches), group[0]!.since)
      await flush()
      grouped?.(group.length)
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index]!)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return {
    write: (steps) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MOST_WAITING) return reject(createTooBusy())
        waiting.push({ steps, since: performance.now(), resolve, reject })
        writing ??= writeAll()
      }),
    waiting: () => waiting.length,
    close: async () => writing,
  }
}

const createTooBusy = () =>
  new Outage('The database is unavailable: try again when Retry-After says', {
    cause: new Error('too many batches wait for the disk'),
  })

async function gather() {
  const begun = performance.now()
  for (let turn = 0; turn < GATHERING_TURNS && performance.now() - begun < MOST_GATHERING_MS; turn++)
    await setImmediate()
}

/**
 * Retries until three seconds after `since` while another process writes; meanwhile this process does everything else.
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
