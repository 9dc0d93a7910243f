import { requireTargetUser } from '../../core/flows/credentials/target-user.ts'
import type { ServiceCall } from '../call.ts'

/** How a body names a user. */
export type UserFields = { username?: string; user_id?: string }

/** The user that a body names, with the names of the core. */
export const toUserReference = ({ username, user_id: userId }: UserFields) => ({ username, userId })

/**
 * The user on whom the token and the call agree, and the backend that asks.
 * @throws AppError like requireTargetUser
 */
export async function resolveOwner({ core, caller: backend }: ServiceCall, body: UserFields) {
  return { backend, ...(await requireTargetUser(core, backend, toUserReference(body))) }
}
