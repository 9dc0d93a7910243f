import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { AccessCode, AccessCodesOf, AccessCodeType, AccessPurpose } from '../../model/access-codes/access-code.ts'
import type { Application } from '../../model/applications/application.ts'
import { allowsOnlyPasskeys, rejectOtherFactors } from '../../model/applications/security-profile.ts'
import type { User } from '../../model/users/user.ts'
import { createAccessCode, isAccessCode } from '../../use-cases/access-codes/create.ts'
import { type Backend, createBackendEvent } from '../../use-cases/applications/backend.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import type { Write } from '../../writes.ts'
import { type TargetUser, userNotFound } from './target-user.ts'
import { deriveDecoyUserId } from './verify.ts'

type CodeOwner = { backend: Backend; user: User }

/**
 * Creates a code for a user and replaces any other of its type and purpose. The text can't be retrieved later.
 * @throws AppError not_found: the user no longer exists
 */
export async function generateAccessCode(
  core: Core,
  { backend, user }: CodeOwner,
  { type, purpose, authorize }: { type: AccessCodeType; purpose: AccessPurpose; authorize: boolean },
): Promise<{ text: string; code: AccessCode }> {
  rejectOtherFactors(backend.application)
  const made = createAccessCode(core, { user, type, purpose }, authorize)
  const event = createBackendEvent(core, backend, {
    type: 'fido2.access_code.generated',
    userId: user.id,
    detail: { type, purpose },
  })
  const unlock = unlockCodes({ appId: user.appId, userId: user.id, purpose })
  if (await core.store.commit([{ putAccessCode: made.code }, unlock, { append: event }])) throw userNotFound()
  return made
}

/** A code that a caller presents; of any type, if `type` is undefined. */
export type AccessCodeAttempt = { text: string; type?: AccessCodeType; purpose: AccessPurpose }

// Only the log has the cause: an attacker must not learn whether the user or the code exists.
const reject = (cause: string) =>
  new AppError('bad_request', 'The code is wrong, has expired or was used', { cause, reason: 'invalid_access_code' })

/**
 * Finds the presented code, authorized or not. Each attempt counts as a failure before anything is compared; after as
 * many wrong ones in a row as the application allows, no code of that purpose is accepted. An unknown username costs
 * the same work.
 * @throws AppError bad_request: wrong, expired, used, or attempted too often; one error for all
 */
export async function findAccessCode(
  core: Core,
  { application, target }: { application: Application; target: Pick<TargetUser, 'user' | 'usernameKey'> },
  { text, type, purpose }: AccessCodeAttempt,
): Promise<{ user: User; code: AccessCode }> {
  if (allowsOnlyPasskeys(application)) throw reject('the application allows passkeys only')
  const { user } = target
  const appId = application.id
  const account = user?.id ?? deriveDecoyUserId(core, appId, target.usernameKey)
  const most = user ? application.settings.otpAttempts : Number.MAX_SAFE_INTEGER
  const attempt = { appId, account, userId: user?.id, method: attemptMethod(purpose), at: core.now(), most }
  const isLocked = (await core.store.commit([{ countFailure: attempt }])) !== undefined
  const codes = await core.store.accessCodes.listByPurpose({ appId, userId: account, purpose }, core.now())
  const code = codes.find((one) => (type ?? one.type) === one.type && isAccessCode(core, one, text))
  if (isLocked) throw reject('attempted too often')
  if (!user || !code) throw reject('wrong')
  if (user.status !== 'active') throw reject('the user is deactivated')
  if (code.tokenEpoch !== user.tokenEpoch) throw reject('the user was signed out after the code was created')
  await core.store.commit([unlockCodes(code)])
  return { user, code }
}

/**
 * Finds the presented code, which the backend or its user must have authorized.
 * @throws AppError bad_request: like findAccessCode, or the code is not authorized
 */
export async function findAuthorizedCode(
  core: Core,
  of: Parameters<typeof findAccessCode>[1],
  attempt: AccessCodeAttempt,
): ReturnType<typeof findAccessCode> {
  const found = await findAccessCode(core, of, attempt)
  if (found.code.authorizedAt === undefined) throw reject('not authorized')
  return found
}

/** Authorizes a code, so that presenting it signs the user in. Repeating this changes nothing. */
export async function authorizeAccessCode(
  core: Core,
  { backend, user }: CodeOwner,
  attempt: AccessCodeAttempt,
): Promise<AccessCode> {
  const { application } = backend
  const { code } = await findAccessCode(core, { application, target: { user, usernameKey: user.usernameKey } }, attempt)
  if (code.authorizedAt !== undefined) return code
  const { type, purpose } = code
  const event = createBackendEvent(core, backend, {
    type: 'fido2.access_code.authorized',
    userId: user.id,
    detail: { type, purpose },
  })
  const at = core.now()
  const { appId, id } = code
  if (await core.store.commit([{ authorizeAccessCode: { appId, id, at } }, { append: event }]))
    throw reject('replaced in the meantime')
  return { ...code, authorizedAt: at }
}

/** Invalidates every code of a user for that purpose, and returns the time. */
export async function invalidateAccessCodes(core: Core, { backend, user }: CodeOwner, purpose: AccessPurpose) {
  const { appId, id: userId } = user
  const event = createBackendEvent(core, backend, {
    type: 'fido2.access_code.invalidated',
    userId,
    detail: { purpose },
  })
  await core.store.commit([{ deleteAccessCodes: { appId, userId, purpose } }, { append: event }])
  return event.at
}

/** The method under which wrong codes of a purpose are counted. */
const attemptMethod = (purpose: AccessPurpose) => `access code ${purpose}`

const unlockCodes = ({ appId, userId, purpose }: AccessCodesOf): Write => ({
  unlock: { appId, account: userId, method: attemptMethod(purpose) },
})

const longestWaitMs = 180_000
const pollMs = 1_000

/**
 * Waits up to three minutes for the code to be authorized, then uses it up. It polls the database, so another node can
 * authorize the code, and both nodes can restart while it waits.
 * @throws AppError bad_request: the code wasn't authorized in time, or no longer exists
 */
export async function awaitAccessCode(
  core: Core,
  { application, code }: { application: Application; code: AccessCode },
  { signal, canWait }: { signal: AbortSignal; canWait: boolean },
): Promise<void> {
  const { appId, id, userId, type, purpose } = code
  const until = Math.min(core.now() + longestWaitMs, code.expiresAt)
  let current: AccessCode | undefined = code
  while (current && current.authorizedAt === undefined) {
    if (!canWait || signal.aborted || core.now() >= until) {
      throw new AppError('bad_request', "The code wasn't authorized in time", { reason: 'code_not_authorized' })
    }
    await core.pause(pollMs, signal)
    current = await core.store.accessCodes.find(appId, id)
  }
  const event = createEvent(core, application, { type: 'fido2.access_code.used', userId, detail: { type, purpose } })
  const spend = { spendAccessCode: { appId, userId, id, at: core.now() } }
  if (!current || (await core.store.commit([spend, { append: event }]))) throw reject('no longer exists, or was used')
}
