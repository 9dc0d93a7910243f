import type { Core } from '../../core.ts'
import { unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { resolveTokenHolder } from './token.ts'

/**
 * Resolves if the token proves a sign-in at this application that is still valid.
 * @throws AppError unauthorized: also for grant tokens, which don't prove a sign-in
 */
export async function verifyAccessToken(core: Core, application: Application, token: string): Promise<void> {
  const { tokenType } = await resolveTokenHolder(core, application, { token })
  if (tokenType !== 'jwtAccess') throw unauthorized('The token is not valid', 'it is a grant, not a sign-in')
}

/** The claims that a backend kept of the access token from which it started a session. */
export type BackendSession = { userId: string; epoch?: number | undefined; passkeyId?: string | undefined }

/** Whether user, sign-ins, and passkey are still what they were when the access token was issued. The token's own expiry doesn't count. */
export async function isSessionActive(
  { store }: Core,
  { id: appId }: Application,
  { userId, epoch = 0, passkeyId }: BackendSession,
): Promise<boolean> {
  const found = await store.users.findWithPasskey(appId, userId, passkeyId ?? '')
  if (found?.user.status !== 'active' || found.user.tokenEpoch !== epoch) return false
  return passkeyId === undefined || found.hasPasskey
}
