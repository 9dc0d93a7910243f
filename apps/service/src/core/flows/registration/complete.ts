import type { Core } from '../../core.ts'
import { AppError, forbidden } from '../../errors.ts'
import { type Named, requireNamed } from '../../model/users/named.ts'
import { usernameKey } from '../../model/users/username.ts'
import type { Creation } from '../../ports/ceremonies.ts'
import { openFlow } from '../open-flow.ts'
import type { SignedIn } from '../signed-in.ts'
import type { RegistrationFlow } from './flow.ts'
import { registerPasskey } from './register.ts'

const refused = (reason: unknown) => forbidden('The passkey was not registered. Start again.', reason)

const notTheirs = (cause: unknown) =>
  new AppError('unauthorized', 'Failed to authenticate', { cause, reason: 'authentication_failed' })

type Completing = { session: string; creation: Creation; passkeyName?: string; appId?: string; named?: Named }

/**
 * Stores the passkey and spends the session.
 * @throws AppError forbidden: the session is expired, spent, closed, or another application's, or `registerPasskey` rejects
 * · unauthorized: the call identifies another user than its session
 */
export async function completeRegistration(
  core: Core,
  { creation, passkeyName, named, ...input }: Completing,
): Promise<SignedIn> {
  const flow = openFlow<RegistrationFlow>(core, { ...input, purpose: 'registration' }, refused)
  if (flow.closed) throw refused('the beginning said signIn or fail')
  await requireNamed(core, { user: identityIn(flow), named }, notTheirs)
  const application = await core.applications.find(flow.appId)
  if (!application) throw refused('the application is gone')
  return registerPasskey(core, { application, flow, creation, passkeyName }, refused)
}

/** A new user has the id that their account will have. */
const identityIn = ({ appId, user: { id, username } }: RegistrationFlow) => ({
  id,
  appId,
  usernameKey: usernameKey(username),
})
