// Run as a worker: checks a whole database, which takes some ten seconds a gigabyte, without holding up the service.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const database = new DatabaseSync(workerData as string, { readOnly: true })
const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get()!
database.close()
parentPort!.postMessage(found === 'ok')
