import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { requireUsernameKey } from '../../model/users/username.ts'
import type { CodeSignIn } from '../sign-in.ts'
import { verifyCode } from './verify.ts'

/**
 * Signs a user in with a code of any method. The caller issues the tokens.
 * @throws AppError bad_request: no username, or the code isn't accepted; see `verifyCode`
 */
export async function signInByCode(
  core: Core,
  { application, username, code }: { application: Application; username: string; code: string },
): Promise<CodeSignIn> {
  const subject = { usernameKey: requireUsernameKey(username) }
  const submission = { application, subject, purpose: 'sign-in', code } as const
  const { user, method, shownBy, until, prepared } = await verifyCode(core, submission)
  // Codes for unknown usernames exist only for the purpose mfa.
  if (!user) throw new Error('A sign-in code without a user was verified')
  return { application, user, method, shownBy, until, prepared }
}
