import type { Application } from '../../model/applications/application.ts'
import type { DiscoveryResult } from './discover.ts'

/**
 * The flow that a backend can continue with: a sign-in if a passkey matched; a sign-up if the username is unknown and
 * the application allows it (`canRegister`: the caller may register users). Never a registration for an existing user:
 * anyone who types the username could take the account.
 */
export function chooseNextFlow(
  { passkey, user }: Pick<DiscoveryResult, 'passkey' | 'user'>,
  { settings }: Application,
  canRegister: boolean,
): 'signIn' | 'signUp' | undefined {
  if (passkey) return 'signIn'
  if (user) return undefined
  return settings.registrationRequiresToken && !canRegister ? undefined : 'signUp'
}
