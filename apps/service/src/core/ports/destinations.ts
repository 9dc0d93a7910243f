import type { ConnectorSecrets, ConnectorTarget, DeliveryFailure } from '@thumbturn/contract/vocabulary/connectors.ts'
import type { Severity } from '@thumbturn/contract/vocabulary/events.ts'
import type { EventRecord } from '../model/events/event.ts'

/** An event as connectors send it. */
export type OutgoingEvent = {
  /** Its place in the feed of its application; 0 for a test. */
  position: number
  /** Its ID never changes, so that receivers can drop repeats. */
  event: EventRecord
  severity: Severity
  /** The description of its type. */
  message: string
}

export type DeliveryResult =
  | { status: 'delivered' }
  | {
      status: 'failed'
      /**
       * `temporary`: the same batch may succeed later (network, 408, 429, 5xx). `setup`: the connector or the receiver must
       * be fixed (401, 403, 404, TLS, a blocked address). `rejected`: the receiver can't take an event of the batch.
       */
      kind: DeliveryFailure
      /** In a few words, without secrets. */
      error: string
      /** How long the receiver asks to wait. */
      retryAfterMs?: number | undefined
    }

/** A connection to a receiver of events. */
export interface Destination {
  /** Sends a batch in order. Resolves when the receiver has accepted all of it, or not; never rejects. */
  send(batch: readonly OutgoingEvent[], signal: AbortSignal): Promise<DeliveryResult>
  /** Ends its connections. */
  close(): Promise<void>
}

/** Opens the destination of a connector. `origin`: the public address of the installation. Connects only when sending. */
export type OpenDestination = (connector: {
  id: string
  appId: string
  origin: string
  target: ConnectorTarget
  secrets: ConnectorSecrets
}) => Destination
