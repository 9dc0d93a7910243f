import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Outcome, Step } from './engine.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { writeGroup } from './sqlite-writer.ts'

/** What writes to SQLite: one group of batches at a time. */
export type Writer = {
  /** Resolves once the batch is on disk. */
  write(steps: readonly Step[]): Promise<Outcome>
  /** Resolves after everything asked for before it. */
  close(): Promise<void>
}

/** A batch and its promise. */
type Waiting = {
  steps: readonly Step[]
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/** SQLite's result code where another process is writing. */
const BUSY = 5
const BUSY_RETRY_MS = 10
const BUSY_RETRIES = 500
/** Turns of the event loop in which a group gathers: microseconds when there is little to do, a dozen batches when much. */
const GATHERING_TURNS = 6

/**
 * Group commit: the batches of a few turns of the event loop, and those that come while a group is on its way to the
 * disk, share one transaction and one wait for the disk. Nobody hears of a batch before its group is there. `flush`
 * resolves once all that the connection has written is on disk.
 */
export function groupCommit(connection: SqliteConnection, flush: () => Promise<void>): Writer {
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined

  async function writeAll() {
    while (waiting.length > 0) {
      for (let turn = 0; turn < GATHERING_TURNS; turn++) await setImmediate()
      const group = waiting
      waiting = []
      await commit(group)
    }
    writing = undefined
  }

  async function commit(group: readonly Waiting[]) {
    try {
      const batches = group.map(({ steps }) => steps)
      const outcomes = await whenFree(() => writeGroup(connection, batches))
      await flush()
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index]!)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return {
    write: (steps) =>
      new Promise((resolve, reject) => {
        waiting.push({ steps, resolve, reject })
        writing ??= writeAll()
      }),
    close: async () => writing,
  }
}

/**
 * Tries again, for five seconds, while another process writes; meanwhile this one does everything else.
 * @throws SQLite's error
 */
export async function whenFree<T>(act: () => T): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return act()
    } catch (error) {
      if (!isBusy(error) || tries > BUSY_RETRIES) throw error
    }
    await setTimeout(BUSY_RETRY_MS)
  }
}

// The low byte is the primary result code.
const isBusy = (error: unknown) => (((error as { errcode?: number }).errcode ?? 0) & 0xff) === BUSY
