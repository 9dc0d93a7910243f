import type { Core } from '../../core.ts'
import { isConfidential } from '../../model/authorization/client.ts'
import type { Consent } from '../../model/authorization/consent.ts'
import type { DeviceDecision } from '../../model/authorization/device-decision.ts'
import type { Grant } from '../../model/authorization/grant.ts'
import { filterAvailable } from '../../model/authorization/read-request.ts'
import type { User } from '../../model/users/user.ts'
import { toSpentSession } from '../../ports/sessions.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import type { Write } from '../../writes.ts'
import { openFlow } from '../open-flow.ts'
import { findAuthorizedUser } from './authorized-user.ts'
import { changeConsent, extendConsent } from './consent.ts'
import { findLeave } from './device-code.ts'
import { spendDpop } from './dpop.ts'
import { prepareRefresh } from './first-refresh-token.ts'
import type { DeviceFlow } from './flow.ts'
import { isAllowed } from './groups.ts'
import { type Authorization, issueTokens, type TokenResponse } from './issue.ts'
import { invalidGrant, oauthError } from './oauth-error.ts'
import { pollSeconds } from './start-device.ts'
import { findGrantedTarget, type Target } from './target.ts'
import type { TokenRequest } from './token-request.ts'

/**
 * Exchanges a device code once the user has allowed it (RFC 8628 §3.4). It is spent by the batch that writes what it leads to, together
 * with the decision.
 * @throws AppError bad_request (authorization_pending, slow_down, access_denied, expired_token, invalid_grant)
 */
export async function exchangeDeviceCode(core: Core, request: TokenRequest): Promise<TokenResponse> {
  const { application, client, proof } = request
  const flow = await openDeviceCode(core, request)
  const leave = await findLeave(core, application, flow)
  const target = await findAskedTarget(core, request, flow)
  const user = await findAuthorizedUser(core, { client, target: undefined }, leave)
  await requireAllowed(core, target, user)
  const asked = authorize(request, { flow, leave, user, target })
  await spendDpop(core, client, proof)
  const key = { appId: user.appId, userId: user.id, clientId: client.id }
  const exchanged = await changeConsent(core, key, (former) => prepareExchange(core, asked, { former, flow, leave }))
  if ('conflict' in exchanged) throw invalidGrant(`conflict: ${exchanged.conflict}`)
  return exchanged.outcome
}

type Exchange = { former: Consent | undefined; flow: DeviceFlow; leave: DeviceDecision }

/** The user allowed this when they allowed the device. The tokens are issued before they are stored, so that no failure follows it. */
async function prepareExchange(core: Core, asked: Authorization, { former, flow, leave }: Exchange) {
  const { application, client, user, scopes, target } = asked
  const at = core.now()
  const allowed = extendConsent({ clientId: client.id, scopes, target }, { former, user, at })
  const consent = { ...allowed, lastUsedAt: at }
  const authorization = { ...asked, grant: { ...asked.grant, consentedAt: consent.grantedAt } }
  const response = await issueTokens(core, authorization)
  const refresh = prepareRefresh(core, authorization, leave.passkeyId)
  const before: Write[] = [{ spend: { appId: application.id, ...toSpentSession(flow) } }]
  const after: Write[] = [
    { useDeviceDecision: { appId: leave.appId, codeHash: leave.codeHash, at: core.now() } },
    ...refresh.writes,
    ...recordSignIn(core, authorization, leave),
  ]
  return { consent, before, after, outcome: { ...response, ...refresh.token } }
}

async function openDeviceCode(core: Core, { application, client, fields }: TokenRequest): Promise<DeviceFlow> {
  const of = { session: fields.device_code ?? '', appId: application.id, purpose: 'deviceCode' } as const
  const { flow } = await openFlow<DeviceFlow>(core, of, invalidGrant)
  if (flow.clientId !== client.id) throw invalidGrant('the device code was issued to another client')
  if (core.now() >= flow.userCodeEndsAt) throw oauthError('expired_token', 'The device code has expired: start again')
  // Two at a time, as the network makes calls arrive unevenly.
  const waitMs = await core.limiter.take(`device code ${flow.id}`, { calls: 2, seconds: 2 * pollSeconds })
  if (waitMs > 0) throw oauthError('slow_down', 'Wait five seconds longer between the calls')
  return flow
}

/** The resource that the device asked for when it started, which its token request may name (RFC 8707 §2.2). */
function findAskedTarget(core: Core, { client, fields }: TokenRequest, { resource }: DeviceFlow) {
  const granted = { resources: resource === undefined ? [] : [resource] }
  return findGrantedTarget(core, client, { granted, asked: fields.resource })
}

/** Only the device knows which resource it asked for, so no page could tell the user (RFC 8628 §3.5). */
async function requireAllowed(core: Core, target: Target | undefined, user: User): Promise<void> {
  if (await isAllowed(core, [target?.resource], user)) return
  throw oauthError('access_denied', 'The user is in none of the groups that can use this resource')
}

/** The access that the device asked for, as far as its client can still ask for it. */
function authorize(
  { application, client, proof }: TokenRequest,
  { flow, leave, user, target }: { flow: DeviceFlow; leave: DeviceDecision; user: User; target: Target | undefined },
): Authorization {
  const { id: family, resource } = flow
  const scopes = filterAvailable(flow.scopes, { client, target })
  if (scopes.length === 0 && flow.scopes.length > 0) throw invalidGrant('the client can no longer ask for this')
  const { authenticatedAt: authTime, amr, acr } = leave
  const grant: Grant = {
    scopes,
    ...(resource !== undefined && { resources: [resource] }),
    authTime,
    ...(acr !== undefined && { acr }),
    // As for codes: refresh tokens of public clients only are bound to a key (RFC 9449 §5).
    ...(!isConfidential(client) && proof && { jkt: proof.jkt }),
  }
  return { application, client, user, family, grant, amr, scopes, target, jkt: proof?.jkt }
}

/** It isn't part of a browser session, so it outlives the one of the decision. */
function recordSignIn(
  core: Core,
  { application, client, user, scopes }: Authorization,
  { passkeyId }: DeviceDecision,
): Write[] {
  const facts = { userId: user.id, detail: { clientId: client.id, scopes: scopes.join(' ') } }
  return [
    { append: createEvent(core, application, { type: 'fido2.openid.consent_granted', ...facts }) },
    { append: createEvent(core, application, { type: 'fido2.openid.signed_in', ...facts, passkeyId }) },
  ]
}
