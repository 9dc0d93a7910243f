import type { Contact, Told } from '../contacts/contact.ts'
import type { EventRecord } from '../events/event.ts'

export const codeMethods = ['device', 'email', 'sms'] as const

/** How a one-time code reaches its user: shown on a device where they are signed in, or sent. */
export type CodeMethod = (typeof codeMethods)[number]

/** What a code is for; it proves nothing else. */
export type CodePurpose = 'sign-in' | 'mfa' | 'contact' | 'credential'

/** A one-time code, of which only a keyed hash is kept. An account has one for a purpose and method. Times are ms since 1970. */
export type Code = {
  appId: string
  /** The user id, or what stands for a name that nobody has. */
  account: string
  userId: string | undefined
  /** The user's epoch when it was made: it must still be the same. */
  tokenEpoch: number
  purpose: CodePurpose
  method: CodeMethod
  /** base64url of HMAC-SHA-256, bound to all of the above. */
  hash: string
  /** Where it was sent; undefined: it was shown. */
  address: string | undefined
  /** The passkey whose token showed it: what it earns ends with that. */
  shownBy: string | undefined
  /** What it earns ends then at the latest. */
  until: number | undefined
  createdAt: number
  expiresAt: number
}

/** Somebody's try at a code of an account, for a purpose, by one of some methods. */
export type CodeTry = {
  appId: string
  account: string
  purpose: CodePurpose
  methods: readonly CodeMethod[]
  /** The counter that every try raises, whoever is asked for, so that all of them write alike. */
  nobody: string
  /** Tries that one code has. */
  tries: number
  /** Consecutive failures after which a method is locked. */
  failures: number
  at: number
  /** Appended with the last failure that a method has. */
  exhausted: (method: CodeMethod) => EventRecord
}

/** What else a spent code does, in the same batch. */
export type CodeEffect =
  /** The contact, which waited for that, is verified. */
  | { verifies: Contact }
  /** The contact is added. */
  | { adopts: Contact }
  /**
   * The contact is added and becomes all that is left of what could open the account: everything else is removed, and what
   * was issued is revoked. The user must still be in that epoch.
   */
  | { recovers: Contact; tokenEpoch: number }

export type SpentCode = { code: Code; failures: number; at: number; effect: CodeEffect | undefined } & Told
