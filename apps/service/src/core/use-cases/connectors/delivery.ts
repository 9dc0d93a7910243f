import type { ConnectorType } from '@thumbturn/contract/vocabulary/connectors.ts'
import type { Core } from '../../core.ts'
import type { Connector, ConnectorProgress } from '../../model/connectors/connector.ts'
import type { DeliveryResult, Destination, OutgoingEvent } from '../../ports/destinations.ts'
import type { Write } from '../../writes.ts'
import { breakerLimit, choosePause } from './back-off.ts'
import { type Batch, countMissed } from './batches.ts'
import { createDeadLetter } from './dead-letter.ts'
import { isSelected, toOutgoing } from './outgoing.ts'

export type Failure = Extract<DeliveryResult, { status: 'failed' }>

/** The events of a connector in one run, for the log and the metrics. */
export type DeliveryReport = {
  appId: string
  id: string
  type: ConnectorType
  delivered: number
  rejected: number
  failure?: Pick<Failure, 'kind' | 'error'> & { inARow: number }
}

type DeliveryCore = Pick<Core, 'store' | 'now' | 'random'>

/** Longer than a request takes: until then, no other worker sends the batch. */
export const leaseMs = 30_000

/** This many rejections in a row are not the fault of the events. */
const mostRejections = 50

/** The delivery of one connector by the worker that holds its lease. */
export type Delivery = {
  progress(): ConnectorProgress
  report: DeliveryReport
  /** Records that the batch up to this position is about to be sent. False: the lease was lost. */
  plan(batchEnd: number): Promise<boolean>
  /** Sends what the connector selects of a batch. False: it stops here, because of a failure or without the lease. */
  send(batch: Batch, destination: Destination, signal: AbortSignal): Promise<boolean>
  /** Records that a batch is done, and the end of the one after it. False: the lease was lost. */
  finish(batch: Batch, nextEnd: number | undefined): Promise<boolean>
  /** Gives the lease back; the next attempt follows at that time. */
  release(nextAt?: number): Promise<void>
}

export function startDelivery(core: DeliveryCore, connector: Connector, leased: ConnectorProgress): Delivery {
  const { report, progress, save, pass, accept, bury, fail, findMisfit } = createRecord(core, connector, leased)

  return {
    progress,
    report,
    plan: async (batchEnd) => progress().batchEnd === batchEnd || save({ batchEnd }),
    async send(batch, destination, signal) {
      const parts = splitFirst(select(connector, batch), progress().failures >= breakerLimit)
      for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
        const result = await destination.send(part, signal)
        if (result.status === 'failed' && signal.aborted) return false
        if (result.status === 'delivered') accept(part.length)
        else if (result.kind !== 'rejected') return fail(result)
        else if (part.length > 1) parts.unshift(...halve(part))
        else if (!(await bury(batch, part[0]!, result.error))) return false
        const misfit = result.status === 'failed' ? findMisfit(result.error) : undefined
        if (misfit) return fail(misfit)
        if (result.status === 'delivered' && parts.length > 0 && !(await save(pass(batch, part.at(-1)!.position))))
          return false
      }
      return true
    },
    finish: (batch, batchEnd) => save({ ...pass(batch, batch.end), batchEnd, nextAt: 0 }),
    release: async (nextAt = 0) => void (await save({ leasedUntil: 0, nextAt })),
  }
}

/** Records how far the connector got and what its receiver said: in the database, under the lease, and in the report. */
function createRecord(core: DeliveryCore, connector: Connector, leased: ConnectorProgress) {
  const { appId, id, target } = connector
  const report: DeliveryReport = { appId, id, type: target.type, delivered: 0, rejected: 0 }
  let progress = leased
  let rejections = 0

  async function save(changes: Partial<ConnectorProgress>, also: readonly Write[] = []): Promise<boolean> {
    const next = { ...progress, leasedUntil: core.now() + leaseMs, ...changes }
    if (await core.store.commit([{ advanceConnector: next }, ...also])) return false
    progress = next
    return true
  }

  const pass = (batch: Batch, end: number) => ({
    position: end,
    missed: progress.missed + countMissed(batch, { after: progress.position, end }),
  })

  /** Counts what was accepted; it is recorded with the progress. */
  function accept(count: number) {
    report.delivered += count
    rejections = 0
    progress = { ...progress, failures: 0, delivered: progress.delivered + count, deliveredAt: core.now() }
  }

  async function bury(batch: Batch, { event, position }: OutgoingEvent, error: string): Promise<boolean> {
    report.rejected += 1
    rejections += 1
    const letter = createDeadLetter(core, connector, { eventId: event.id, position, error })
    const lastError = { kind: 'rejected', error, at: core.now() } as const
    return save({ ...pass(batch, position), lastError }, [{ addDeadLetter: letter }])
  }

  async function fail({ kind, error, retryAfterMs }: Failure): Promise<false> {
    const failures = progress.failures + 1
    report.failure = { kind, error, inARow: failures }
    // A change in the meantime may have fixed it.
    const isCurrent = (await core.store.connectors.find(connector))?.version === connector.version
    const again = isCurrent
      ? { failures, nextAt: core.now() + choosePause(core, failures, retryAfterMs) }
      : { failures: 0, nextAt: 0 }
    await save({ ...again, lastError: { kind, error, at: core.now() }, leasedUntil: 0 })
    return false
  }

  /** The error if the receiver rejects everything; otherwise, one rejection is the event's. */
  function findMisfit(error: string): Failure | undefined {
    const limit = progress.failures >= breakerLimit ? 1 : mostRejections
    if (rejections < limit) return undefined
    return { status: 'failed', kind: 'setup', error: `The receiver rejects every event: ${error}` }
  }

  return { report, progress: () => progress, save, pass, accept, bury, fail, findMisfit }
}

const select = (connector: Connector, { events }: Batch): OutgoingEvent[] =>
  events.flatMap(({ event, position }) =>
    event !== undefined && isSelected(connector, event) ? [toOutgoing(event, position)] : [],
  )

/** Nothing, everything, or, to try a receiver that failed often, one event before the others. */
const splitFirst = (events: OutgoingEvent[], isProbe: boolean): OutgoingEvent[][] =>
  (isProbe ? [events.slice(0, 1), events.slice(1)] : [events]).filter(({ length }) => length > 0)

function halve(part: readonly OutgoingEvent[]): [OutgoingEvent[], OutgoingEvent[]] {
  const middle = Math.ceil(part.length / 2)
  return [part.slice(0, middle), part.slice(middle)]
}
