import type { OauthError } from '@thumbturn/contract/vocabulary/oauth-errors.ts'
import type { Core } from '../../core.ts'
import type { Client } from '../../model/authorization/client.ts'
import { isDocumentId } from '../../model/authorization/document-client.ts'
import { RejectedRequest } from '../../model/authorization/parameters.ts'
import { canBeImpersonated } from '../../model/authorization/redirect-uri.ts'
import { toSubject } from '../../model/authorization/subject.ts'
import type { OpenedBrowserSession } from '../../ports/stores/authorization.ts'
import { issueCode } from './code.ts'
import { compareAccess, type RequestedAccess } from './consent.ts'
import type { OpenedRequest, RequestFlow } from './flow.ts'
import { isAllowed } from './groups.ts'
import { findIssuer, respondWithError } from './response.ts'
import { findSignInStep } from './sign-in-step.ts'
import { findTarget, type Target } from './target.ts'

/** The user's next step for a request. `done`: the browser returns to the client. */
export type Step = 'signIn' | 'selectAccount' | 'consent' | 'done'

/** The next step, and the URL that the browser opens for it. */
export type NextStep = { step: Step; location: string }

/** A request, and the session of the browser that it arrived from, if there is one. */
export type Situation = OpenedRequest & { opened: OpenedBrowserSession | undefined }

const pages = { signIn: 'sign-in', selectAccount: 'select-account', consent: 'consent' } as const

/** The errors of a request that must not show a page (OpenID Connect Core 1.0 §3.1.2.6). */
const promptErrors = {
  signIn: ['login_required', 'No user is signed in in this browser as the client asks for'],
  selectAccount: ['account_selection_required', 'The user must choose an account'],
  consent: ['consent_required', 'The user has not allowed the client all that it asks for'],
} as const satisfies Readonly<Record<string, readonly [OauthError, string]>>

/** The only place that decides what comes next for a request: a page, or the return to the client with a code or an error. */
export async function findNext(core: Core, situation: Situation): Promise<NextStep> {
  return respondToRejections(core, situation, async () => {
    const step = await findStep(core, situation)
    return step === 'done'
      ? { step, location: await issueCode(core, requireSession(situation)) }
      : showPage(core, situation, step)
  })
}

/** Sends what rejects a request to its client. */
export async function respondToRejections(
  core: Core,
  { application, flow }: Pick<OpenedRequest, 'application' | 'flow'>,
  decide: () => Promise<NextStep>,
): Promise<NextStep> {
  try {
    return await decide()
  } catch (error) {
    if (!(error instanceof RejectedRequest)) throw error
    return { step: 'done', location: respondWithError(flow.request, error, findIssuer(core, application)) }
  }
}

/**
 * The step that a request is at.
 * @throws RejectedRequest: nothing that the user can do leads on
 */
export async function findStep(core: Core, situation: Situation): Promise<Step> {
  const { client, flow, opened } = situation
  if (!opened) return 'signIn'
  const { session, user } = opened
  const subject = toSubject(core, client, user.id)
  const step = findSignInStep({ session, subject, flow, now: core.now() })
  if (step !== undefined) return step
  const target = await findTarget(core, client, flow.request.resource)
  await requireAllowed(core, { client, target }, opened)
  return (await needsConsent(core, { ...situation, opened, target })) ? 'consent' : 'done'
}

/** @throws RejectedRequest access_denied */
async function requireAllowed(
  core: Core,
  { client, target }: { client: Client; target: Target | undefined },
  { user }: OpenedBrowserSession,
): Promise<void> {
  if (await isAllowed(core, [client, target?.resource], user)) return
  throw new RejectedRequest('access_denied', 'The user is in none of the groups that can use this client or resource')
}

/**
 * A client that another program can pretend to be is never allowed silently, whatever the user allowed before (RFC 8252 §8.6), nor one
 * that can change its document, and with it where the user returns to.
 */
async function needsConsent(
  core: Core,
  { client, flow, opened, target }: Situation & { opened: OpenedBrowserSession; target: Target | undefined },
) {
  const { prompts, redirectUri } = flow.request
  if (prompts.includes('consent') || isDocumentId(client.id) || canBeImpersonated(client, redirectUri)) return true
  if (client.consent === 'skip') return false
  const { appId, id: userId } = opened.user
  const consent = await core.store.consents.find({ appId, userId, clientId: client.id })
  return hasNew(compareAccess({ ...flow.request, target }, consent))
}

const hasNew = ({ scopes, resource }: RequestedAccess) =>
  resource?.isNew || [...scopes, ...(resource?.scopes ?? [])].some(({ isNew }) => isNew)

function showPage(core: Core, { application, flow }: Situation, step: Exclude<Step, 'done'>): NextStep {
  if (flow.request.prompts.includes('none')) throw rejectPrompt(step)
  return { step, location: createPageAddress(core, { application, flow, page: pages[step] }) }
}

function rejectPrompt(step: keyof typeof promptErrors): RejectedRequest {
  const [error, description] = promptErrors[step]
  return new RejectedRequest(error, description)
}

const createPageAddress = (
  core: Core,
  { application, flow, page }: Pick<OpenedRequest, 'application'> & { flow: RequestFlow; page: string },
) => `${findIssuer(core, application)}/${page}/?request=${core.sessions.seal(flow)}`

function requireSession({ opened, ...request }: Situation) {
  if (!opened) throw new Error('A request is done only with a session')
  return { ...request, opened }
}
