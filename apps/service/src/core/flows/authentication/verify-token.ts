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
