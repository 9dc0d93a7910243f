import type { Core } from '../../core.ts'
import type { Connector } from '../../model/connectors/connector.ts'
import type { Destination } from '../../ports/destinations.ts'
import { type Batch, findWait, readBatch } from './batches.ts'
import { type Delivery, type DeliveryReport, leaseMs, startDelivery } from './delivery.ts'

type DrainCore = Pick<Core, 'store' | 'now' | 'random'>

type Key = Pick<Connector, 'appId' | 'id'>

export type DrainOptions = {
  open(connector: Connector): Destination
  /** Ends the run after the batch that is being sent. */
  stopping: AbortSignal
  /** Interrupts the batch that is being sent. */
  cutting: AbortSignal
}

/** How many batches are sent before passed parts of the feed are deleted. */
const trimmedAfter = 10

/**
 * Sends what waits for a connector, batch after batch in order, until nothing remains or the receiver fails; the next batch
 * is read while one is sent. Undefined if another worker has the connector.
 */
export async function drainConnector(
  core: DrainCore,
  key: Key,
  options: DrainOptions,
): Promise<DeliveryReport | undefined> {
  const { connectors } = core.store
  if (!(await connectors.lease(key, { now: core.now(), until: core.now() + leaseMs }))) return undefined
  const [connector, progress] = await Promise.all([connectors.find(key), connectors.findProgress(key)])
  if (!connector || !progress) return undefined
  const delivery = startDelivery(core, connector, progress)
  if (connector.pausedAt === undefined) await deliverBatches(core, connector, { delivery, ...options })
  else await delivery.release()
  await connectors.trimFeed(key.appId)
  return delivery.report
}

type Run = DrainOptions & { delivery: Delivery }

async function deliverBatches(core: DrainCore, connector: Connector, run: Run): Promise<void> {
  const { delivery, stopping, cutting } = run
  const { position, batchEnd } = delivery.progress()
  let batch = await readFirst(core, connector, { after: position, upTo: batchEnd })
  let wait = batchEnd === undefined ? findWait(core, connector, batch) : undefined
  const destination = run.open(connector)
  for (let count = 1; batch.end > batch.after && wait === undefined; count++) {
    if (!(await delivery.plan(batch.end))) return
    const reading = readBatch(core, connector, { after: batch.end })
    const isSent = await delivery.send(batch, destination, cutting)
    const next = await reading
    if (!isSent) return stopAfterFailure(delivery, cutting)
    wait = findWait(core, connector, next)
    const isPlanned = next.end > next.after && wait === undefined
    if (!(await delivery.finish(batch, isPlanned ? next.end : undefined))) return
    if (stopping.aborted || !(await isUnchanged(core, connector))) break
    if (count % trimmedAfter === 0) await core.store.connectors.trimFeed(connector.appId)
    batch = next
  }
  await delivery.release(wait)
}

/** A failure has given the lease back already; a batch that was interrupted hasn't. */
async function stopAfterFailure(delivery: Delivery, cutting: AbortSignal): Promise<void> {
  if (cutting.aborted) await delivery.release()
}

/** A pause, another address, or other secrets count from the next batch on. */
async function isUnchanged({ store }: DrainCore, connector: Connector): Promise<boolean> {
  return (await store.connectors.find(connector))?.version === connector.version
}

type Range = { after: number; upTo: number | undefined }

/** The first batch. Where the feed ends with events that were deleted, it is empty and passes them. */
async function readFirst(core: DrainCore, connector: Connector, { after, upTo }: Range): Promise<Batch> {
  const batch = await readBatch(core, connector, { after, upTo })
  if (batch.events.length > 0) return batch
  // Measured before it is read again, so that nothing that is added in between is passed.
  const { events: waiting } = await core.store.connectors.measureLag(connector.appId, after)
  const again = await readBatch(core, connector, { after })
  return again.events.length > 0 ? again : { after, end: after + waiting, events: [] }
}
