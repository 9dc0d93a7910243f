import type { CountedEvent } from '../events/event.ts'

/** The counted figure. Each metric has its own dimensions; see `measure.ts`. */
export type Metric =
  | 'events'
  | 'registrations'
  | 'authentications'
  | 'transactions'
  | 'mfaFlows'
  | 'codes'
  | 'signIns'
  | 'users'
  | 'errors'
  | 'rejectedCalls'
  | 'attempts'
  | 'authenticationTime'
  | 'registrationOs'
  | 'registrationClient'
  | 'registrationClientType'
  | 'registrationAuthenticator'
  | 'authenticationOs'
  | 'authenticationClient'
  | 'authenticationClientType'
  | 'authenticationAuthenticator'
  | 'authenticationPath'

/** The counts of one day in UTC. */
export type RollUp = {
  appId: string
  /** Days since 1970. */
  day: number
  metric: Metric
  dimension: string
  /** By quarter of an hour, up to the last one that isn't zero: every time zone begins its days at one of them. */
  counts: readonly number[]
  /** The sum of the counts. */
  total: number
}

/** The counts to read: from a day to another, both included. */
export type RollUpQuery = { metrics: readonly Metric[]; from: number; to: number }

/** How far the events of an application are counted. */
export type RollUpCursor = {
  appId: string
  /** Event IDs up to this one are usually counted; the proof of each is its entry in the index by user. */
  position: string
  /** The number of batches that were counted; each batch requires the one that it was computed from. */
  version: number
  /** The position of the last event in the feed of the application, which connectors read. */
  feedEnd: number
}

/** Events that aren't counted yet, in the order of their IDs. `end`: the last ID that was looked at; undefined if none remain. */
export type UncountedPage = { events: CountedEvent[]; end: string | undefined }

export const slotMs = 15 * 60_000
export const dayMs = 86_400_000
export const slotsPerDay = dayMs / slotMs
