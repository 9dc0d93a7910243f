import type { Core } from '../../core.ts'
import { isInAnyGroup } from '../../model/groups/group.ts'
import type { User } from '../../model/users/user.ts'

/** A client or a resource, for members of one of these groups; for every user if it lists none. */
type GroupRestriction = { allowedGroups: readonly string[] }

/** Whether a user can use all of them. One read, if any is restricted. */
export async function isAllowed(
  { store }: Core,
  all: readonly (GroupRestriction | undefined)[],
  user: User,
): Promise<boolean> {
  const restrictions = all.flatMap((one) => (one === undefined || one.allowedGroups.length === 0 ? [] : [one]))
  if (restrictions.length === 0) return true
  const groups = await store.groups.listByUser({ appId: user.appId, userId: user.id })
  return restrictions.every(({ allowedGroups }) => isInAnyGroup(groups, allowedGroups))
}
