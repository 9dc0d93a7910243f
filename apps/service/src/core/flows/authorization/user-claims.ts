import type { Core } from '../../core.ts'
import { releaseClaims } from '../../model/authorization/claims.ts'
import type { ClaimsRequest } from '../../model/authorization/claims-request.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { Grant } from '../../model/authorization/grant.ts'
import type { User } from '../../model/users/user.ts'
import type { UserClaims } from '../../ports/client-tokens.ts'

/** The single claims of a grant for a place (OpenID Connect Core 1.0 §5.5). */
export const listSingleClaims = ({ claims }: Pick<Grant, 'claims'>, place: keyof ClaimsRequest): string[] =>
  claims === undefined ? [] : Object.keys((JSON.parse(claims) as ClaimsRequest)[place])

/** A user, and what of them was granted to a client: by scope, and single claims. */
export type GrantedUser = { user: User; client: Client; scopes: readonly string[]; claims: readonly string[] }

/** The claims about a user that were granted to a client; none if the user was deleted at this moment. */
export async function readUserClaims(
  { store }: Core,
  { user, client, scopes, claims }: GrantedUser,
): Promise<UserClaims> {
  const described = await store.profiles.find({ appId: user.appId, userId: user.id })
  const requested = Object.fromEntries(claims.map((name) => [name, {}]))
  return described ? releaseClaims(described, { client, scopes, requested }) : {}
}
