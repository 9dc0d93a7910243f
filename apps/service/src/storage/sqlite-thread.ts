import { once } from 'node:events'
import { type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Outcome, Step } from './engine.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { gathering, type Waiting, type Writer } from './sqlite-group.ts'
import { writeGroup } from './sqlite-writer.ts'

type Order = readonly (readonly Step[])[] | 'close'

/** The outcomes of the oldest batches that were not yet answered, or why that many failed as a whole. */
type Report = { outcomes: readonly Outcome[] } | { failed: number; cause: unknown }

/** The thread that runs `serveWrites` on the file whose path is its `workerData`. */
const script = new URL('./sqlite-thread-entry.ts', import.meta.url)

/**
 * Writes in a thread of its own, so that this one never waits for the disk. While that thread waits, further batches
 * gather and share the next commit. Nothing catches the thread's death: a process that cannot write must end.
 */
export function writerInThread(path: string, entry = script): Writer {
  // It holds little: batches on their way to the disk.
  const worker = new Worker(entry, { workerData: path, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 4 } })
  const unanswered: Waiting[] = []
  worker.on('message', (report: Report) => {
    if ('failed' in report) for (const { reject } of unanswered.splice(0, report.failed)) reject(report.cause)
    else for (const outcome of report.outcomes) unanswered.shift()?.resolve(outcome)
  })
  const write = gathering((group) => {
    unanswered.push(...group)
    worker.postMessage(group.map(({ steps }) => steps) satisfies Order)
  })
  return {
    write,
    async close() {
      const ended = once(worker, 'exit')
      setImmediate(() => worker.postMessage('close' satisfies Order))
      await ended
    },
  }
}

/** The thread's side: commits together all that came in while the last commit ran. */
export function serveWrites(connection: SqliteConnection, port: MessagePort): void {
  port.on('message', (first: Order) => {
    const orders = [first, ...rest(port)]
    const batches = orders.flatMap((order) => (order === 'close' ? [] : order))
    if (batches.length > 0) port.postMessage(report(connection, batches))
    if (!orders.includes('close')) return
    connection.database.close()
    port.close()
  })
}

function* rest(port: MessagePort): Generator<Order> {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) yield next.message as Order
}

function report(connection: SqliteConnection, batches: readonly (readonly Step[])[]): Report {
  try {
    return { outcomes: writeGroup(connection, batches) }
  } catch (cause) {
    return { failed: batches.length, cause }
  }
}
