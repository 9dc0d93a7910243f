import type { ConnectorFilter, ConnectorTarget, DeliveryFailure } from '@thumbturn/contract/vocabulary/connectors.ts'

/** Sends the events of an application to a receiver. Times are milliseconds since 1970. */
export type Connector = {
  appId: string
  id: string
  name: string
  target: ConnectorTarget
  filter: ConnectorFilter
  /** Its secrets, sealed under the master key. */
  secrets: string
  /** Absent while it delivers. */
  pausedAt: number | undefined
  /** Raised by every change, which requires the version that it was computed from. */
  version: number
  createdAt: number
}

/** Why the last failed attempt failed; kept after later deliveries. */
export type LastError = { kind: DeliveryFailure; error: string; at: number }

/** How far a connector is, written only by the worker that holds the lease. */
export type ConnectorProgress = {
  appId: string
  id: string
  /** Of the last event that was delivered, left out by the filter, or became a dead letter. */
  position: number
  /** The end of the batch that is being sent: a repeat has the same events. */
  batchEnd: number | undefined
  /** The number of the lease: another worker's raises it, and what this one writes no longer counts. */
  lease: number
  /** No other worker takes it before this time. */
  leasedUntil: number
  /** No attempt before this time: the receiver failed, or a batch is being collected. */
  nextAt: number
  /** Attempts that failed in a row. */
  failures: number
  /** Events that the receiver accepted. */
  delivered: number
  /** Events that were deleted before they could be delivered. */
  missed: number
  deliveredAt: number | undefined
  lastError: LastError | undefined
}

/** An event that a receiver rejected. */
export type DeadLetter = {
  appId: string
  connectorId: string
  position: number
  eventId: string
  error: string
  at: number
  expiresAt: number
}
