import type { Core } from '../../core.ts'
import { isConfidential } from '../../model/authorization/client.ts'
import type { Grant } from '../../model/authorization/grant.ts'
import { splitList } from '../../model/authorization/read-request.ts'
import { findFamilyEnd, findIdleEnd, findIssue } from '../../model/authorization/refresh-lifetime.ts'
import type { RefreshFamily, Rotation } from '../../model/mfa/record.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import type { Write } from '../../writes.ts'
import { findAuthorizedUser } from './authorized-user.ts'
import { checkConsent } from './consent.ts'
import { spendDpop } from './dpop.ts'
import { type Authorization, issueTokens, type TokenResponse } from './issue.ts'
import { invalidGrant, oauthError } from './oauth-error.ts'
import { openRefreshToken, sealRefreshToken } from './refresh-token.ts'
import { revokeFamily } from './revocation.ts'
import { findGrantedTarget } from './target.ts'
import type { TokenRequest } from './token-request.ts'

/** The refresh tokens of an authorization. */
type ClientFamily = RefreshFamily & Rotation & { grant: Grant }

/**
 * Exchanges a refresh token (RFC 6749 §6). That of a public client is replaced with each use; the one exchanged last yields the same
 * successor again within `refreshReuseSeconds`, and any other used one shows that a copy exists, so everything is revoked (RFC 9700
 * §4.14.2). A client that authenticates keeps its refresh token, so that two of its processes can't sign the user out. However much they are used, they end after
 * `refreshTokenAbsoluteSeconds`.
 * @throws AppError bad_request (invalid_grant, invalid_scope, invalid_target)
 */
export async function exchangeRefreshToken(core: Core, request: TokenRequest): Promise<TokenResponse> {
  const { application, client, fields, proof } = request
  const token = openRefreshToken(core, application, fields.refresh_token ?? '')
  if (!token) throw invalidGrant('it is no refresh token of this application')
  const family = await findFamily(core, request, token.family)
  const { grant, amr } = family
  const use = await requireConsent(core, family)
  const target = await findGrantedTarget(core, client, { granted: grant, asked: fields.resource })
  const user = await findAuthorizedUser(core, { client, target }, family)
  const scopes = narrowScopes(grant, fields.scope)
  const authorization = { application, client, user, family: family.id, grant, amr, scopes, target, jkt: proof?.jkt }
  await spendDpop(core, client, proof)
  // Issued before the exchange is stored, so that no failure follows it.
  const response = await issueTokens(core, authorization)
  const id = await rotate(core, authorization, { family, used: token.id, use })
  return { ...response, refresh_token: sealRefreshToken(core, application, { family: family.id, id }) }
}

async function findFamily(core: Core, { application, client, proof }: TokenRequest, id: string): Promise<ClientFamily> {
  const family = await core.store.refresh.find(application.id, id)
  if (!family?.grant || family.clientId !== client.id) throw invalidGrant('it was issued to another client')
  if (family.revokedAt !== undefined || findFamilyEnd(client, family) <= core.now())
    throw invalidGrant('it was revoked or has expired')
  if (family.grant.jkt !== undefined && family.grant.jkt !== proof?.jkt)
    throw invalidGrant('it is bound to another key')
  return { ...family, grant: family.grant }
}

/** A consent that is revoked while its code is exchanged leaves a refresh token. Returns what records that it was used. */
async function requireConsent(core: Core, { appId, userId, clientId = '', grant }: ClientFamily): Promise<Write[]> {
  const { isRevoked, use } = await checkConsent(core, { appId, userId, clientId }, grant.consentedAt)
  if (isRevoked) throw invalidGrant('the user revoked their consent')
  return use
}

/** The scopes of a grant, or fewer (RFC 6749 §6). */
function narrowScopes({ scopes }: Grant, asked: string | undefined): readonly string[] {
  if (asked === undefined) return scopes
  const narrowed = splitList(asked)
  if (narrowed.length > 0 && narrowed.every((scope) => scopes.includes(scope))) return narrowed
  throw oauthError('invalid_scope', 'scope must be some of what was granted')
}

type Use = { family: ClientFamily; used: string; use: readonly Write[] }

/** The ID of the next refresh token. */
async function rotate(core: Core, authorization: Authorization, { family, used, use }: Use): Promise<string> {
  const { application, client } = authorization
  const { appId, id } = family
  const [next, at] = [isConfidential(client) ? used : core.random.uuid(), core.now()]
  const expiresAt = findIdleEnd(client, { at, issuedAt: findIssue(family) })
  const conflict = await core.store.commit([
    // In the order in which a revocation locks both.
    ...use,
    { rotateRefreshToken: { appId, id, used, next, at, expiresAt } },
  ])
  if (conflict === undefined) return next
  const current = await core.store.refresh.find(appId, id)
  const reuseMs = application.settings.refreshReuseSeconds * 1000
  if (current?.revokedAt === undefined && current && isRetry(current, { used, at, reuseMs })) return current.latest
  await revokeReused(core, authorization)
  throw invalidGrant('it was used before')
}

/** Compared in both directions, so that a clock set back doesn't reopen the interval. */
const isRetry = (
  { previous, rotatedAt }: Rotation,
  { used, at, reuseMs }: { used: string; at: number; reuseMs: number },
): boolean => reuseMs > 0 && previous === used && rotatedAt !== undefined && Math.abs(at - rotatedAt) <= reuseMs

async function revokeReused(core: Core, { application, client, user, family: id }: Authorization): Promise<void> {
  const detail = { clientId: client.id }
  const event = createEvent(core, application, { type: 'fido2.openid.refresh_reused', userId: user.id, detail })
  await revokeFamily(core, application, { id, events: [{ append: event }] })
}
