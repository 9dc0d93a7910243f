import type { Core } from '../../core.ts'
import { isConfidential } from '../../model/authorization/client.ts'
import type { Grant } from '../../model/authorization/grant.ts'
import { isCodeVerifier } from '../../model/authorization/pkce.ts'
import type { User } from '../../model/users/user.ts'
import { toSpentSession } from '../../ports/sessions.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import type { Write } from '../../writes.ts'
import { openFlow } from '../open-flow.ts'
import { checkConsent } from './consent.ts'
import { spendDpop } from './dpop.ts'
import { prepareRefresh } from './first-refresh-token.ts'
import type { CodeFlow } from './flow.ts'
import { type Authorization, issueTokens, type TokenResponse, toSid } from './issue.ts'
import { invalidGrant } from './oauth-error.ts'
import { revokeFamily } from './revocation.ts'
import { findGrantedTarget } from './target.ts'
import type { TokenRequest } from './token-request.ts'

/**
 * Exchanges an authorization code (RFC 6749 §4.1.3). It is spent by the batch that writes what it leads to; a second use revokes all of
 * that (§4.1.2), if it is otherwise right: an attacker who only saw the code can't sign the user out.
 * @throws AppError bad_request (invalid_grant)
 */
export async function exchangeCode(core: Core, request: TokenRequest): Promise<TokenResponse> {
  const { application, client, fields, proof } = request
  const of = { session: fields.code ?? '', appId: application.id, purpose: 'authorizationCode' } as const
  const { flow } = await openFlow<CodeFlow>(core, of, invalidGrant)
  requireBindings(flow, request)
  const { user, use } = await findSignedInUser(core, flow)
  const target = await findGrantedTarget(core, client, { granted: flow.grant, asked: fields.resource })
  await spendDpop(core, client, proof)
  const { scopes, nonce } = flow.grant
  const shared = { application, client, user, family: flow.id, amr: flow.amr, scopes, jkt: proof?.jkt }
  const authorization = { ...shared, grant: bindGrant(flow, request), target, nonce }
  const response = await issueTokens(core, authorization)
  const refresh = prepareRefresh(core, authorization, flow.passkeyId)
  const conflict = await core.store.commit([
    { spend: { appId: application.id, ...toSpentSession(flow) } },
    ...use,
    ...refresh.writes,
    ...recordSignIn(core, authorization, flow),
  ])
  if (conflict === 'session_spent') await revokeReused(core, authorization)
  if (conflict !== undefined) throw invalidGrant(`conflict: ${conflict}`)
  return { ...response, ...refresh.token }
}

/** Everything that the code is bound to (RFC 9700 §2.1.1, RFC 9449 §10). */
function requireBindings(flow: CodeFlow, { client, fields, proof }: TokenRequest): void {
  if (flow.clientId !== client.id) throw invalidGrant('the code was issued to another client')
  if (fields.redirect_uri !== flow.redirectUri) throw invalidGrant('redirect_uri is another one')
  if (!isCodeVerifier(fields.code_verifier, flow.codeChallenge)) throw invalidGrant('code_verifier is wrong')
  if (flow.grant.jkt !== undefined && flow.grant.jkt !== proof?.jkt)
    throw invalidGrant('the code is bound to another key')
}

/** Refresh tokens of public clients only are bound to a key (RFC 9449 §5): others prove who they are. */
function bindGrant({ grant: { jkt: _, ...grant } }: CodeFlow, { client, proof }: TokenRequest): Grant {
  return isConfidential(client) || proof === undefined ? grant : { ...grant, jkt: proof.jkt }
}

/** The session in which the code was issued must not have ended, nor its user been signed out or revoked their consent. */
async function findSignedInUser(core: Core, flow: CodeFlow): Promise<{ user: User; use: Write[] }> {
  const { appId, grant, userId, clientId, passkeyId } = flow
  const [opened, { isRevoked, use }] = await Promise.all([
    core.store.browserSessions.find({ appId, id: grant.sessionId ?? '' }),
    checkConsent(core, { appId, userId, clientId }, grant.consentedAt),
  ])
  if (isRevoked) throw invalidGrant('the user revoked their consent')
  if (opened?.user.id !== userId) throw invalidGrant('the session of the browser has ended')
  if (passkeyId !== undefined && opened.session.passkeyId !== passkeyId) throw invalidGrant('the passkey was changed')
  return { user: opened.user, use }
}

function recordSignIn(
  core: Core,
  { application, client, user, scopes, grant }: Authorization,
  flow: CodeFlow,
): Write[] {
  const { sessionId = '' } = grant
  const detail = { clientId: client.id, scopes: scopes.join(' ') }
  const facts = { userId: user.id, passkeyId: flow.passkeyId, detail }
  const event = createEvent(core, application, { type: 'fido2.openid.signed_in', ...facts })
  const sid = toSid(core, client, sessionId)
  return [{ addSessionClient: { appId: application.id, sessionId, clientId: client.id, sid } }, { append: event }]
}

async function revokeReused(core: Core, { application, client, user, family: id }: Authorization): Promise<void> {
  const detail = { clientId: client.id }
  const event = createEvent(core, application, { type: 'fido2.openid.code_reused', userId: user.id, detail })
  await revokeFamily(core, application, { id, events: [{ append: event }] })
}
