import type { ClockWatch } from './clock.ts'
import type { Providers } from './model/aaguids/provider.ts'
import type { UserAgents } from './model/devices/user-agent.ts'
import type { RefusalCounts } from './model/events/rejected-call-counts.ts'
import type { Applications } from './ports/applications.ts'
import type { Ceremonies } from './ports/ceremonies.ts'
import type { Courier } from './ports/courier.ts'
import type { ForeignTokens } from './ports/foreign-tokens.ts'
import type { Limiter } from './ports/limiter.ts'
import type { Passwords } from './ports/passwords.ts'
import type { PhoneNumbers } from './ports/phone-numbers.ts'
import type { PublicSuffixes } from './ports/public-suffixes.ts'
import type { Rejections } from './ports/rejections.ts'
import type { Sessions } from './ports/sessions.ts'
import type { Store } from './ports/store.ts'
import type { Tokens } from './ports/tokens.ts'
import type { TrustVerifier } from './ports/trust-verifier.ts'
import type { Watermark } from './watermark.ts'

/** Where chance comes from: the operating system's generator, or a seeded one in tests. */
export type Random = {
  /** A random UUID (version 4). */
  uuid(): string
  /** A UUID that sorts by the time it was made (version 7). */
  timeId(): string
  /** `length` random bytes as base64url. */
  text(length: number): string
  /** `length` decimal digits, at most 14, every such text as likely as any other. */
  digits(length: number): string
}

/** The call that a use-case works for. Absent in the command line and in what the service does of itself. */
export type Origin = {
  /** The client's IP address; undefined where the connection has none. */
  address: string | undefined
  /** Names the call in its events, its answer and the log. */
  traceId: string
  /** When it began, on the clock `microseconds`. */
  startedAt: number
}

/** Everything that a use-case can touch. Time and chance come in here and nowhere else. */
export type Core = {
  store: Store
  applications: Applications
  sessions: Sessions
  tokens: Tokens
  foreignTokens: ForeignTokens
  passwords: Passwords
  ceremonies: Ceremonies
  /** Names and icons of authenticator models. */
  providers: Providers
  /** Reads the keys that browsers show of themselves. */
  trust: TrustVerifier
  userAgents: UserAgents
  /** Brings messages to people. */
  courier: Courier
  phoneNumbers: PhoneNumbers
  publicSuffixes: PublicSuffixes
  random: Random
  /** Counts the calls that are refused. */
  refusals: RefusalCounts
  /** Keeps why ceremonies were rejected, until that is written. */
  rejections: Rejections
  /** Counts calls, and says when there are too many. */
  limiter: Limiter
  /** HMAC-SHA-256 under a key of the installation: the same on every node and after a restart. */
  keyed(purpose: string, text: string): Buffer
  /** Milliseconds since 1970, by a clock that can be set back: for what others read, and for the lives of flows and tokens. */
  now(): number
  /** Notices when `now` jumps. */
  clock: ClockWatch
  /** How far what was used once is forgotten. */
  watermark: Watermark
  /** Waits that many milliseconds, or until the signal says that nobody waits any more. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** Milliseconds on a clock that never goes back, whose zero says nothing: for ages of caches and for limits. */
  monotonic(): number
  /** Microseconds on a clock that never goes back: for how long something took. */
  microseconds(): number
  /** Each call over HTTP has a core of its own that says where it came from. */
  origin?: Origin
}
