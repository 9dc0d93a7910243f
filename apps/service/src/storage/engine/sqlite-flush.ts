import { closeSync, fdatasync, openSync, statSync } from 'node:fs'

/** Waits for the disk without blocking the event loop. */
export type Flusher = {
  /** Resolves once everything committed before it is on disk. */
  flush(): Promise<void>
  close(): void
}

/** The database or its log isn't the file that was opened, so what is written to it is lost at the next start. */
export class FileReplacedError extends Error {
  override name = 'FileReplacedError'
}

/**
 * Brings the write-ahead log of the database at `path` to the disk, in the thread pool. The log stays the same file for
 * as long as a connection is open, and SQLite takes no locks on it that closing ours could release. Rejects with FileReplacedError
 * once one of the two files was deleted or replaced.
 */
export function walFlusher(path: string): Flusher {
  const findDatabase = watchFile(path)
  let log: { file: number; find(): boolean } | undefined
  return {
    // SQLite makes the file when it first needs it.
    flush: async () => {
      log ??= openLog(path)
      await synced(log.file)
      if (!findDatabase() || !log.find()) throw new FileReplacedError(`${path} or its log was deleted or replaced`)
    },
    close: () => {
      if (log !== undefined) closeSync(log.file)
    },
  }
}

/** SQLite has already brought its name to the disk, when it flushed its header. */
function openLog(path: string) {
  const name = `${path}-wal`
  const file = openSync(name, 'r+')
  return { file, find: watchFile(name) }
}

/** Tells whether the file at `path` is still the one that is there now. */
function watchFile(path: string): () => boolean {
  const opened = statSync(path)
  return () => {
    const { dev, ino } = statSync(path, { throwIfNoEntry: false }) ?? {}
    return dev === opened.dev && ino === opened.ino
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
