import type { Flow } from '../core/sessions.ts'
import { usernameKey } from '../core/users/username.ts'
import type { Caller } from './guard.ts'

/** Where calls say whom they are about. */
type Named = { user?: { username?: unknown }; username?: unknown; user_id?: unknown }

/**
 * Whom a call is about, for counting: the holder of its token, the user of its session, or the name in its body in the
 * form under which it is unique, whether or not anybody has it. Undefined for a call about nobody in particular.
 */
export function subjectOf(caller: Caller, body: unknown): string | undefined {
  if (caller.kind === 'user') return caller.holder.userId ?? usernameKey(caller.holder.username)
  if (caller.kind === 'session') return userOf(caller.flow)
  const { user, username, user_id: userId } = (body ?? {}) as Named
  const name = user?.username ?? username ?? userId
  return typeof name === 'string' && name !== '' ? usernameKey(name) : undefined
}

/** A flow of several factors is about a name, whether or not anybody has it. */
function userOf(flow: Flow): string | undefined {
  if ('userId' in flow) return flow.userId
  return flow.purpose === 'mfa' && flow.user ? usernameKey(flow.user.username) : undefined
}
