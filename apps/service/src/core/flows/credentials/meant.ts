import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import { notAllowed, type ServiceToken } from '../../model/clients/service-token.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import type { Named } from '../../model/users/named.ts'
import type { User } from '../../model/users/user.ts'
import { nameKeys } from '../../model/users/username.ts'

/** The user that a call is about; undefined if no user has that name or id. The keys are those of the name in the call. */
export type Meant = NameKeys & { user: User | undefined; passkeys: readonly Passkey[] }

/**
 * The user that a call is about, who must be the one that its token was signed for, where it was signed for one.
 * @throws AppError bad_request: nobody is named · forbidden: the token is for somebody else
 */
export async function meantUser(core: Core, token: ServiceToken, named: Named): Promise<Meant> {
  const said = named.username === undefined && named.userId === undefined ? token : named
  if (said.username === undefined && said.userId === undefined) {
    throw new AppError('bad_request', 'Identify the user by username or ID', { reason: 'incomplete_request' })
  }
  const meant = await findNamed(core, token.application.id, said)
  const isTheirs = token.userId === undefined || token.userId === meant.user?.id
  if (!isTheirs || !(await isSigned(core, token, meant))) throw notAllowed('it was signed for another user')
  return meant
}

/** Whether the username of the token, if it has one, identifies the same user as the call, by whatever name. */
async function isSigned(core: Core, { application, username }: ServiceToken, meant: Meant): Promise<boolean> {
  if (username === undefined) return true
  const name = await nameKeys(core, username)
  if (name.usernameKey === meant.usernameKey) return true
  const found = await core.store.users.findWithPasskeys(application.id, name)
  return found || meant.user ? found?.user.id === meant.user?.id : name.addressKey === meant.addressKey
}

/** @throws AppError as meantUser does · not_found: there is no such user */
export async function knownUser(core: Core, token: ServiceToken, named: Named): Promise<Meant & { user: User }> {
  const meant = await meantUser(core, token, named)
  if (!meant.user) throw userNotFound()
  return { ...meant, user: meant.user }
}

/** The refusal of a user that the client does not have. */
export const userNotFound = () => new AppError('not_found', 'User not found', { reason: 'user_unknown' })

/** The user that a call names. Named twice, by name and id, both must be of one user. */
export async function findNamed(core: Core, appId: string, { username, userId }: Named): Promise<Meant> {
  const { store } = core
  const byId = userId === undefined ? undefined : await store.users.find(appId, userId)
  const name = await nameKeys(core, username ?? byId?.username ?? '')
  const found = name.usernameKey === '' ? undefined : await store.users.findWithPasskeys(appId, name)
  const agree = userId === undefined || found?.user.id === userId
  return { user: agree ? found?.user : undefined, passkeys: (agree && found?.passkeys) || [], ...name }
}
