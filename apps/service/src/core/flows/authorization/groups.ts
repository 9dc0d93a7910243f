import type { Core } from '../../core.ts'
import type { Client } from '../../model/authorization/client.ts'
import { isInAnyGroup } from '../../model/groups/group.ts'
import type { User } from '../../model/users/user.ts'

/** Whether a user can use a client: one without groups is for every user, and others for members of one of its groups. */
export async function isAllowed({ store }: Core, { allowedGroups }: Client, user: User): Promise<boolean> {
  if (allowedGroups.length === 0) return true
  return isInAnyGroup(await store.groups.listByUser({ appId: user.appId, userId: user.id }), allowedGroups)
}
