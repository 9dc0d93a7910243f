import type { UsernameType } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { PasskeyCount, UserSort } from '@thumbturn/contract/vocabulary/users.ts'
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

/** A user as lists show it. `lastSignInAt`: when a passkey was last used, or a device of the user last seen. */
export type ListedUser = User & { passkeys: number; lastSignInAt?: number }

/** The least and the most passkeys of the users that a search asks for. */
export const passkeyRanges = {
  none: [0, 0],
  one: [1, 1],
  several: [2, 1_000_000],
} as const satisfies Record<PasskeyCount, readonly [number, number]>

/**
 * A choice of users. `text` is part of a name, a contact, or the ID. Times are milliseconds: `since` includes that one, `before` doesn't.
 * Users who never signed in did not sign in since any time.
 */
export type UserFilter = {
  text?: string | undefined
  status?: User['status'] | undefined
  passkeys?: readonly [least: number, most: number] | undefined
  signedInSince?: number | undefined
  notSignedInSince?: number | undefined
  createdSince?: number | undefined
  createdBefore?: number | undefined
}

/** `after` is the `next` of the page before. */
export type UserSearch = UserFilter & { order: UserSort; after?: string | undefined; limit: number }

/**
 * A page of users. It can have fewer than were asked for, even none, although more follow: each page looks at a bounded number of users.
 * `total`: how many match, where that is known without reading them all.
 */
export type UserResults = { users: ListedUser[]; next: string | undefined; total: number | undefined }
