import type { Core } from '../../core.ts'
import { listScopesOfClaims } from '../../model/authorization/claims.ts'
import type { Consent } from '../../model/authorization/consent.ts'
import type { AuthorizationRequest } from '../../model/authorization/request.ts'
import type { User } from '../../model/users/user.ts'

/** The access that a client asks for, with the parts that the user has not allowed yet. */
export type RequestedAccess = { scopes: readonly { name: string; isNew: boolean }[]; isNewResource: boolean }

/** The scopes that a user is asked for: those of the request, and those of its single claims, which are as much about the user. */
const listScopes = ({ scopes, claims }: Pick<AuthorizationRequest, 'scopes' | 'claims'>): string[] => {
  const single = [...Object.keys(claims?.idToken ?? {}), ...Object.keys(claims?.userinfo ?? {})]
  return [...new Set([...scopes, ...listScopesOfClaims(single)])]
}

/** Compares a request with what the user allowed; without a user, everything is new. */
export async function findNewScopes(
  { store }: Core,
  request: AuthorizationRequest,
  user: User | undefined,
): Promise<RequestedAccess> {
  const { clientId, resource } = request
  const consent = user && (await store.consents.find({ appId: user.appId, userId: user.id, clientId }))
  return {
    scopes: listScopes(request).map((name) => ({ name, isNew: !consent?.scopes.includes(name) })),
    isNewResource: resource !== undefined && !consent?.resources.includes(resource),
  }
}

/**
 * Whether the consent that an authorization depends on was revoked, even if the user has given another one since. `consentedAt`: when
 * they gave it; undefined if the client needed none.
 */
export async function isConsentRevoked(
  { store }: Core,
  key: Pick<Consent, 'appId' | 'userId' | 'clientId'>,
  consentedAt: number | undefined,
): Promise<boolean> {
  if (consentedAt === undefined) return false
  const consent = await store.consents.find(key)
  return !consent || consent.grantedAt > consentedAt
}

/** A user's consent to a request, besides what they allowed before. */
export function extendConsent(
  request: Pick<AuthorizationRequest, 'clientId' | 'scopes' | 'claims' | 'resource'>,
  { former, user, at }: { former: Consent | undefined; user: User; at: number },
): Consent {
  const { clientId, resource } = request
  const union = (one: readonly string[] = [], other: readonly string[]) => [...new Set([...one, ...other])]
  return {
    appId: user.appId,
    userId: user.id,
    clientId,
    scopes: union(former?.scopes, listScopes(request)),
    resources: union(former?.resources, resource === undefined ? [] : [resource]),
    resourceScopes: former?.resourceScopes ?? {},
    grantedAt: former?.grantedAt ?? at,
    updatedAt: at,
  }
}
