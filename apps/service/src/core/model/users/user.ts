import type { UsernameType } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { NameKeys } from './name-keys.ts'

/** A user of one application. Times are milliseconds since 1970. */
export type User = {
  /** A random UUID: the `sub` of tokens and, as base64url text, the WebAuthn user handle. */
  id: string
  appId: string
  /** As typed at sign-up. */
  username: string
  /** The normalized form, unique in the application. */
  usernameKey: string
  usernameType: UsernameType
  displayName: string
  status: 'active' | 'inactive'
  createdAt: number
  /** When the status last changed. */
  updatedAt?: number
  /** How often everything issued to the user was revoked: what was issued in an earlier epoch is rejected. */
  tokenEpoch: number
}

/** The part of a user that a sign-in reads. */
export type SignedInUser = Omit<User, 'createdAt' | 'updatedAt'>

/**
 * A user to add. `addressKey` is the key of the contact that the username denotes (see NameKeys), which becomes theirs
 * too.
 */
export type NewUser = User & NameKeys
/**
 * A page of users, ordered by username: forward from `after`, or backward from `before` alone. `status` undefined: any.
 */
export type UserPage = {
  status: User['status'] | undefined
  limit: number
} & ({ after: string; before?: string | undefined } | { before: string })
