import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Contact } from '../../model/contacts/contact.ts'
import type { User } from '../../model/users/user.ts'
import { toNameKeys } from '../../use-cases/names/name-keys.ts'

/** The user that a code is for, by ID or by username in its unique form. */
export type Subject = { userId: string } | { usernameKey: string }

/** The resolved user. `account` is the user ID, or a placeholder for an unknown username. */
export type CodeRecipient = { account: string; user: User | undefined; contacts: readonly Contact[] }

/** Finds a user by ID, or by username in any spelling. */
export async function resolveCodeRecipient(
  core: Core,
  { id: appId }: Application,
  subject: Subject,
): Promise<CodeRecipient> {
  const name = 'userId' in subject ? subject : await toNameKeys(core, subject.usernameKey)
  const found = await core.store.contacts.findAccount(appId, name)
  // Computed in every case, so that known and unknown usernames take the same time.
  const { addressKey } = 'userId' in name ? await toNameKeys(core, found?.user.username ?? '') : name
  const decoyId = `~${core.keyed('stranger', JSON.stringify([appId, addressKey])).toString('base64url')}`
  const account = 'userId' in subject ? subject.userId : (found?.user.id ?? decoyId)
  return { account, user: found?.user, contacts: found?.contacts ?? [] }
}

// Enough that different usernames rarely share one, few enough that an attacker can't fill a table.
const decoyAccounts = 4096

/** One of a few counters that all unknown usernames share. */
export function deriveDecoyAccount({ keyed }: Pick<Core, 'keyed'>, appId: string, subject: Subject): string {
  const bytes = keyed('nobody', JSON.stringify([appId, subject]))
  return `nobody-${bytes.readUInt32BE() % decoyAccounts}`
}
