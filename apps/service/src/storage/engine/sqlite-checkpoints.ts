import { once } from 'node:events'
import { statSync } from 'node:fs'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SqliteConnection } from './sqlite-connection.ts'

/** How many pages of 4 KiB the write-ahead log gathers before a commit copies them into the database. */
const checkpointPages = 4_000
const copyInTime = 'PRAGMA wal_autocheckpoint = 4000'
/** The same for a commit while a thread can't keep up. */
const copyLate = 'PRAGMA wal_autocheckpoint = 40000'
/** The same for a thread: while the disk writes what it copied, the flushes of commits wait, so it copies few at a time. */
const threadPages = 250
/** From this size on, nearly every page of the log is another one, and copying them blocks for tens of milliseconds. */
const threadFromBytes = 64 * 1024 * 1024
/** How many batches are written before the log is looked at; a batch that deletes has a hundred pages. */
const batchesBetweenLooks = 4

/** Copies the write-ahead log into the database as it grows. */
export type Checkpoints = {
  /** To be called after each group, with the number of its batches. */
  count(batches: number): void
  /** Copies all that is committed now, and empties the log, which still has what was deleted. While others use the log, it's only copied. */
  copyAll(): Promise<void>
  /** Before the connection closes. */
  close(): Promise<void>
}

/**
 * SQLite copies the log when a commit finds it long enough, and that commit waits for the disk. In a large database
 * that takes tens of milliseconds, so a thread of its own does it there; a few pages that were committed during that
 * are then copied by the connection, after which SQLite writes the log from its beginning again. A thread takes some 10
 * MB, which small databases save. `path`: null for a database in memory, which has no log.
 */
export function createCheckpoints(
  connection: SqliteConnection,
  path: string | null,
  fromBytes = threadFromBytes,
): Checkpoints {
  const run = (pragma: string) => connection.prepared(pragma).get()
  const copyNow = () => void run('PRAGMA wal_checkpoint(PASSIVE)')
  // Before SQLite 3.51, this copies them.
  const measureLog = () => run('PRAGMA wal_checkpoint(NOOP)') as { log: number; checkpointed: number }
  let thread: CheckpointThread | undefined
  let hasFailed = false
  let batches = 0

  function openThread(path: string) {
    run(copyLate)
    return startThread(path, () => {
      hasFailed = true
      thread = undefined
      run(copyInTime)
    })
  }

  async function copyBy(thread: CheckpointThread) {
    await thread.copy()
    if (measureLog().log >= checkpointPages) copyNow()
  }

  run(copyInTime)
  return {
    count(written) {
      batches += written
      if (path === null || hasFailed || batches < batchesBetweenLooks) return
      batches = 0
      if (!thread && measureBytes(path) >= fromBytes) thread = openThread(path)
      if (!thread || thread.isBusy()) return
      const { log, checkpointed } = measureLog()
      // Pages that couldn't be copied stay in the log, as where SQLite copies it.
      if (log - checkpointed >= threadPages) copyBy(thread).catch(() => {})
    },
    async copyAll() {
      await thread?.copy().catch(() => {})
      run('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    close: async () => thread?.close(),
  }
}

const measureBytes = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

type CheckpointThread = {
  isBusy(): boolean
  /** Resolves when only a few pages are left in the log. */
  copy(): Promise<void>
  close(): Promise<void>
}

function startThread(path: string, onFailure: () => void): CheckpointThread {
  const worker = new Worker(new URL(`./checkpointer${extname(import.meta.url)}`, import.meta.url), {
    workerData: path,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  })
  worker.unref()
  worker.on('error', onFailure)
  let copying: Promise<void> | undefined

  async function exchange() {
    worker.postMessage('copy')
    await once(worker, 'message')
  }

  return {
    isBusy: () => copying !== undefined,
    copy() {
      copying ??= exchange().finally(() => {
        copying = undefined
      })
      return copying
    },
    async close() {
      await copying?.catch(() => {})
      worker.ref()
      worker.postMessage('close')
      // Where it fails now, it has nothing more to do.
      await once(worker, 'exit').catch(() => {})
    },
  }
}
