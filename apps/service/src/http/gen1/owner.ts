import { requireTargetUser } from '../../core/flows/credentials/target-user.ts'
import type { ServiceCall } from '../call.ts'

/** How a body names a user. */
export type Named = { username?: string; user_id?: string }

/** The user that a body names, with the names of the core. */
export const namedIn = ({ username, user_id: userId }: Named) => ({ username, userId })

/**
 * The user on whom the token and the call agree, and the backend that asks.
 * @throws AppError like requireTargetUser
 */
export async function resolveOwner({ core, caller: backend }: ServiceCall, named: Named) {
  return { backend, ...(await requireTargetUser(core, backend, namedIn(named))) }
}
