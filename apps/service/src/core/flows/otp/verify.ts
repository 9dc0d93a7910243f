import type { Core } from '../../core.ts'
import { AppError, withUser } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Code, CodeMethod, CodePurpose } from '../../model/codes/code.ts'
import type { User } from '../../model/users/user.ts'
import type { PreparedToken } from '../../ports/tokens.ts'
import { isCode } from '../../use-cases/codes/create.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import type { Write } from '../../writes.ts'
import { type CodeRecipient, deriveDecoyAccount, resolveCodeRecipient } from './account.ts'
import type { CodeSubmission } from './code-submission.ts'
import { listMethods } from './methods.ts'
import { createOutcome } from './outcome.ts'

/** The user of a code, and what limits what it earns. */
export type VerifiedCode = Pick<Code, 'method' | 'address' | 'shownBy' | 'until'> & {
  /** Undefined for an unknown username (only for the purpose mfa). */
  user: User | undefined
  userId: string | undefined
  /** The code removed everything that could open the account before. */
  isRecovered: boolean
}

/** A correct code that isn't spent yet. */
export type CodeMatch = {
  code: VerifiedCode
  /** Of a token for the sign-in that the code can be. */
  prepared: PreparedToken
  /** Spend the code, with its effects. They come first in a batch: of several calls with the code, all but one conflict. */
  writes: readonly Write[]
  /** The work after the batch. */
  after?: (() => Promise<unknown>) | undefined
}

/** Only the log has the cause: an attacker must not learn whether the user or the code exists. */
export const rejectCode = (cause: string) =>
  new AppError('bad_request', 'The code is wrong, expired, or already used. Request a new one.', {
    cause,
    reason: 'invalid_code',
  })

/**
 * Verifies a code and spends it together with its effects.
 * @throws AppError bad_request: as `matchCode`
 */
export async function verifyCode(
  core: Core,
  submission: CodeSubmission,
): Promise<VerifiedCode & Pick<CodeMatch, 'prepared'>> {
  const match = await matchCode(core, submission)
  await spendCode(core, match)
  return { ...match.code, prepared: match.prepared }
}

/** @throws AppError bad_request: used or locked at the same time */
export async function spendCode({ store }: Core, { writes, after }: CodeMatch): Promise<void> {
  const conflict = await store.commit(writes)
  if (conflict) throw rejectCode('used up, or its method is locked')
  await after?.()
}

/**
 * Verifies a code. Each attempt counts as a failure before anything is compared, so parallel attempts gain nothing; a
 * success clears the count. An unknown username and a user without a code cost the same reads and writes.
 * @throws AppError bad_request: wrong, expired, used, attempted too often, or the method is locked; one error for all
 */
export async function matchCode(core: Core, submission: CodeSubmission): Promise<CodeMatch> {
  const { application, subject, purpose } = submission
  const prepared = await core.tokens.prepare(application)
  const recipient = await resolveCodeRecipient(core, application, subject)
  const allowed = await takeAttempt(core, submission, recipient)
  const codes = await core.store.codes.listByPurpose({ appId: application.id, account: recipient.account, purpose })
  const code = codes.find((one) => allowed.includes(one.method) && isCode(core, one, submission.code))
  if (!code) throw withUser(rejectCode(allowed.length > 0 ? 'wrong' : 'no code to attempt'), recipient.user?.id)
  if (recipient.user?.status === 'inactive') throw withUser(rejectCode('the user is deactivated'), recipient.user.id)
  if (recipient.user && recipient.user.tokenEpoch !== code.tokenEpoch)
    throw withUser(rejectCode('the user was signed out after the code was created'), recipient.user.id)

  const outcome = await createOutcome(core, submission, { recipient, code })
  if (!outcome) throw rejectCode('the user is no longer reached where it was sent')
  const { failures, at } = attemptLimits(core, application)
  const { appId, account } = code
  const { method, address, shownBy, until } = code
  const { user = recipient.user, writes, after } = outcome
  return {
    code: { user, userId: user?.id, isRecovered: outcome.user !== undefined, method, address, shownBy, until },
    prepared,
    writes: [{ spendCode: { code, failures, at } }, { unlock: { appId, account, method } }, ...writes],
    after,
  }
}

const attemptLimits = ({ now }: Core, { settings }: Application) => ({
  maxAttempts: settings.otpAttempts,
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
