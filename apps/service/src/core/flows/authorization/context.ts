import type { Core } from '../../core.ts'
import { type Authentication, describeAuthentication } from '../../model/authorization/authentication.ts'
import type { FreshSignIn } from './fresh-sign-in.ts'

/** The methods and the context of a sign-in. Its passkey was used a moment ago, so its record says how. */
export async function findContext(
  { store }: Core,
  { user, passkeyId, codeMethods }: FreshSignIn,
): Promise<Authentication> {
  if (codeMethods || passkeyId === undefined) return describeAuthentication({ codeMethods })
  const passkey = await store.passkeys.find(user.appId, passkeyId)
  const factors = passkey && { isSynced: passkey.backupEligible, isUserVerified: passkey.userVerified }
  return describeAuthentication({ passkey: factors })
}
