import type { Core } from '../../core.ts'
import { AppError, forbidden } from '../../errors.ts'
import { requireReferencedUser, type UserReference } from '../../model/users/user-reference.ts'
import { usernameKey } from '../../model/users/username.ts'
import type { Creation } from '../../ports/ceremonies.ts'
import { openFlow } from '../open-flow.ts'
import type { SignIn } from '../sign-in.ts'
import type { RegistrationFlow } from './flow.ts'
import { registerPasskey } from './register.ts'

const message = 'The passkey was not registered. Start again.'

// A client that repeats a call whose response was lost must learn that the first one may have registered the passkey.
const reject = (reason: unknown) =>
  reason === 'session_spent'
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
 * @throws AppError forbidden: the session is expired, spent, closed, or another application's, the application now requires a token that
 * the registration started without, or `registerPasskey` rejects
 * · unauthorized: the call identifies another user than its session
 */
export async function completeRegistration(
  core: Core,
  { creation, passkeyName, reference, ...input }: CompletionRequest,
): Promise<SignIn> {
  const { flow, application } = await openFlow<RegistrationFlow>(core, { ...input, purpose: 'registration' }, reject)
  if (flow.closed) throw reject('the action was signIn or fail')
  await requireReferencedUser(core, { user: toIdentity(flow), reference }, otherUser)
  if (application.settings.registrationRequiresToken && !flow.authorized)
    throw reject('the application requires a token since the registration started')
  return registerPasskey(core, { application, flow, creation, passkeyName }, reject)
}

/** A new user already has the ID of their future account. */
const toIdentity = ({ appId, user: { id, username } }: RegistrationFlow) => ({
  id,
  appId,
  usernameKey: usernameKey(username),
})
