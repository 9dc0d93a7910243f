import type { Connector, ConnectorProgress, DeadLetter } from '../../model/connectors/connector.ts'
import type { EventRecord } from '../../model/events/event.ts'

type Key = Pick<Connector, 'appId' | 'id'>

/** An event of the feed; undefined if it was deleted. */
export type FedEvent = { position: number; event: EventRecord | undefined }

/** The backlog of connectors: an application whose feed ends at `end`. */
export type Lag = { events: number; since: number | undefined }

/** Reads connectors, what they send, and how far they are. */
export interface ConnectorStore {
  /** Oldest first. */
  list(appId: string): Promise<Connector[]>
  find(key: Key): Promise<Connector | undefined>
  /** Of all connectors of an application. */
  listProgress(appId: string): Promise<ConnectorProgress[]>
  findProgress(key: Key): Promise<ConnectorProgress | undefined>
  /** The applications that have connectors. */
  listApplications(): Promise<string[]>
  hasAny(appId: string): Promise<boolean>
  /** Connectors of all applications that aren't paused, have events to send, and no worker; the longest waiting first. */
  listDue(now: number, most: number): Promise<Key[]>
  /** Takes a connector for one worker until that time; false if another one has it. */
  lease(key: Key, lease: { now: number; until: number }): Promise<boolean>
  /** Events of the feed after a position, in order, up to another one. */
  listFed(appId: string, range: { after: number; upTo: number; limit: number }): Promise<FedEvent[]>
  /** How many positions remain after this one, and the time of the oldest event that remains (milliseconds). */
  measureLag(appId: string, position: number): Promise<Lag>
  /** Deletes the part of the feed that every connector of the application has passed; returns how many rows. */
  trimFeed(appId: string): Promise<number>
  /** Deletes the beginning of the feed up to the first event with this ID or a later one; returns how many rows. */
  forgetFed(appId: string, before: string): Promise<number>
  /** Those after a position, in order, and their events unless they were deleted. */
  listDeadLetters(
    connector: Key,
    page: { after: number; limit: number },
  ): Promise<(DeadLetter & Pick<FedEvent, 'event'>)[]>
  /** By connector. */
  countDeadLetters(appId: string): Promise<ReadonlyMap<string, number>>
}
