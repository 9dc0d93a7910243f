import type { Core } from '../../core.ts'
import type { ClaimsRequest } from '../../model/authorization/claims-request.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { Grant } from '../../model/authorization/grant.ts'
import { createUserClaims } from '../../model/authorization/user-claims.ts'
import type { User } from '../../model/users/user.ts'
import type { UserClaims } from '../../ports/client-tokens.ts'

/** A user, and what of them was granted to a client. */
export type GrantedUser = { user: User; client: Client; scopes: readonly string[]; grant: Pick<Grant, 'claims'> }

/** The claims about a user for an ID token, or for userinfo. */
export async function readUserClaims(
  { store }: Core,
  { user, client, scopes, grant }: GrantedUser,
  place: keyof ClaimsRequest,
): Promise<UserClaims> {
  const requested = grant.claims === undefined ? {} : (JSON.parse(grant.claims) as ClaimsRequest)[place]
  const contacts = await store.contacts.listByUser(user.appId, user.id)
  return createUserClaims({ user, contacts }, { scopes, requested, client })
}
