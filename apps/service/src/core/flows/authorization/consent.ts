import type { Core } from '../../core.ts'
import { listScopesOfClaims } from '../../model/authorization/claims.ts'
import type { Consent } from '../../model/authorization/consent.ts'
import { type ProtectedResource, splitScopes } from '../../model/authorization/protected-resource.ts'
import type { AuthorizationRequest } from '../../model/authorization/request.ts'
import type { User } from '../../model/users/user.ts'
import type { Conflict, Write } from '../../writes.ts'
import type { Target } from './target.ts'

/** A scope, and whether the user has not allowed it yet. */
export type RequestedScope = { name: string; isNew: boolean }

/** The access that a client asks for, with the parts that the user has not allowed yet. */
export type RequestedAccess = { scopes: readonly RequestedScope[]; resource: RequestedResource | undefined }

/** The part of it at a resource. `registered`: with its name, and the descriptions of its scopes. */
export type RequestedResource = {
  uri: string
  isNew: boolean
  registered: ProtectedResource | undefined
  scopes: readonly RequestedScope[]
}

type AccessRequest = Pick<AuthorizationRequest, 'scopes' | 'claims'> & { target: Target | undefined }

/** The scopes that a user is asked for: those of the request, and those of its single claims, which are as much about the user. */
function listScopes({ scopes, claims, target }: AccessRequest) {
  const { own, ofResource } = splitScopes(scopes, target?.resource)
  const single = [...Object.keys(claims?.idToken ?? {}), ...Object.keys(claims?.userinfo ?? {})]
  return { own: [...new Set([...own, ...listScopesOfClaims(single)])], ofResource }
}

/** Compares a request with what the user allowed; without a consent, everything is new. */
export function compareAccess(asked: AccessRequest, consent: Consent | undefined): RequestedAccess {
  const { own } = listScopes(asked)
  const scopes = own.map((name) => ({ name, isNew: !consent?.scopes.includes(name) }))
  return { scopes, resource: asked.target && compareResource(asked.target, asked.scopes, consent) }
}

/** The part of a request at a resource, of which it asks for these scopes. */
export function compareResource(
  { uri, resource: registered }: Target,
  asked: readonly string[],
  consent: Consent | undefined,
): RequestedResource {
  const allowed = consent?.resourceScopes[uri] ?? []
  const scopes = splitScopes(asked, registered).ofResource.map((name) => ({ name, isNew: !allowed.includes(name) }))
  return { uri, isNew: !consent?.resources.includes(uri), registered, scopes }
}

type ConsentKey = Pick<Consent, 'appId' | 'userId' | 'clientId'>

/**
 * Whether the consent that an authorization depends on was revoked, even if the user has given another one since. `consentedAt`: when
 * they gave it; undefined if the client needed none.
 */
export const isConsentRevoked = async (core: Core, key: ConsentKey, consentedAt: number | undefined) =>
  (await checkConsent(core, key, consentedAt)).isRevoked

/** The same, and what records that the client gets tokens by the consent: nothing if that was recorded within a day. */
export async function checkConsent(
  { store, now }: Core,
  key: ConsentKey,
  consentedAt: number | undefined,
): Promise<{ isRevoked: boolean; use: Write[] }> {
  if (consentedAt === undefined) return { isRevoked: false, use: [] }
  const consent = await store.consents.find(key)
  // Compared for equality: a clock that was set back must not make a later consent count as this one.
  return { isRevoked: consent?.grantedAt !== consentedAt, use: recordUse(key, consent?.lastUsedAt, now()) }
}

const dayMs = 86_400_000

/** At most once a day, as a client can get tokens every few minutes. */
const recordUse = ({ appId, userId, clientId }: ConsentKey, last: number | undefined, at: number): Write[] =>
  last === undefined || Math.abs(at - last) >= dayMs ? [{ useConsent: { appId, userId, clientId, at } }] : []

/** A user's consent to a request, besides what they allowed before. */
export function extendConsent(
  { clientId, ...asked }: AccessRequest & { clientId: string },
  { former, user, at }: { former: Consent | undefined; user: User; at: number },
): Consent {
  const { own, ofResource } = listScopes(asked)
  const { uri, resource } = asked.target ?? {}
  const allowed = former?.resourceScopes ?? {}
  return {
    appId: user.appId,
    userId: user.id,
    clientId,
    scopes: unite(former?.scopes, own),
    resources: unite(former?.resources, uri === undefined ? [] : [uri]),
    resourceScopes: resource ? { ...allowed, [resource.uri]: unite(allowed[resource.uri], ofResource) } : allowed,
    grantedAt: former?.grantedAt ?? at,
    updatedAt: at,
    ...(former?.lastUsedAt !== undefined && { lastUsedAt: former.lastUsedAt }),
  }
}

const unite = (one: readonly string[] = [], other: readonly string[]) => [...new Set([...one, ...other])]

/**
 * A consent that follows from the former one, what is written with it, and the outcome if all of it is stored. `before` requires nothing:
 * of what a batch requires, PostgreSQL reports the first.
 */
type ConsentChange<T> = { consent: Consent; before: readonly Write[]; after: readonly Write[]; outcome: T }

const mostAttempts = 5

/**
 * Stores the consent of a user to a client, computed again if the former one was revoked since, or another one given: it must not restore
 * what depended on a consent that was revoked. Any other conflict is returned.
 */
export async function changeConsent<T>(
  { store }: Core,
  key: ConsentKey,
  compute: (former: Consent | undefined) => Promise<ConsentChange<T>>,
): Promise<{ outcome: T } | { conflict: Conflict }> {
  for (let attempt = 1; ; attempt++) {
    const former = await store.consents.find(key)
    const { consent, before, after, outcome } = await compute(former)
    const write = former ? { extendConsent: consent } : { addConsent: consent }
    const conflict = await store.commit([...before, write, ...after])
    if (conflict === undefined) return { outcome }
    const isOutdated = conflict === 'consent_missing' || conflict === 'consent_exists'
    if (!isOutdated || attempt === mostAttempts) return { conflict }
  }
}
