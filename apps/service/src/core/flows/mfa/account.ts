import type { MfaFactor } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { toNameKeys } from '../../use-cases/names/name-keys.ts'
import { createDecoy } from '../../use-cases/passkeys/decoys.ts'
import type { MfaFlow } from './flow.ts'
import type { MfaAccount } from './mfa-account.ts'
import { listReachableFactors } from './reach.ts'

/** Reads as much for an unknown username as for any other. */
export async function findAccountByName(core: Core, appId: string, username: string): Promise<MfaAccount> {
  const name = await toNameKeys(core, username)
  const found = await core.store.users.findWithPasskeys(appId, name)
  const decoy = createDecoy(core, appId, name.addressKey)
  const contacts = await core.store.contacts.listByUser(appId, found?.user.id ?? decoy.userId)
  return { user: found?.user, passkeys: found?.passkeys ?? [], contacts, decoy }
}

/** The account of a flow; undefined if no passkey has identified the user yet. */
export async function findMfaAccount(core: Core, { appId, user }: MfaFlow): Promise<MfaAccount | undefined> {
  if (!user) return undefined
  const account = await findAccountByName(core, appId, user.username)
  // The account of a user who took the username after the flow started is a different one.
  return account.user?.id === user.id ? account : { ...account, user: undefined, passkeys: [], contacts: [] }
}

/** The factors that this user can verify or register. */
export async function listFactors(
  core: Core,
  { application, username, account }: { application: Application; username: string; account: MfaAccount | undefined },
): Promise<MfaFactor[]> {
  if (!account) return ['passkey:auth']
  const codes = await listReachableFactors(core, { application, username, account })
  const { length } = account.passkeys
  return [
    ...(length > 0 ? (['passkey:auth'] as const) : []),
    ...(length < application.settings.maxPasskeys ? (['passkey:reg'] as const) : []),
    ...codes,
    'external',
  ]
}
