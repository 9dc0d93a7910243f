import type { Core } from '../../core.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { MemberWithRoles } from '../../model/members/member.ts'
import { isPending } from '../../model/members/roles.ts'
import type { Write } from '../../writes.ts'
import { recordChange } from '../audit/audit.ts'
import { commitWithMembers } from './last-owner.ts'
import { listRemovedAccounts } from './links.ts'

/**
 * Whether a member waits for their first role and has nothing else: no passkey, and no entry in the directory. What their
 * sign-in at a provider made them can be made again, so they yield to members whom the directory provisions.
 */
export async function holdsNothing({ store }: Core, member: MemberWithRoles): Promise<boolean> {
  const { appId, userId } = member
  if (!isPending(member)) return false
  if ((await store.passkeys.listByUser(appId, userId)).length > 0) return false
  return (await store.directory.findUser(userId)) === undefined
}

/** Removes a member who holds nothing, with their link and sessions; returns whether they did. */
export async function removePendingMember(core: Core, userId: string): Promise<boolean> {
  const user = { appId: ownApplicationId, userId }
  let isRemoved = false
  const conflict = await commitWithMembers(core, async () => {
    const member = await core.store.members.find(userId)
    isRemoved = member !== undefined && (await holdsNothing(core, member))
    if (!member || !isRemoved) return []
    const { name, username, roles } = member
    const before = { name, username, roles }
    const audit = recordChange(core, { action: 'member.removed', target: userId, before })
    return [...(await keepDeactivated(core, user)), { deleteUser: user }, ...audit]
  })
  return isRemoved && conflict === undefined
}

/** An account that an owner deactivated must not come back as another member. */
async function keepDeactivated(core: Core, user: { appId: string; userId: string }): Promise<Write[]> {
  const found = await core.store.users.find(user.appId, user.userId)
  return found?.status === 'active' ? [] : listRemovedAccounts(core, user)
}
