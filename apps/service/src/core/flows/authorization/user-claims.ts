import type { Core } from '../../core.ts'
import type { ClaimsRequest } from '../../model/authorization/claims-request.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { Grant } from '../../model/authorization/grant.ts'
import { createUserClaims } from '../../model/authorization/user-claims.ts'
import type { User } from '../../model/users/user.ts'
import type { UserClaims } from '../../ports/client-tokens.ts'

/** The single claims of a grant for a place (OpenID Connect Core 1.0 §5.5). */
export const listSingleClaims = ({ claims }: Pick<Grant, 'claims'>, place: keyof ClaimsRequest): string[] =>
  claims === undefined ? [] : Object.keys((JSON.parse(claims) as ClaimsRequest)[place])

/** A user, and what of them was granted to a client: by scope, and single claims. */
export type GrantedUser = { user: User; client: Client; scopes: readonly string[]; claims: readonly string[] }

/** The claims about a user that were granted to a client. */
export async function readUserClaims({ store }: Core, { user, ...granted }: GrantedUser): Promise<UserClaims> {
  const contacts = await store.contacts.listByUser(user.appId, user.id)
  return createUserClaims({ user, contacts }, granted)
}
