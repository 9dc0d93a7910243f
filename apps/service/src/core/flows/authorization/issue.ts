import { userinfoPath } from '@thumbturn/contract/vocabulary/openid.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { Grant } from '../../model/authorization/grant.ts'
import { splitScopes } from '../../model/authorization/protected-resource.ts'
import { toSubject } from '../../model/authorization/subject.ts'
import { toEpochClaim } from '../../model/users/token-epoch.ts'
import type { User } from '../../model/users/user.ts'
import type { AuthenticationClaims } from '../../ports/client-tokens.ts'
import { findIssuer } from './response.ts'
import type { Target } from './target.ts'
import { listSingleClaims, readUserClaims } from './user-claims.ts'

/** The response of the token endpoint (RFC 6749 §5.1, OpenID Connect Core 1.0 §3.1.3.3). */
export type TokenResponse = {
  access_token: string
  token_type: 'Bearer' | 'DPoP'
  /** Seconds. */
  expires_in: number
  scope: string
  refresh_token?: string
  id_token?: string
}

/** An authorization of a user, from which tokens are issued. `family` identifies all of them. */
export type Authorization = {
  application: Application
  client: Client
  user: User
  family: string
  grant: Grant
  amr: readonly string[]
  /** Those of these tokens: of the grant, or fewer. */
  scopes: readonly string[]
  /** The resource of the access token; by default the issuer's userinfo. */
  target?: Target | undefined
  /** The key that the access token is bound to. */
  jkt: string | undefined
  /** Only with the first tokens (OpenID Connect Core 1.0 §12.2). */
  nonce?: string | undefined
}

/** Issues the access token of an authorization and, for OpenID Connect, an ID token. */
export async function issueTokens(core: Core, authorization: Authorization): Promise<TokenResponse> {
  const { application, client, jkt } = authorization
  const { own, ofResource } = splitScopes(authorization.scopes, authorization.target?.resource)
  const { signAccessToken } = await core.tokens.prepareFor(application, chooseAccessAlg(authorization))
  const accessToken = await signAccessToken(toAccessRequest(core, authorization), client.accessTokenSeconds)
  const issued = {
    access_token: accessToken,
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: client.accessTokenSeconds,
    scope: [...own, ...ofResource].join(' '),
  } as const
  if (!own.includes('openid')) return issued
  const idToken = { ...(await toIdTokenRequest(core, authorization)), accessToken }
  const { signIdToken } = await core.tokens.prepareFor(application, client.idTokenAlg)
  return { ...issued, id_token: await signIdToken(idToken, client.idTokenSeconds) }
}

/** Resources may know only what the client's ID tokens have. Without one, we alone read the token: RS256 costs ten times as much. */
const chooseAccessAlg = ({ client, target }: Authorization) => (target === undefined ? 'ES256' : client.idTokenAlg)

/** The name by which a client knows a browser session: no two clients can tell that theirs is the same. */
export const toSid = ({ keyed }: Core, { id }: Pick<Client, 'id'>, sessionId: string): string =>
  keyed('session of a client', JSON.stringify([sessionId, id]))
    .subarray(0, 16)
    .toString('base64url')

const toAuthenticationClaims = ({ grant: { authTime, acr }, amr }: Authorization): AuthenticationClaims => ({
  auth_time: Math.floor(authTime / 1000),
  amr,
  ...(acr !== undefined && { acr: acr as AuthenticationClaims['acr'] }),
})

/** The user that the tokens are about. */
const toHolder = (core: Core, { client, user }: Authorization) => ({
  clientId: client.id,
  sub: toSubject(core, client, user.id),
})

const toSession = (core: Core, { client, grant: { sessionId } }: Authorization) =>
  sessionId === undefined ? {} : { sid: toSid(core, client, sessionId) }

/** The claims by which an access token ends early. If the user allowed access while they are away, their session doesn't end it. */
const toConditions = (core: Core, authorization: Authorization) => ({
  fid: authorization.family,
  ...(!authorization.grant.scopes.includes('offline_access') && toSession(core, authorization)),
  ...toEpochClaim(authorization.user),
  consentedAt: authorization.grant.consentedAt,
})

function toAccessRequest(core: Core, authorization: Authorization) {
  const { application, user, scopes, target, jkt, grant } = authorization
  const { own, ofResource } = splitScopes(scopes, target?.resource)
  const claims = listSingleClaims(grant, 'userinfo')
  return {
    ...toHolder(core, authorization),
    ...toAuthenticationClaims(authorization),
    ...toConditions(core, authorization),
    userId: user.id,
    audience: [target?.uri ?? `${findIssuer(core, application)}${userinfoPath}`],
    // Those about the user are for us alone: nothing that a resource receives can be used at another place.
    scopes: target?.resource ? ofResource : own,
    jkt,
    ...(claims.length > 0 && { claims }),
  }
}

async function toIdTokenRequest(core: Core, authorization: Authorization) {
  const { nonce, grant } = authorization
  const claims = listSingleClaims(grant, 'idToken')
  return {
    ...toHolder(core, authorization),
    ...toSession(core, authorization),
    ...toAuthenticationClaims(authorization),
    ...(nonce !== undefined && { nonce }),
    user: await readUserClaims(core, { ...authorization, claims }),
  }
}
