import type { Core } from '../../core.ts'
import { AppError, forbidden, unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { RefreshFamily, Rotation } from '../../model/mfa/record.ts'
import type { User } from '../../model/users/user.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { issueSessionTokens, type Session, type SessionTokens } from './session-tokens.ts'

const reject = (reason: unknown) => unauthorized('The refresh token is not valid', reason)

/**
 * Exchanges the latest refresh token of a sign-in for new tokens. The one exchanged last yields the same successor
 * again within refreshReuseSeconds; any other used token shows that a copy exists, so the family is revoked (RFC 9700
 * §4.14.2).
 * @throws AppError forbidden: the application doesn't offer it · unauthorized: invalid, used, revoked, or expired, or
 * the user or passkey no longer exists
 */
export async function refreshTokens(core: Core, application: Application, token: string): Promise<SessionTokens> {
  if (!application.settings.refreshTokens) throw forbidden('This application does not exchange refresh tokens')
  const { fid, rid } = await core.tokens.verifyStatement(application, 'refreshToken', token).catch((error: unknown) => {
    throw error instanceof AppError ? reject(error) : error
  })
  const family = await core.store.refresh.find(application.id, fid)
  if (!family || family.revokedAt !== undefined) throw reject('its family is unknown or revoked')
  const user = await findOwner(core, family)
  return rotate(core, { application, user, family }, rid)
}

/**
 * The tokens of the successor: a new one, or the existing one if the token was exchanged a moment ago. They are signed
 * before the exchange is stored.
 */
async function rotate(core: Core, session: Omit<Session, 'latest'>, used: string): Promise<SessionTokens> {
  const { application, family } = session
  const { appId, id } = family
  const [next, at] = [core.random.uuid(), core.now()]
  const tokens = await issueSessionTokens(core, { ...session, latest: next })
  if (!(await core.store.commit([{ rotateRefreshToken: { appId, id, used, next, at } }]))) return tokens
  const current = await core.store.refresh.find(appId, id)
  if (current?.revokedAt === undefined && current && isRetry(application, current, { used, at }))
    return issueSessionTokens(core, { ...session, latest: current.latest })
  await revoke(core, application, family)
  throw reject('it was used before')
}

/** Compared in both directions, so that a clock set back doesn't reopen the interval. */
const isRetry = (
  { settings: { refreshReuseSeconds } }: Application,
  { previous, rotatedAt }: Rotation,
  { used, at }: { used: string; at: number },
): boolean =>
  refreshReuseSeconds > 0 &&
  previous === used &&
  rotatedAt !== undefined &&
  Math.abs(at - rotatedAt) <= refreshReuseSeconds * 1000

async function findOwner({ store }: Core, { appId, userId, tokenEpoch, passkeyId }: RefreshFamily): Promise<User> {
  const found = await store.users.findWithPasskey(appId, userId, passkeyId ?? '')
  if (found?.user.status !== 'active') throw reject('the user no longer exists or is deactivated')
  if (found.user.tokenEpoch !== tokenEpoch) throw reject('the user was signed out')
  if (passkeyId !== undefined && !found.hasPasskey) throw reject('the passkey no longer exists')
  return found.user
}

/** Does nothing where it was revoked before. */
async function revoke(core: Core, application: Application, { appId, id, userId, passkeyId }: RefreshFamily) {
  const detail = { family: id }
  const event = createEvent(core, application, { type: 'fido2.mfa.refresh.reused', userId, passkeyId, detail })
  await core.store.commit([{ revokeRefreshFamily: { appId, id, at: event.at } }, { append: event }])
}
