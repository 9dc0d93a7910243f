import { notFound } from '../../core/errors.ts'
import { isOwner } from '../../core/model/members/roles.ts'
import type { AdminCaller } from '../callers.ts'

/**
 * Only owners can know which members exist.
 * @throws AppError not_found: the caller can't see that member
 */
export function requireVisible(caller: AdminCaller, id: string): void {
  if (caller.kind !== 'member' || caller.member.userId === id || isOwner(caller.member)) return
  throw notFound('The installation has no such member')
}
