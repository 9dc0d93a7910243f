import type { Core } from '../../core.ts'
import type { Connector } from '../../model/connectors/connector.ts'
import type { Destination } from '../../ports/destinations.ts'
import type { DeliveryReport } from './delivery.ts'
import { drainConnector } from './drain.ts'
import { openConnector } from './open.ts'

/** Delivers events in the background. */
export type ConnectorWorker = {
  /** Starts to deliver for each connector that is due. Resolves when all that it started have stopped. */
  run(): Promise<void>
  /** Ends after the batches that are being sent, or within that many milliseconds. */
  stop(patienceMs: number): Promise<void>
}

type WorkerOptions = {
  report(report: DeliveryReport): void
  fail(error: unknown): void
}

/** The most connectors that one node serves at once, each with two batches in memory. */
const mostRunning = 32

/** Any number of workers can run: each connector is served by one of them at a time. */
export function createConnectorWorker(core: Core, { report, fail }: WorkerOptions): ConnectorWorker {
  const running = new Map<string, Promise<void>>()
  const [stopping, cutting] = [new AbortController(), new AbortController()]
  const destinations = createDestinationCache(core)

  async function deliver(key: Pick<Connector, 'appId' | 'id'>): Promise<void> {
    const signals = { stopping: stopping.signal, cutting: cutting.signal }
    try {
      const done = await drainConnector(core, key, { open: destinations.open, ...signals })
      if (done) report(done)
    } catch (error) {
      fail(error)
    }
  }

  return {
    async run() {
      if (stopping.signal.aborted) return
      const due = await core.store.connectors.listDue(core.now(), mostRunning)
      const free = due.filter(({ id }) => !running.has(id)).slice(0, Math.max(0, mostRunning - running.size))
      const started = free.map((key) => {
        const delivery = deliver(key).finally(() => running.delete(key.id))
        running.set(key.id, delivery)
        return delivery
      })
      await destinations.closeUnused([...running.keys()])
      await Promise.all(started)
    },
    async stop(patienceMs) {
      stopping.abort()
      const waiting = new AbortController()
      const patience = core.pause(patienceMs, waiting.signal).then(() => cutting.abort())
      await Promise.all(running.values())
      waiting.abort()
      await patience
      await destinations.closeAll()
    },
  }
}

/** After so long, a connection that isn't used is closed. */
const keptMs = 60_000

/** Keeps destinations open between runs, so that not every second begins with a new connection. */
function createDestinationCache(core: Core) {
  const kept = new Map<string, { version: string; destination: Destination; usedAt: number }>()

  async function close(ids: readonly string[]): Promise<void> {
    const closed = ids.map((id) => kept.get(id)?.destination)
    for (const id of ids) kept.delete(id)
    await Promise.all(closed.map((destination) => destination?.close()))
  }

  return {
    open(connector: Connector): Destination {
      const { id } = connector
      const { version, open } = openConnector(core, connector)
      const found = kept.get(id)
      if (found && found.version !== version) void found.destination.close()
      const destination = found?.version === version ? found.destination : open()
      kept.set(id, { version, destination, usedAt: core.monotonic() })
      return destination
    },
    closeUnused: (running: readonly string[]) => {
      const isUnused = (id: string) => !running.includes(id) && core.monotonic() - kept.get(id)!.usedAt > keptMs
      return close([...kept.keys()].filter(isUnused))
    },
    closeAll: () => close([...kept.keys()]),
  }
}
