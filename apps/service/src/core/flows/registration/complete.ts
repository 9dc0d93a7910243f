import type { Core } from '../../core.ts'
import { AppError, forbidden } from '../../errors.ts'
import { usernameKey } from '../../model/users/username.ts'
import type { Creation } from '../../ports/ceremonies.ts'
import { attemptCompletion, failedTooOften } from '../../use-cases/limits/failed-completions.ts'
import { listMemberWrites } from '../../use-cases/members/join.ts'
import { requireReferencedUser, type UserReference } from '../../use-cases/names/user-reference.ts'
import { type OpenedFlow, openFlow } from '../open-flow.ts'
import type { SignIn } from '../sign-in.ts'
import type { RegistrationFlow } from './flow.ts'
import { prepareRegistration } from './register.ts'

const message = 'The passkey was not registered. Start again.'

// A client that repeats a call whose response was lost must learn that the first one may have registered the passkey.
const reject = (reason: unknown) =>
  reason === 'session_spent' || reason === failedTooOften
    ? new AppError('forbidden', message, { cause: reason, reason: 'session_used' })
    : forbidden(message, reason)

const otherUser = (cause: unknown) =>
  new AppError('unauthorized', 'Failed to authenticate', { cause, reason: 'authentication_failed' })

type CompletionRequest = {
  session: string
  creation: Creation
  passkeyName?: string
  appId?: string
  reference?: UserReference
}

/**
 * Stores the passkey and spends the session.
 * @throws AppError forbidden: the session is expired, spent, closed, or another application's, completing it has failed too
 * often, the application now requires a token that the registration started without, `prepareRegistration` or `store` rejects,
 * or the invitation no longer works · unauthorized: the call identifies another user than its session
 */
export async function completeRegistration(
  core: Core,
  { creation, passkeyName, reference, ...input }: CompletionRequest,
): Promise<SignIn> {
  const opened = await openFlow<RegistrationFlow>(core, { ...input, purpose: 'registration' }, reject)
  if (opened.flow.closed) throw reject('the action was signIn or fail')
  const complete = () => register(core, opened, { creation, passkeyName, reference })
  return attemptCompletion(core, { sessionId: opened.flow.id, complete, reject })
}

async function register(
  core: Core,
  { flow, application }: OpenedFlow<RegistrationFlow>,
  { creation, passkeyName, reference }: Omit<CompletionRequest, 'session' | 'appId'>,
): Promise<SignIn> {
  await requireReferencedUser(core, { user: toIdentity(flow), reference }, otherUser)
  if (application.settings.registrationRequiresToken && !flow.authorized)
    throw reject('the application requires a token since the registration started')
  const { signIn, store } = await prepareRegistration(core, { application, flow, creation, passkeyName }, reject)
  await store(await listMemberWrites(core, { ...flow, passkey: signIn.passkey }, reject))
  return signIn
}

/** A new user already has the ID of their future account. */
const toIdentity = ({ appId, user: { id, username } }: RegistrationFlow) => ({
  id,
  appId,
  usernameKey: usernameKey(username),
})
