import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/** A call that the service rejected, or that never reached it: `status` is 0 then, and `code` is `unreachable`. */
export class CallFailure extends Error {
  override name = 'CallFailure'
  readonly status: number
  readonly code: string

  constructor({ status, code, message }: { status: number; code: string; message: string }) {
    super(message)
    this.status = status
    this.code = code
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

/** Codes that always say the same: these are in the member's language. Other errors are as the service words them. */
const codeTexts: ReadonlyMap<string, MessageDescriptor> = new Map([
  ['internal_error', msg`The service failed. Try again. If it fails again, read its log.`],
  ['last_owner', msg`This is the last owner of the installation. Make another member an owner first.`],
  ['last_passkey', msg`This is the only passkey of the member. Add another one first.`],
  ['service_unavailable', msg`The service is unavailable right now. Try again in a few seconds.`],
  ['sso_expired', msg`This sign-in wasn’t started in this browser, has expired, or was used. Start again.`],
  ['too_many_requests', msg`Too many requests. Wait a moment, then try again.`],
])

/** Describes any error for a member, with a reason that a developer can use. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return i18n._(msg`Something went wrong. Try again.`)
  const { code, reason, userMessage } = error as Error & { code?: unknown; reason?: unknown; userMessage?: unknown }
  const isSetupError = [code, reason].some((one) => setupErrors.includes(one))
  const text = error instanceof CallFailure ? codeTexts.get(error.code) : undefined
  if (text) return i18n._(text)
  if (error instanceof CallFailure || isSetupError) return endSentence(error.message)
  if (typeof userMessage === 'string') return userMessage
  return i18n._(
    msg`The page failed. Reload it. If it fails again, report this error: ${{ error: endSentence(error.message) }}`,
  )
}

/** Messages of the service are sentences without a period. */
export const endSentence = (text: string) => (/[.!?。！？]$/.test(text) ? text : `${text}.`)
