import { usernameKey } from '../core/users/username.ts'
import type { Caller } from './guard.ts'

/**
 * Whom a call is about, for counting: the holder of its token, the user of its session, or the name in its body in the
 * form under which it is unique, whether or not anybody has it. Undefined for a call about nobody in particular.
 */
export function subjectOf(caller: Caller, body: unknown): string | undefined {
  if (caller.kind === 'user') return caller.holder.userId ?? usernameKey(caller.holder.username)
  if (caller.kind === 'session') return 'userId' in caller.flow ? caller.flow.userId : undefined
  const { user, username } = (body ?? {}) as { user?: { username?: unknown }; username?: unknown }
  const name = user?.username ?? username
  return typeof name === 'string' && name !== '' ? usernameKey(name) : undefined
}
