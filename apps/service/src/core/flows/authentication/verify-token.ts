import type { Core } from '../../core.ts'
import { unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { resolveTokenHolder } from './token.ts'

/**
 * Says, by not throwing, that the token proves a sign-in at this application that still stands.
 * @throws AppError unauthorized: also for grant tokens, which prove none
 */
export async function verifyAccessToken(core: Core, application: Application, token: string): Promise<void> {
  const { tokenType } = await resolveTokenHolder(core, application, { token })
  if (tokenType !== 'jwtAccess') throw unauthorized('The token is not valid', 'it is a grant, not a sign-in')
}
