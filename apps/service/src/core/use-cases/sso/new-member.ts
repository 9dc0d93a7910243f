import type { Core } from '../../core.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { Account } from '../../model/sso/linking.ts'
import { requireVisibleCharacters, usernameKey } from '../../model/users/username.ts'
import type { Write } from '../../writes.ts'
import { createAuditEntry } from '../audit/audit.ts'
import { parseContactAddress } from '../contacts/contact-address.ts'
import { toNameKeys } from '../names/name-keys.ts'
import { createNewUser } from '../users/create.ts'
import { toIdentity } from './account.ts'
import { listExisting, mapRoles } from './role-mapping.ts'

/** Whom a sign-in is for, and what it writes besides the session. */
export type SsoMember = { userId: string; tokenEpoch: number; writes: readonly Write[] }

/** A new member for an account, named after what the provider asserts: an address only if it was verified. */
export async function createMember(core: Core, account: Account): Promise<SsoMember> {
  const { provider, user } = account
  const email = account.emailVerified ? account.email : undefined
  const username = await chooseUsername(core, email, [user.username, user.subject])
  const [named] = await listUsable(core, [user.name])
  const name = (named ?? email ?? username).slice(0, 128).toWellFormed()
  const userId = core.random.uuid()
  const roles = await listExisting(core, mapRoles(provider, user.groups?.values ?? []))
  const actor = { kind: 'member', id: userId, name } as const
  const after = { roles, provider: provider.id }
  const audit = createAuditEntry(core, actor, { action: 'member.joined', target: userId, after })
  const member = { userId, appId: ownApplicationId, name, email, createdAt: core.now(), roles }
  const names = { username, usernameType: 'other', displayName: name } as const
  const writes: Write[] = [
    { addUser: await createNewUser(core, { id: userId, appId: ownApplicationId, ...names }) },
    { addMember: member },
    { addSsoIdentity: toIdentity(core, account, userId) },
    { addAuditEntry: audit },
  ]
  return { userId, tokenEpoch: 0, writes }
}

/** The first of the names that is free, or one with a random end: another member's name is never taken for theirs. */
async function chooseUsername(core: Core, email: string | undefined, others: readonly (string | undefined)[]) {
  const usable = [...(email === undefined ? [] : [email]), ...(await listUsable(core, others))]
  for (const name of usable)
    if (!(await core.store.users.findByName(ownApplicationId, await toNameKeys(core, name)))) return name
  return `${usable[0] ?? 'member'}-${core.random.digits(8)}`
}

/** Without names that look like an address, because they aren't verified. */
async function listUsable(core: Core, names: readonly (string | undefined)[]): Promise<string[]> {
  const usable: string[] = []
  for (const name of names) {
    const text = name?.trim().slice(0, 200).toWellFormed() ?? ''
    if (text !== '' && isVisible(text) && !(await looksLikeAddress(core, text))) usable.push(text)
  }
  return usable
}

const looksLikeAddress = async (core: Core, name: string) =>
  usernameKey(name).includes('@') || (await parseContactAddress(core, usernameKey(name))) !== undefined

function isVisible(name: string): boolean {
  if (/\p{Cc}/u.test(name)) return false
  try {
    requireVisibleCharacters(name)
    return true
  } catch {
    return false
  }
}
