import { userinfoPath } from '@thumbturn/contract/vocabulary/openid.ts'
import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { UserClaims } from '../../ports/client-tokens.ts'
import { type AccessToken, readAccessToken } from './access-token.ts'
import type { EndpointCall } from './client-authentication.ts'
import { spendDpop, verifyDpop } from './dpop.ts'
import { oauthError } from './oauth-error.ts'
import { findIssuer } from './response.ts'
import { readUserClaims } from './user-claims.ts'

/** The claims about a user: as they are, or signed if the client registered that (OpenID Connect Core 1.0 §5.3.2). */
export type Userinfo = { claims: UserClaims & { sub: string } } | { jwt: string }

type Scheme = 'Bearer' | 'DPoP'
type PresentedToken = { scheme: Scheme; token: string }

/** RFC 6750 §3.1, RFC 9449 §7.1. */
const invalidToken = (scheme: Scheme, description = 'The access token is invalid, expired, or revoked') =>
  new AppError('unauthorized', description, { oauth: { error: 'invalid_token', scheme } })

const missingToken = () =>
  new AppError('unauthorized', 'An access token is required', {
    oauth: { error: 'invalid_token', scheme: 'Bearer', isMissing: true },
  })

/**
 * The access token of a call, in the Authorization header or in the form (RFC 6750 §2).
 * @throws AppError unauthorized: there is none · bad_request: there are two
 */
function readPresented(authorization: string | undefined, inForm: string | undefined): PresentedToken {
  const [, scheme = '', inHeader] = /^(bearer|dpop) +([!-~]+)$/i.exec(authorization ?? '') ?? []
  if (inHeader !== undefined && inForm !== undefined) throw oauthError('invalid_request', 'Send the access token once')
  const token = inHeader ?? inForm
  if (token === undefined) throw missingToken()
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token }
}

/**
 * The claims about the user of an access token, of which its client may know them (OpenID Connect Core 1.0 §5.3).
 * @throws AppError unauthorized (invalid_token) · forbidden (insufficient_scope) · bad_request
 */
export async function readUserinfo(
  core: Core,
  application: Application,
  { tokenInForm, call }: { tokenInForm: string | undefined; call: EndpointCall },
): Promise<Userinfo> {
  const presented = readPresented(call.authorization, tokenInForm)
  const audience = `${findIssuer(core, application)}${userinfoPath}`
  const found = await readAccessToken(core, application, { token: presented.token, audience })
  if (!found) throw invalidToken(presented.scheme)
  await requireKey(core, found, { presented, call })
  const { access, client, user } = found
  if (!user || !access.scopes.includes('openid')) throw insufficientScope(presented.scheme)
  const claims = await readUserClaims(core, { user, client, scopes: access.scopes, claims: access.claims })
  if (client.userinfoAlg === undefined) return { claims: { ...claims, sub: access.sub } }
  const { signUserinfo } = await core.tokens.prepareFor(application, client.userinfoAlg)
  return { jwt: await signUserinfo({ clientId: client.id, sub: access.sub, user: claims }) }
}

const insufficientScope = (scheme: Scheme) =>
  new AppError('forbidden', 'The access token lacks the scope openid', {
    oauth: { error: 'insufficient_scope', scheme },
  })

type Presentation = { presented: PresentedToken; call: EndpointCall }

/** A bound token works only with its key, and as DPoP: otherwise, a stolen one would work as a bearer token (RFC 9449 §7.1). */
async function requireKey(
  core: Core,
  { access, client }: AccessToken,
  { presented, call }: Presentation,
): Promise<void> {
  const { scheme, token } = presented
  if (access.jkt === undefined && scheme === 'Bearer') return
  if (access.jkt === undefined || scheme === 'Bearer')
    throw invalidToken('DPoP', `The access token must be sent as ${access.jkt === undefined ? 'Bearer' : 'DPoP'}`)
  if (call.dpop === undefined) throw invalidToken('DPoP', 'A DPoP proof is required')
  const proof = await verifyDpop(core, client, { ...call, accessToken: token })
  if (proof?.jkt !== access.jkt) throw invalidToken('DPoP', 'The access token is bound to another key')
  await spendDpop(core, client, proof)
}
