import type { Core } from '../../core.ts'
import { deriveCore } from '../../derive.ts'
import { forbidden } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { toActor } from '../../model/sso/actor.ts'
import { type Account, type Match, matchAccount } from '../../model/sso/linking.ts'
import type { SsoIdentity } from '../../model/sso/provider.ts'
import type { Write } from '../../writes.ts'
import { describeRequired, findRequiredProvider } from '../members/enforced-sso.ts'
import { recordLink } from '../members/links.ts'
import { holdsNothing, removePendingMember } from '../members/pending-members.ts'
import { readLinkingContext, toIdentity, toRemoval } from './account.ts'
import { createMember, type SsoMember } from './new-member.ts'

const findIdentity = ({ store }: Core, { provider, user }: Account) => store.sso.findIdentity(provider.id, user.subject)

/**
 * The member to whom the account is linked; undefined at its first sign-in. A member who holds nothing yields to the
 * one whom the directory has provisioned for the account since.
 * @throws AppError forbidden: the member is deactivated or has to use another provider, or it isn't sure whose account it is
 */
export async function findLinkedMember(core: Core, account: Account): Promise<SsoMember | undefined> {
  const identity = await findIdentity(core, account)
  if (!identity) return undefined
  const { userId } = identity
  if (await isSuperseded(core, account, identity)) {
    await removePendingMember(deriveCore(core, { actor: toActor(account.provider) }), userId)
    return undefined
  }
  const use: Write = { useSsoIdentity: toIdentity(core, account, userId) }
  return requireActive(core, account, { userId, writes: [use] })
}

async function isSuperseded(core: Core, account: Account, { userId }: SsoIdentity): Promise<boolean> {
  const member = await core.store.members.find(userId)
  if (!member || !(await holdsNothing(core, member))) return false
  return requireNoDoubt(matchAccount(account, await readLinkingContext(core, account))).kind === 'provisioned'
}

function requireNoDoubt(match: Match): Exclude<Match, { kind: 'rejected' }> {
  if (match.kind !== 'rejected') return match
  throw forbidden(`This account seems to be that of a member whom the directory provisioned, but ${match.reason}`)
}

/**
 * The member of an account that isn't linked: provisioned by the directory, or a new one, without a role unless a mapping
 * gives one. Never an invited member by the email address: they link the account while signed in.
 * @throws AppError forbidden: as above, or the member of the account was removed
 */
export async function admitAccount(core: Core, account: Account): Promise<SsoMember> {
  const match = requireNoDoubt(matchAccount(account, await readLinkingContext(core, account)))
  const removal = toRemoval(account)
  if (match.kind === 'provisioned') {
    const { userId } = match
    const link = recordLink(core, account, { userId, actor: toActor(account.provider) })
    const writes: Write[] = [
      { addSsoIdentity: toIdentity(core, account, userId) },
      { readmitAccount: removal },
      ...link,
    ]
    return requireActive(core, account, { userId, writes })
  }
  if (await core.store.sso.findRemovedAccount(removal.providerId, removal.accountHash))
    throw forbidden('The member of this account was removed: ask an owner of the installation to invite you')
  return createMember(core, account)
}

async function requireActive(
  core: Core,
  { provider }: Account,
  { userId, writes }: Pick<SsoMember, 'userId' | 'writes'>,
): Promise<SsoMember> {
  const { store } = core
  const [user, member] = await Promise.all([store.users.find(ownApplicationId, userId), store.members.find(userId)])
  if (user?.status !== 'active' || !member)
    throw forbidden('This member was deactivated: ask an owner of the installation')
  const required = await findRequiredProvider(core, member, provider)
  if (required) throw forbidden(describeRequired(required))
  const { tokenEpoch } = user
  return { userId, tokenEpoch, writes: [{ holdUser: { appId: ownApplicationId, userId, tokenEpoch } }, ...writes] }
}
