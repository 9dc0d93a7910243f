import { closeSync, fdatasync, openSync } from 'node:fs'

/** Waits for the disk without blocking the event loop. */
export type Flusher = {
  /** Resolves once everything committed before it is on disk. */
  flush(): Promise<void>
  close(): void
}

/**
 * Brings the write-ahead log of the database at `path` to the disk, in the thread pool. The log stays the same file for
 * as long as a connection is open, and SQLite takes no locks on it that closing ours could release.
 */
export function walFlusher(path: string): Flusher {
  let log: number | undefined
  return {
    // SQLite makes the file when it first needs it.
    flush: () => {
      log ??= openSync(`${path}-wal`, 'r+')
      return synced(log)
    },
    close: () => {
      if (log !== undefined) closeSync(log)
    },
  }
}

/** An in-memory database has nothing to flush. */
export const noFlusher: Flusher = { flush: async () => {}, close: () => {} }

/**
 * After a failed fsync the state of the disk is unknown, and a second fsync wouldn't report it. The error stays uncaught,
 * because a process that can't write must not look healthy.
 */
function synced(file: number): Promise<void> {
  return new Promise((resolve) => {
    fdatasync(file, (error) => {
      if (error) throw error
      resolve()
    })
  })
}
