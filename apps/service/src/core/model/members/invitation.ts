import type { InvitationKind } from '@thumbturn/contract/vocabulary/invitations.ts'
import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import type { Reject } from '../../errors.ts'
import { ownApplicationId } from '../applications/own-id.ts'

/** A link that makes its visitor a member. Its secret is shown once and never stored. Times are milliseconds since 1970. */
export type Invitation = {
  id: string
  kind: InvitationKind
  /** SHA-256 of the secret part, base64url. */
  secretHash: string
  email: string | undefined
  roles: readonly RoleAssignment[]
  /** The member who gets a new passkey; only of `recover`. */
  userId: string | undefined
  createdAt: number
  /** The creator: a member, the id of an admin key, `command line`, or `system`. */
  createdBy: string
  expiresAt: number
  acceptedAt: number | undefined
}

/**
 * The invitation that a grant comes from, which the registration that it allows spends. `createdAt` tells one
 * set-up link from the next.
 */
export type Join = { invitation: string; createdAt: number; name: string }

/**
 * Requires that a registration doesn't create an account at the installation's own application without an invitation.
 * @throws AppError created by `reject`
 */
export function requireInvitation(
  { appId, user, join }: { appId: string; user: { isNew: boolean }; join?: Join },
  reject: Reject,
): void {
  if (appId === ownApplicationId && user.isNew && join === undefined)
    throw reject('only an invitation leads to an account at the installation')
}
