import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Contact } from '../../model/contacts/contact.ts'
import type { User } from '../../model/users/user.ts'
import { nameKeys } from '../../model/users/username.ts'

/** Who is asked for a code: a user, or a name in its unique form. */
export type Subject = { userId: string } | { usernameKey: string }

/** Who that is. `account` is the user id, or stands for a name that nobody has. */
export type CodeRecipient = { account: string; user: User | undefined; contacts: readonly Contact[] }

/** Finds the account of a user by their id, or by a name in any spelling. */
export async function resolveCodeRecipient(
  core: Core,
  { id: appId }: Application,
  subject: Subject,
): Promise<CodeRecipient> {
  if ('userId' in subject) {
    const { userId } = subject
    const [user, contacts] = await Promise.all([
      core.store.users.find(appId, userId),
      core.store.contacts.listByUser(appId, userId),
    ])
    return { account: userId, user, contacts }
  }
  const name = await nameKeys(core, subject.usernameKey)
  const found = await core.store.contacts.findAccount(appId, name)
  // Made in every case, so that a known name costs the same time as an unknown one.
  const decoyId = `~${core.keyed('stranger', JSON.stringify([appId, name.addressKey])).toString('base64url')}`
  return found ? { account: found.user.id, ...found } : { account: decoyId, user: undefined, contacts: [] }
}

// Enough that different names rarely share one, few enough that strangers cannot fill a table.
const decoyAccounts = 4096

/** One of a few counters that stand for all names: what a try of whoever raises. */
export function deriveDecoyAccount({ keyed }: Pick<Core, 'keyed'>, appId: string, subject: Subject): string {
  const bytes = keyed('nobody', JSON.stringify([appId, subject]))
  return `nobody-${bytes.readUInt32BE() % decoyAccounts}`
}
