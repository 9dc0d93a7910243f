// Run as a worker: copies what is committed from the write-ahead log into the database whenever it gets a message, and says how
// many pages are left in the log. The path comes as `workerData`; `close` ends it.
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

const file = pathToFileURL(workerData as string)
// A file that is missing isn't created.
file.searchParams.set('mode', 'rw')
const database = new DatabaseSync(file)
database.exec('PRAGMA synchronous = NORMAL')
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')

/** Each pass has less to copy than the one before: only what was written during that one. */
const mostPasses = 8
/** So few pages are copied faster than a pass can start. */
const fewPages = 64

function copyPages(): number {
  let left = Number.POSITIVE_INFINITY
  for (let pass = 0; pass < mostPasses && left > fewPages; pass++) {
    const { log, checkpointed } = checkpoint.get() as { log: number; checkpointed: number }
    left = log - checkpointed
  }
  return left
}

parentPort!.on('message', (order: 'copy' | 'close') => {
  if (order === 'copy') return parentPort!.postMessage(copyPages())
  database.close()
  parentPort!.close()
})
