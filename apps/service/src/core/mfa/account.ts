import type { MfaFactor } from '../applications/mfa-policy.ts'
import type { Core } from '../core.ts'
import { type Decoy, decoyOf } from '../passkeys/decoys.ts'
import type { Passkey } from '../passkeys/passkey.ts'
import type { MfaFlow } from '../sessions.ts'
import type { User } from '../users/user.ts'
import { usernameKey } from '../users/username.ts'

/** What is known of the person whom a flow is about: nothing but decoys where nobody has the name. */
export type Account = { user: User | undefined; passkeys: readonly Passkey[]; decoy: Decoy }

/** Reads as much for a name that nobody has as for any other. */
export async function accountNamed(core: Core, appId: string, username: string): Promise<Account> {
  const key = usernameKey(username)
  const found = await core.store.users.findWithPasskeys(appId, key)
  return { user: found?.user, passkeys: found?.passkeys ?? [], decoy: decoyOf(core, appId, key) }
}

/** The account of a flow that has begun; undefined where it has not said yet whose it is. */
export async function accountOf(core: Core, { appId, user }: MfaFlow): Promise<Account | undefined> {
  if (!user) return undefined
  const account = await accountNamed(core, appId, user.username)
  // Whoever has taken the name since the flow began is not meant.
  return account.user?.id === user.id ? account : { ...account, user: undefined, passkeys: [] }
}

/** What that person could prove, or create. */
export function factorsOfAccount(account: Account | undefined): MfaFactor[] {
  if (!account) return ['passkey:auth']
  return [...(account.passkeys.length > 0 ? (['passkey:auth'] as const) : []), 'passkey:reg', 'external']
}
