import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import type { OpenIdUser } from '../../ports/openid.ts'
import type { Write } from '../../writes.ts'
import { ownApplicationId } from '../applications/own-id.ts'
import { createAuditEntry } from '../audit/audit.ts'
import { parseEmailAddress } from '../contacts/email-address.ts'
import { createNewUser } from '../users/create.ts'
import { requireVisibleCharacters, toNameKeys, usernameKey } from '../users/username.ts'
import type { SsoProvider } from './provider.ts'
import { listExisting, mapRoles } from './role-mapping.ts'

/** Whom a sign-in is for: `writes` make them known, if this is their first one. */
export type SsoMember = { userId: string; tokenEpoch: number; isNew: boolean; writes: readonly Write[] }

/**
 * The member whom a provider identifies: linked before, provisioned by a directory, or new and then without a role unless a
 * mapping gives one. Never an invited member by the email address alone: they link the provider while signed in.
 * @throws AppError forbidden: the member is deactivated
 */
export async function findMember(core: Core, provider: SsoProvider, user: OpenIdUser): Promise<SsoMember> {
  const identity = await core.store.sso.findIdentity(provider.id, user.subject)
  if (identity) return requireActive(core, identity.userId, [])
  const provisioned = await findProvisioned(core, provider, user)
  if (provisioned !== undefined) return requireActive(core, provisioned, [link(core, provisioned, [provider, user])])
  return createMember(core, provider, user)
}

/** The verified email address; undefined if the provider only says that it is the user's, unless it is trusted. */
export const findEmail = ({ trustsEmails }: SsoProvider, { email, emailVerified }: OpenIdUser): string | undefined =>
  email !== undefined && (emailVerified || trustsEmails) ? parseEmailAddress(email.toLowerCase()) : undefined

/**
 * The member whom a directory provisioned with that email address as the username. Not by the external ID, which users of
 * another provider might choose; nor one who has another account at the provider: an address can pass to another user.
 */
async function findProvisioned({ store }: Core, provider: SsoProvider, user: OpenIdUser): Promise<string | undefined> {
  const email = findEmail(provider, user)
  const { directory, sso } = store
  const found = email === undefined ? undefined : await directory.findByUserName(ownApplicationId, usernameKey(email))
  const identities = found ? await sso.listIdentities(found.userId) : []
  return identities.some(({ providerId }) => providerId === provider.id) ? undefined : found?.userId
}

async function requireActive({ store }: Core, userId: string, writes: readonly Write[]): Promise<SsoMember> {
  const user = await store.users.find(ownApplicationId, userId)
  if (user?.status !== 'active') throw forbidden('This member was deactivated: ask an owner of the installation')
  return { userId, tokenEpoch: user.tokenEpoch, isNew: false, writes }
}

type AtProvider = readonly [provider: SsoProvider, user: OpenIdUser]

const link = ({ now }: Core, userId: string, [{ id }, { subject }]: AtProvider): Write => ({
  addSsoIdentity: { providerId: id, subject, userId, createdAt: now() },
})

async function createMember(core: Core, provider: SsoProvider, user: OpenIdUser): Promise<SsoMember> {
  const email = findEmail(provider, user)
  const username = await chooseUsername(core, [email, user.username, user.subject])
  const name = (user.name ?? email ?? username).slice(0, 128)
  const userId = core.random.uuid()
  const account = { id: userId, appId: ownApplicationId, username, usernameType: 'other', displayName: name } as const
  const roles = await listExisting(core, mapRoles(provider, user.groups?.values ?? []))
  const member = { userId, appId: ownApplicationId, name, email, createdAt: core.now(), roles }
  const actor = { kind: 'member', id: userId, name } as const
  const after = { roles, provider: provider.id }
  const audit = createAuditEntry(core, actor, { action: 'member.joined', target: userId, after })
  const writes: Write[] = [
    { addUser: await createNewUser(core, account) },
    { addMember: member },
    link(core, userId, [provider, user]),
    { addAuditEntry: audit },
  ]
  return { userId, tokenEpoch: 0, isNew: true, writes }
}

/** The first of the names that is free, or one with a random end: another member's name is never taken for theirs. */
async function chooseUsername(core: Core, names: readonly (string | undefined)[]): Promise<string> {
  const usable = names.flatMap((name) => (name !== undefined && isUsable(name) ? [name.trim().slice(0, 200)] : []))
  for (const name of usable)
    if (!(await core.store.users.findWithPasskeys(ownApplicationId, await toNameKeys(core, name)))) return name
  return `${usable[0] ?? 'member'}-${core.random.digits(8)}`
}

function isUsable(name: string): boolean {
  try {
    requireVisibleCharacters(name)
    return name.trim() !== ''
  } catch {
    return false
  }
}
