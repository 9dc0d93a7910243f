import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { requiredUsernameKey } from '../../model/users/username.ts'
import type { CodeSignIn } from '../sign-in.ts'
import { verifyCode } from './verify.ts'

/**
 * Signs somebody in by a code, whatever way it came. Issues nothing: that is the caller's choice.
 * @throws AppError bad_request: no username, or a code that is not right; see `proveCode`
 */
export async function signInByCode(
  core: Core,
  { application, username, code }: { application: Application; username: string; code: string },
): Promise<CodeSignIn> {
  const subject = { usernameKey: requiredUsernameKey(username) }
  const { user, method, shownBy, until } = await verifyCode(core, { application, subject, purpose: 'sign-in', code })
  // A code for somebody who is not there exists for the purpose mfa only.
  if (!user) throw new Error('A code for signing in was proved by nobody')
  return { application, user, method, shownBy, until }
}
