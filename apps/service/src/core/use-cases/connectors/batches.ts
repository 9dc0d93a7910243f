import type { ConnectorType } from '@thumbturn/contract/vocabulary/connectors.ts'
import type { Core } from '../../core.ts'
import type { Connector } from '../../model/connectors/connector.ts'
import type { FedEvent } from '../../ports/stores/connectors.ts'

/** Consecutive events of the feed after a position. */
export type Batch = { after: number; end: number; events: readonly FedEvent[] }

/** The most events that are sent at once; a smaller batch waits until its oldest event is so old (milliseconds). */
type BatchPolicy = { most: number; waitMs: number }

const usual: BatchPolicy = { most: 1_000, waitMs: 0 }
/** Each batch of an archive is an object. */
const archived: BatchPolicy = { most: 2_000, waitMs: 60_000 }

const findPolicy = (type: ConnectorType) => (type === 's3' ? archived : usual)

/** The next events of a connector after a position, up to another one. */
export async function readBatch(
  { store }: Pick<Core, 'store'>,
  { appId, target }: Connector,
  { after, upTo = Number.MAX_SAFE_INTEGER }: { after: number; upTo?: number | undefined },
): Promise<Batch> {
  const { most: limit } = findPolicy(target.type)
  const events = await store.connectors.listFed(appId, { after, upTo, limit })
  return { after, end: events.at(-1)?.position ?? after, events }
}

/** The time until which a batch waits for more events; undefined if it is sent now. */
export function findWait({ now }: Pick<Core, 'now'>, { target }: Connector, { events }: Batch): number | undefined {
  const { most, waitMs } = findPolicy(target.type)
  const oldest = events.find(({ event }) => event !== undefined)?.event?.at
  if (waitMs === 0 || events.length === most || oldest === undefined) return undefined
  return oldest + waitMs > now() ? oldest + waitMs : undefined
}

/** How many events up to a position were deleted, with or without their place in the feed. */
export function countMissed({ events }: Batch, { after, end }: { after: number; end: number }): number {
  const existing = events.filter(({ position, event }) => position > after && position <= end && event !== undefined)
  return end - after - existing.length
}
