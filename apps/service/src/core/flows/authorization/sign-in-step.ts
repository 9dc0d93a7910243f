import { satisfiesAcr } from '../../model/authorization/authentication.ts'
import type { BrowserSession } from '../../model/authorization/browser-session.ts'
import { RejectedRequest } from '../../model/authorization/parameters.ts'
import { isKnownAcr } from '../../model/authorization/read-request.ts'
import type { AuthorizationRequest } from '../../model/authorization/request.ts'
import type { RequestFlow } from './flow.ts'

/** The session of a browser, and what the user did for a request. `subject`: its user, as the client knows them. */
export type SessionState = {
  session: BrowserSession
  subject: string
  flow: Pick<RequestFlow, 'request' | 'authenticated' | 'selectedSessionId'>
  now: number
}

/** The step that the user must take before the client gets anything; undefined if the session is sufficient. */
export function findSignInStep({ session, subject, flow, now }: SessionState): 'signIn' | 'selectAccount' | undefined {
  const { request } = flow
  const isFresh = isAuthenticated(flow, session)
  if (request.subject !== undefined && request.subject !== subject) return requireOtherUser(isFresh)
  if (isFresh) return requireContext(request, session)
  if (mustAuthenticate(request, session, now)) return 'signIn'
  const mustSelect = request.prompts.includes('select_account') && flow.selectedSessionId !== session.id
  return mustSelect ? 'selectAccount' : undefined
}

/** Whether the user authenticated for this request. No clock decides that: the session was renewed by it. */
const isAuthenticated = ({ authenticated }: SessionState['flow'], { id, authenticatedAt }: BrowserSession) =>
  authenticated?.sessionId === id && authenticated.at === authenticatedAt

/** Another user than the client asked for (OpenID Connect Core 1.0 §3.1.2.1, `id_token_hint`). */
function requireOtherUser(isFresh: boolean): 'signIn' {
  if (!isFresh) return 'signIn'
  throw new RejectedRequest('login_required', 'Another user signed in than the one that the client asked for')
}

/** After an authentication, a context that is still not met can only be reported, and only if it is essential. */
function requireContext(request: AuthorizationRequest, { acr }: BrowserSession): undefined {
  const { essential, values } = request.claims?.idToken.acr ?? {}
  if (!essential || values === undefined || satisfiesAcr(acr, values.map(String))) return undefined
  throw new RejectedRequest('unmet_authentication_requirements', 'The user has no authenticator for this acr')
}

function mustAuthenticate(request: AuthorizationRequest, session: BrowserSession, now: number): boolean {
  const { prompts, maxAge } = request
  if (prompts.includes('login') || prompts.includes('create')) return true
  // In both directions: a clock that was set back must not make an authentication recent.
  if (maxAge !== undefined && Math.abs(now - session.authenticatedAt) >= maxAge * 1000) return true
  return !satisfiesAcr(session.acr, listRequestedAcrs(request))
}

/** An unknown value can't be met by an authentication, so the user isn't asked for one; if it is essential, they are. */
function listRequestedAcrs({ acrValues, claims, prompts }: AuthorizationRequest): readonly string[] {
  const { essential, values = [] } = claims?.idToken.acr ?? {}
  if (essential) return values.map(String)
  const voluntary = [...acrValues, ...values.map(String)].filter(isKnownAcr)
  // Without asking the user, the client gets the context that there is (OpenID Connect Core 1.0 §3.1.2.1, `acr_values`).
  return prompts.includes('none') ? [] : voluntary
}
