import type { EventRecord } from '../events/event.ts'

export const codeMethods = ['device', 'email', 'sms'] as const

/** How a one-time code reaches its user: shown on a device where they are signed in, or sent. */
export type CodeMethod = (typeof codeMethods)[number]

/** The purpose of a code; it verifies nothing else. */
export type CodePurpose = 'sign-in' | 'mfa' | 'contact' | 'credential'

/**
 * A one-time code, stored as a keyed hash. An account has one per purpose and method. Times are milliseconds since
 * 1970.
 */
export type Code = {
  appId: string
  /** The user ID, or a placeholder for an unknown username. */
  account: string
  userId: string | undefined
  /** The user's epoch when the code was created: it must not have changed. */
  tokenEpoch: number
  purpose: CodePurpose
  method: CodeMethod
  /** base64url of HMAC-SHA-256, bound to all of the above. */
  hash: string
  /** Where the code was sent; undefined if it was shown. */
  address: string | undefined
  /** The passkey whose token showed the code: what the code earns ends with it. */
  shownBy: string | undefined
  /** When what the code earns expires at the latest. */
  until: number | undefined
  createdAt: number
  expiresAt: number
}

/** An attempt at the codes of an account, for a purpose, by one of the methods. */
export type CodeAttempt = {
  appId: string
  account: string
  purpose: CodePurpose
  methods: readonly CodeMethod[]
  /** A counter that every attempt raises, so that attempts for known and unknown usernames write alike. */
  decoyAccount: string
  /** The attempts that one code allows. */
  maxAttempts: number
  /** Consecutive failures after which a method is locked. */
  failures: number
  at: number
  /** The event of the last failure that a method allows. */
  exhausted: (method: CodeMethod) => EventRecord
}
