import { after, type Eventual } from '../core/after.ts'
import type { Core } from '../core/core.ts'
import type { Flow } from '../core/ports/sessions.ts'
import { toNameKeys } from '../core/use-cases/names/name-keys.ts'
import type { Caller } from './callers.ts'

/** The fields in which bodies name a user. */
type UserFields = { user?: { username?: unknown }; username?: unknown; user_id?: unknown }

/**
 * The user that a call counts for: the holder of its token, the user of its session, or the username in its body, known or
 * not, in the form that all its spellings share. Undefined for a call without a user.
 */
export function findSubject(core: Core, caller: Caller, body: unknown): Eventual<string | undefined> {
  if (caller.kind === 'user') return caller.holder.userId ?? deriveKey(core, caller.holder.username)
  if (caller.kind === 'session') return findFlowUser(core, caller.flow)
  const { user, username, user_id: userId } = (body ?? {}) as UserFields
  const name = user?.username ?? username ?? userId
  return typeof name === 'string' && name !== '' ? deriveKey(core, name) : undefined
}

/** An MFA flow refers to a username, known or not. */
function findFlowUser(core: Core, flow: Flow): Eventual<string | undefined> {
  if (flow.purpose !== 'mfa') return flow.userId
  return flow.user && deriveKey(core, flow.user.username)
}

const deriveKey = (core: Core, name: string) => after(toNameKeys(core, name), ({ addressKey }) => addressKey)
