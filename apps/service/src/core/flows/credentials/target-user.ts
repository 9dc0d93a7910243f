import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import type { User } from '../../model/users/user.ts'
import { notPermitted, type ServiceToken } from '../../use-cases/clients/service-token.ts'
import { toNameKeys } from '../../use-cases/names/name-keys.ts'
import type { UserReference } from '../../use-cases/names/user-reference.ts'

/**
 * The user that a call is about; undefined if no user has that username or ID. The keys are those of the username in
 * the call.
 */
export type TargetUser = NameKeys & { user: User | undefined }

/**
 * The user that a call is about. If the token was signed for a user, it must be the same one.
 * @throws AppError bad_request: neither the call nor the token identifies a user · forbidden: the token is for another
 * user
 */
export async function resolveTargetUser(
  core: Core,
  token: ServiceToken,
  reference: UserReference,
): Promise<TargetUser> {
  const effective = reference.username === undefined && reference.userId === undefined ? token : reference
  if (effective.username === undefined && effective.userId === undefined) {
    throw new AppError('bad_request', 'Identify the user by username or ID', { reason: 'incomplete_request' })
  }
  const target = await findTargetUser(core, token.application.id, effective)
  const hasSameId = token.userId === undefined || token.userId === target.user?.id
  if (!hasSameId || !(await isTokenFor(core, token, target))) throw notPermitted('it was signed for another user')
  return target
}

/** Whether the username of the token, if any, identifies the same user as the call, even by another name. */
async function isTokenFor(core: Core, { application, username }: ServiceToken, target: TargetUser): Promise<boolean> {
  if (username === undefined) return true
  const name = await toNameKeys(core, username)
  if (name.usernameKey === target.usernameKey) return true
  const found = await core.store.users.findByName(application.id, name)
  return found || target.user ? found?.id === target.user?.id : name.addressKey === target.addressKey
}

/** @throws AppError like resolveTargetUser · not_found: there is no such user */
export async function requireTargetUser(
  core: Core,
  token: ServiceToken,
  reference: UserReference,
): Promise<TargetUser & { user: User }> {
  const target = await resolveTargetUser(core, token, reference)
  if (!target.user) throw userNotFound()
  return { ...target, user: target.user }
}

/** The error for a user that the client doesn't have. */
export const userNotFound = () => new AppError('not_found', 'User not found', { reason: 'user_unknown' })

/** The user that a call identifies. If it has both a username and an ID, both must identify the same user. */
export async function findTargetUser(
  core: Core,
  appId: string,
  { username, userId }: UserReference,
): Promise<TargetUser> {
  const { store } = core
  const byId = userId === undefined ? undefined : await store.users.find(appId, userId)
  const name = await toNameKeys(core, username ?? byId?.username ?? '')
  const found = name.usernameKey === '' ? undefined : await store.users.findByName(appId, name)
  const isSameUser = userId === undefined || found?.id === userId
  return { user: isSameUser ? found : undefined, ...name }
}
