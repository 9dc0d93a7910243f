import type { ConnectorState } from '@thumbturn/contract/vocabulary/connectors.ts'
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import type { Connector, ConnectorProgress } from '../../model/connectors/connector.ts'

/** A connector as members see it. */
export type ConnectorStatus = {
  state: ConnectorState
  /** How many events of the feed wait, and for how many milliseconds the oldest one has waited. */
  lag: { events: number; ms: number }
  deadLetters: number
  progress: ConnectorProgress
}

export type ListedConnector = { connector: Connector; status: ConnectorStatus }

/** The connectors of an application with their status, oldest first. */
export async function listConnectors(core: Core, appId: string): Promise<ListedConnector[]> {
  const { connectors } = core.store
  const [listed, progress, letters] = await Promise.all([
    connectors.list(appId),
    connectors.listProgress(appId),
    connectors.countDeadLetters(appId),
  ])
  const byId = new Map(progress.map((one) => [one.id, one]))
  const known = listed.filter(({ id }) => byId.has(id))
  return Promise.all(
    known.map(async (connector) => {
      const progress = byId.get(connector.id)!
      const lag = await measureLag(core, progress)
      const status = {
        state: findState(connector, progress),
        lag,
        deadLetters: letters.get(connector.id) ?? 0,
        progress,
      }
      return { connector, status }
    }),
  )
}

/** The status of a connector that was created just now, before anything was sent. */
export const toNewStatus = ({ appId, id, createdAt }: Connector): ConnectorStatus => ({
  state: 'active',
  lag: { events: 0, ms: 0 },
  deadLetters: 0,
  progress: {
    appId,
    id,
    position: 0,
    batchEnd: undefined,
    lease: 0,
    leasedUntil: 0,
    nextAt: createdAt,
    failures: 0,
    delivered: 0,
    missed: 0,
    deliveredAt: undefined,
    lastError: undefined,
  },
})

/** @throws AppError not_found: the application has no such connector */
export async function findListed(core: Core, appId: string, id: string): Promise<ListedConnector> {
  const found = (await listConnectors(core, appId)).find(({ connector }) => connector.id === id)
  if (!found) throw notFound(`There is no connector ${id}`)
  return found
}

async function measureLag({ store, now }: Core, { appId, position }: ConnectorProgress) {
  const { events, since } = await store.connectors.measureLag(appId, position)
  return { events, ms: since === undefined ? 0 : Math.max(0, now() - since) }
}

/** The number of failures in a row after which a connector needs attention, whatever their kind. */
const patience = 20

function findState({ pausedAt }: Connector, { lastError, failures }: ConnectorProgress): ConnectorState {
  if (pausedAt !== undefined) return 'paused'
  if (lastError === undefined || failures === 0) return 'active'
  return lastError.kind === 'setup' || failures >= patience ? 'attention' : 'retrying'
}
