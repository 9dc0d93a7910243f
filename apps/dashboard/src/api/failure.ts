import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { endSentence } from '../common/service-texts/translate.ts'

type FailureFields = { status: number; code: string; message: string; isUntranslated?: boolean }

/** A call that the service rejected, or that never reached it: `status` is 0 then, and `code` is `unreachable`. */
export class CallFailure extends Error {
  override name = 'CallFailure'
  readonly status: number
  readonly code: string
  /** The message is as the service wrote it, because the dashboard has no translation. */
  readonly isUntranslated: boolean

  constructor({ status, code, message, isUntranslated = false }: FailureFields) {
    super(message)
    this.status = status
    this.code = code
    this.isUntranslated = isUntranslated
  }
}

/** Whether an error is a rejected call with this msgCode. */
export const hasCode = (error: unknown, code: string): error is CallFailure =>
  error instanceof CallFailure && error.code === code

/** Whether an error is a rejected call with this status. */
export const hasStatus = (error: unknown, status: number): error is CallFailure =>
  error instanceof CallFailure && error.status === status

/** Mistakes in the setup. The SDK hides them from users, but the readers of the dashboard are those who can fix them. */
const setupErrors: readonly unknown[] = [
  'origin_not_allowed',
  'unknown_application',
  'not_a_service',
  'ERROR_DOMAIN_MISMATCH',
]

/** Codes that always say the same. */
const codeTexts: ReadonlyMap<string, MessageDescriptor> = new Map([
  ['internal_error', msg`The service failed. Try again. If it fails again, read its log.`],
  ['last_owner', msg`This is the last owner of the installation. Make another member an owner first.`],
  ['last_passkey', msg`This is the only passkey of the member. Add another one first.`],
  ['service_unavailable', msg`The service is unavailable right now. Try again in a few seconds.`],
  ['sso_expired', msg`This sign-in wasn’t started in this browser, has expired, or was used. Start again.`],
  ['too_many_requests', msg`Too many requests. Wait a moment, then try again.`],
])

/** A sentence about an error; `detail` is what the service or the SDK said, if that is not in the member's language. */
export type Explanation = { text: string; detail?: string }

/** Explains any error to a member, with a reason that a developer can use. */
export function explainError(error: unknown): Explanation {
  if (!(error instanceof Error)) return { text: i18n._(msg`Something went wrong. Try again.`) }
  if (error instanceof CallFailure) return explainFailure(error)
  const { code, reason, userMessage } = error as Error & { code?: unknown; reason?: unknown; userMessage?: unknown }
  if ([code, reason].some((one) => setupErrors.includes(one)))
    return withDetail(msg`Something in the setup is wrong.`, error.message)
  if (typeof userMessage === 'string') return { text: userMessage }
  const message = endSentence(error.message)
  return {
    text: i18n._(msg`The page failed. Reload it. If it fails again, report this error: ${{ error: message }}`),
  }
}

function explainFailure({ code, message, isUntranslated }: CallFailure): Explanation {
  const fixed = codeTexts.get(code)
  if (fixed) return { text: i18n._(fixed) }
  if (!isUntranslated) return { text: endSentence(message) }
  return withDetail(codeLeads.get(code) ?? msg`The service rejected this.`, message)
}

/** In English, the message says everything. */
const withDetail = (lead: MessageDescriptor, message: string): Explanation =>
  i18n.locale === 'en' ? { text: endSentence(message) } : { text: i18n._(lead), detail: endSentence(message) }

/** A sentence about each kind of error, before a detail that only the service knows. */
const codeLeads: ReadonlyMap<string, MessageDescriptor> = new Map([
  ['bad_request', msg`This input isn’t valid.`],
  ['conflict', msg`This conflicts with another change.`],
  ['forbidden', msg`You aren’t allowed to do this.`],
  ['not_found', msg`This doesn’t exist.`],
  ['sso_rejected', msg`The response of the identity provider was rejected.`],
  ['sso_required', msg`You must sign in with single sign-on.`],
])
