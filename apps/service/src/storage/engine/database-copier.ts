// Run as a worker: copies a database as it is at one moment into an empty file. SQLite builds the copy anew from the rows, so nothing
// that was deleted is in it. The paths come as `workerData`; an error is that of the worker.
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

const { from, to } = workerData as { from: string; to: string }
const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 })
source.prepare('vacuum into ?').run(to)
source.close()
