import type { AttemptKind } from '@thumbturn/contract/vocabulary/attempt-kinds.ts'
import type { RejectedCallKind } from '@thumbturn/contract/vocabulary/rejected-call-kinds.ts'
import type { ClockWatch } from './clock.ts'
import type { Metadata } from './model/aaguids/metadata.ts'
import type { Providers } from './model/aaguids/provider.ts'
import type { ApiKeyUses } from './model/applications/key-uses.ts'
import type { RejectedOrigins } from './model/applications/rejected-origins.ts'
import type { Actor } from './model/audit/entry.ts'
import type { UserAgents } from './model/devices/user-agent.ts'
import type { KindCounts } from './model/events/kind-counts.ts'
import type { Applications } from './ports/applications.ts'
import type { Ceremonies } from './ports/ceremonies.ts'
import type { ClientDocuments } from './ports/client-documents.ts'
import type { ClientProofs } from './ports/client-proofs.ts'
import type { Courier } from './ports/courier.ts'
import type { Destination, OpenDestination } from './ports/destinations.ts'
import type { DeviceProofs } from './ports/device-proofs.ts'
import type { FailedCompletions } from './ports/failed-completions.ts'
import type { ForeignTokens } from './ports/foreign-tokens.ts'
import type { Limiter } from './ports/limiter.ts'
import type { LogoutReceivers } from './ports/logout-receivers.ts'
import type { OpenId } from './ports/openid.ts'
import type { Passwords } from './ports/passwords.ts'
import type { PhoneNumbers } from './ports/phone-numbers.ts'
import type { PublicKeys } from './ports/public-keys.ts'
import type { PublicSuffixes } from './ports/public-suffixes.ts'
import type { Rejections } from './ports/rejections.ts'
import type { SecretBox } from './ports/secret-box.ts'
import type { Sessions } from './ports/sessions.ts'
import type { Store } from './ports/store.ts'
import type { Tokens } from './ports/tokens.ts'
import type { TrustVerifier } from './ports/trust-verifier.ts'
import type { Watermark } from './watermark.ts'

/** Randomness: the operating system's generator, or a seeded one in tests. */
export type Random = {
  /** A random UUID (version 4). */
  uuid(): string
  /** A UUID that sorts by the time it was made (version 7). */
  timeId(): string
  /** `length` random bytes as base64url. */
  text(length: number): string
  /** `length` decimal digits, at most 14, uniformly distributed. */
  digits(length: number): string
}

/** The call that a use case works for. Absent in the command line and in background work. */
export type Origin = {
  /** The client's IP address; undefined if the connection has none. */
  address: string | undefined
  /** Identifies the call in its events, its response, and the log. */
  traceId: string
  /** When the call started, on the `microseconds` clock. */
  startedAt: number
  /** The User-Agent header, shortened; only of administrative calls. */
  userAgent?: string | undefined
}

/** Everything that a use case can reach. Clock and randomness come in only here. */
export type Core = {
  /** The public address of the installation. */
  baseUrl: string
  store: Store
  applications: Applications
  sessions: Sessions
  tokens: Tokens
  foreignTokens: ForeignTokens
  passwords: Passwords
  ceremonies: Ceremonies
  /** Reads public keys that were registered elsewhere. */
  publicKeys: PublicKeys
  /** Names and icons of authenticator models. */
  providers: Providers
  /** The models of the FIDO Metadata Service. */
  metadata: Metadata
  /** Verifies the keys that browsers present. */
  trust: TrustVerifier
  userAgents: UserAgents
  /** Delivers messages. */
  courier: Courier
  /** Opens the receivers of events. */
  openDestination(connector: Omit<Parameters<OpenDestination>[0], 'origin'>): Destination
  /** Reads the metadata that OAuth clients publish. */
  clientDocuments: ClientDocuments
  /** Verifies what OAuth clients sign. */
  clientProofs: ClientProofs
  /** Verifies what browsers sign with the key of their device. */
  deviceProofs: DeviceProofs
  logoutReceivers: LogoutReceivers
  /** Signs members in at OpenID providers. */
  openId: OpenId
  /** Keeps secrets encrypted in the database. */
  secretBox: SecretBox
  phoneNumbers: PhoneNumbers
  publicSuffixes: PublicSuffixes
  random: Random
  /** Counts ceremonies that start, and what clients report. */
  attempts: KindCounts<AttemptKind>
  /** Counts rejected calls. */
  rejectedCalls: KindCounts<RejectedCallKind>
  /** Remembers which API keys were used until that is written. */
  keyUses: ApiKeyUses
  /** Remembers origins that an application doesn't allow. */
  rejectedOrigins: RejectedOrigins
  /** Keeps the reasons of rejected ceremonies until they are written. */
  rejections: Rejections
  /** Limits the rate of calls. */
  limiter: Limiter
  /** Counts how often completing a session failed. */
  failedCompletions: FailedCompletions
  /** HMAC-SHA-256 under a key of the installation: the same on every node and after a restart. */
  keyed(purpose: string, text: string): Buffer
  /**
   * Milliseconds since 1970, on a clock that can be set back: for stored times, and for the lifetimes of flows and
   * tokens.
   */
  now(): number
  /** Notices when `now` jumps. */
  clock: ClockWatch
  /** The time before which spent sessions are forgotten. */
  watermark: Watermark
  /** Waits that many milliseconds, or until the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** Milliseconds on a clock that never goes back, with an arbitrary start: for cache ages and limits. */
  monotonic(): number
  /** Microseconds on a clock that never goes back: for durations. */
  microseconds(): number
  /** Each HTTP call has a core of its own that knows its origin. */
  origin?: Origin
  /** The administrator: in calls of the administration API, and in commands. */
  actor?: Actor
}
