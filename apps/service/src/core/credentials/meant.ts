import { notAllowed, type ServiceToken } from '../clients/service-token.ts'
import type { Core } from '../core.ts'
import { AppError } from '../errors.ts'
import type { Passkey } from '../passkeys/passkey.ts'
import type { Named } from '../users/named.ts'
import type { User } from '../users/user.ts'
import { usernameKey } from '../users/username.ts'

/** Somebody that a call is about. `user` is undefined where nobody has that name or id. */
export type Meant = { user: User | undefined; passkeys: readonly Passkey[]; usernameKey: string }

/**
 * The user that a call is about, who must be the one that its token was signed for, where it was signed for one.
 * @throws AppError bad_request: nobody is named · forbidden: the token is for somebody else
 */
export async function meantUser(core: Core, token: ServiceToken, named: Named): Promise<Meant> {
  const said = named.username === undefined && named.userId === undefined ? token : named
  if (said.username === undefined && said.userId === undefined) {
    throw new AppError('bad_request', 'Say who is meant: username or user_id', { reason: 'missing_parameter' })
  }
  const meant = await findNamed(core, token.application.id, said)
  const { user } = meant
  const isTheirs =
    (token.username === undefined || usernameKey(token.username) === (user?.usernameKey ?? meant.usernameKey)) &&
    (token.userId === undefined || token.userId === user?.id)
  if (!isTheirs) throw notAllowed('it was signed for another user')
  return meant
}

/** @throws AppError as meantUser does · not_found: there is no such user */
export async function knownUser(core: Core, token: ServiceToken, named: Named): Promise<Meant & { user: User }> {
  const meant = await meantUser(core, token, named)
  if (!meant.user) throw userNotFound()
  return { ...meant, user: meant.user }
}

/** The refusal of a user that the client does not have. */
export const userNotFound = () => new AppError('not_found', 'User not found', { reason: 'user_not_found' })

/** The user that a call names. Named twice, by name and id, both must be of one user. */
export async function findNamed({ store }: Core, appId: string, { username, userId }: Named): Promise<Meant> {
  const byId = userId === undefined ? undefined : await store.users.find(appId, userId)
  const key = username === undefined ? (byId?.usernameKey ?? '') : usernameKey(username)
  const found = key === '' ? undefined : await store.users.findWithPasskeys(appId, key)
  const agree = userId === undefined || found?.user.id === userId
  return { user: agree ? found?.user : undefined, passkeys: (agree && found?.passkeys) || [], usernameKey: key }
}
