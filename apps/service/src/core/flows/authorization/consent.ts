import type { Core } from '../../core.ts'
import type { Consent } from '../../model/authorization/consent.ts'
import type { AuthorizationRequest } from '../../model/authorization/request.ts'
import type { User } from '../../model/users/user.ts'

/** What a client asks for, and what of it the user has not allowed yet. */
export type RequestedAccess = { scopes: readonly { name: string; isNew: boolean }[]; isNewResource: boolean }

/** Compares a request with what the user allowed; without a user, everything is new. */
export async function findNewScopes(
  { store }: Core,
  { clientId, scopes, resource }: AuthorizationRequest,
  user: User | undefined,
): Promise<RequestedAccess> {
  const consent = user && (await store.consents.find({ appId: user.appId, userId: user.id, clientId }))
  return {
    scopes: scopes.map((name) => ({ name, isNew: !consent?.scopes.includes(name) })),
    isNewResource: resource !== undefined && !consent?.resources.includes(resource),
  }
}

/** A user's consent to a request, besides what they allowed before. */
export function extendConsent(
  { clientId, scopes, resource }: AuthorizationRequest,
  { former, user, at }: { former: Consent | undefined; user: User; at: number },
): Consent {
  const union = (one: readonly string[] = [], other: readonly string[]) => [...new Set([...one, ...other])]
  return {
    appId: user.appId,
    userId: user.id,
    clientId,
    scopes: union(former?.scopes, scopes),
    resources: union(former?.resources, resource === undefined ? [] : [resource]),
    grantedAt: former?.grantedAt ?? at,
    updatedAt: at,
  }
}
