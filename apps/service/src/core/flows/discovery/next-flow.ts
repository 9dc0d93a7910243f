import type { Application } from '../../model/applications/application.ts'
import type { DiscoveryResult } from './discover.ts'

/**
 * The flow that a backend may go on with: a sign-in where a passkey is meant, a sign-up where nobody has the name and the
 * application lets it begin (`vouched`: the caller may register). Never a registration for somebody who exists: whoever
 * typed the name would take the account.
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
