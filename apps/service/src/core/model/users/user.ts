import type { NameKeys } from './name-keys.ts'

export type UsernameType = 'email' | 'phone' | 'other'

/** A person as one application knows them. Times are milliseconds since 1970. */
export type User = {
  /** A random UUID: the token's `sub`, and (as base64url text) the WebAuthn user handle. */
  id: string
  appId: string
  /** As it was typed at sign-up. */
  username: string
  /** The normalised form that is unique in the application. */
  usernameKey: string
  usernameType: UsernameType
  displayName: string
  status: 'active' | 'inactive'
  createdAt: number
  /** When their status last changed, if it ever did. */
  updatedAt?: number
  /** How often everything issued to them was revoked: what was issued in an earlier epoch is rejected. */
  tokenEpoch: number
}

/** A user to be added. `addressKey` is that of the contact that the username denotes, see NameKeys: it becomes theirs too. */
export type NewUser = User & NameKeys
/** Part of an application's users, by their unique names: forward from `after`, or backward from `before` alone. `status` undefined: any. */
export type UserPage = {
  status: User['status'] | undefined
  limit: number
} & ({ after: string; before?: string | undefined } | { before: string })
