import { i18n } from '@lingui/core'
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

/** Describes any error for a member, with a reason that a developer can use. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return i18n._(msg`Something went wrong. Try again.`)
  const { code, reason, userMessage } = error as Error & { code?: unknown; reason?: unknown; userMessage?: unknown }
  const isSetupError = [code, reason].some((one) => setupErrors.includes(one))
  if (error instanceof CallFailure || isSetupError) return endSentence(error.message)
  if (typeof userMessage === 'string') return userMessage
  return i18n._(
    msg`The page failed. Reload it. If it fails again, report this error: ${{ error: endSentence(error.message) }}`,
  )
}

/** Messages of the service are sentences without a period. */
export const endSentence = (text: string) => (/[.!?。！？]$/.test(text) ? text : `${text}.`)
