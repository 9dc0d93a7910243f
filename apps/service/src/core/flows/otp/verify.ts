import type { Core } from '../../core.ts'
import { AppError, withUser } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Code, CodeMethod, CodePurpose } from '../../model/codes/code.ts'
import { isCode } from '../../model/codes/create.ts'
import { createEvent } from '../../model/events/create-event.ts'
import type { User } from '../../model/users/user.ts'
import { type CodeRecipient, deriveDecoyAccount, resolveCodeRecipient } from './account.ts'
import type { CodeSubmission } from './code-submission.ts'
import { listMethods } from './methods.ts'
import { createOutcome } from './outcome.ts'

/** The user of a verified code, and what limits what it earns. */
export type VerifiedCode = Pick<Code, 'method' | 'address' | 'shownBy' | 'until'> & {
  /** Undefined for an unknown username (only for the purpose mfa). */
  user: User | undefined
  userId: string | undefined
  /** The code removed everything that could open the account before. */
  isRecovered: boolean
}

// Only the log has the cause: an attacker must not learn whether the user or the code exists.
const reject = (cause: string) =>
  new AppError('bad_request', 'The code is wrong, expired, or already used. Request a new one.', {
    cause,
    reason: 'invalid_code',
  })

/**
 * Verifies a code and spends it together with its effects. Each attempt counts as a failure before anything is
 * compared, so parallel attempts gain nothing; a success clears the count. An unknown username and a user without a
 * code cost the same reads and writes.
 * @throws AppError bad_request: wrong, expired, used, attempted too often, or the method is locked; one error for all
 */
export async function verifyCode(core: Core, submission: CodeSubmission): Promise<VerifiedCode> {
  const { application, subject, purpose } = submission
  await core.tokens.prepare(application)
  const recipient = await resolveCodeRecipient(core, application, subject)
  const allowed = await takeAttempt(core, submission, recipient)
  const codes = await core.store.codes.listByPurpose({ appId: application.id, account: recipient.account, purpose })
  const code = codes.find((one) => allowed.includes(one.method) && isCode(core, one, submission.code))
  if (!code) throw withUser(reject(allowed.length > 0 ? 'wrong' : 'no code to attempt'), recipient.user?.id)
  if (recipient.user?.status === 'inactive') throw withUser(reject('the user is deactivated'), recipient.user.id)
  if (recipient.user && recipient.user.tokenEpoch !== code.tokenEpoch)
    throw withUser(reject('the user was signed out after the code was created'), recipient.user.id)

  const outcome = await createOutcome(core, submission, { recipient, code })
  if (!outcome) throw reject('the user is no longer reached where it was sent')
  const { failures, at } = attemptLimits(core, application)
  const { appId, account } = code
  const conflict = await core.store.commit([
    // The code goes first: of several calls that spend it at once, all but one conflict.
    { spendCode: { code, failures, at } },
    { unlock: { appId, account, method: code.method } },
    ...outcome.writes,
  ])
  if (conflict) throw reject('used up, or its method is locked')
  await outcome.after?.()
  const { method, address, shownBy, until } = code
  const { user = recipient.user } = outcome
  return { user, userId: user?.id, isRecovered: outcome.user !== undefined, method, address, shownBy, until }
}

const attemptLimits = ({ now }: Core, { settings }: Application) => ({
  maxAttempts: settings.otpTries,
  failures: settings.otpFailures,
  at: now(),
})

function takeAttempt(
  core: Core,
  { application, subject, purpose, method }: CodeSubmission,
  { account, user }: CodeRecipient,
) {
  const { id: appId } = application
  return core.store.codes.take({
    appId,
    account,
    purpose,
    methods: matchingMethods(application, purpose, method),
    decoyAccount: deriveDecoyAccount(core, appId, subject),
    ...attemptLimits(core, application),
    exhausted: (exhausted) =>
      createEvent(core, application, { type: 'fido2.otp.exhausted', userId: user?.id, detail: { method: exhausted } }),
  })
}

function matchingMethods(
  application: Application,
  purpose: CodePurpose,
  method: CodeMethod | undefined,
): readonly CodeMethod[] {
  return listMethods(application, purpose).filter((one) => method === undefined || one === method)
}
