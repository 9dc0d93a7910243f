import type { Core } from '../../core.ts'
import type { OpenedBrowserSession } from '../../ports/stores/authorization.ts'
import { type OpenedRequest, sealCode } from './flow.ts'
import { findIssuer, respondWithCode } from './response.ts'

/**
 * The response with a code, which is sealed and bound to everything that its exchange compares: client, redirect URI, challenge, user,
 * and session (RFC 9700 §2.1.1). Issuing it writes nothing.
 */
export async function issueCode(
  core: Core,
  { application, flow, opened: { session } }: OpenedRequest & { opened: OpenedBrowserSession },
): Promise<string> {
  const { clientId, redirectUri, codeChallenge, scopes, resource, claims, nonce, jkt } = flow.request
  const { appId, userId, passkeyId, tokenEpoch, amr, acr, authenticatedAt, id: sessionId } = session
  const consent = await core.store.consents.find({ appId, userId, clientId })
  const code = sealCode(core, application, {
    clientId,
    redirectUri,
    ...(codeChallenge !== undefined && { codeChallenge }),
    userId,
    ...(passkeyId !== undefined && { passkeyId }),
    tokenEpoch,
    amr,
    grant: {
      scopes,
      ...(resource !== undefined && { resources: [resource] }),
      ...(claims !== undefined && { claims: JSON.stringify(claims) }),
      ...(nonce !== undefined && { nonce }),
      authTime: authenticatedAt,
      ...(acr !== undefined && { acr }),
      sessionId,
      ...(consent && { consentedAt: consent.grantedAt }),
      ...(jkt !== undefined && { jkt }),
    },
  })
  return respondWithCode(flow.request, code, findIssuer(core, application))
}
