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

/** Describes any error for the user. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'Something went wrong. Try again.'
  return error instanceof CallFailure || 'userMessage' in error
    ? readMessage(error)
    : 'Something went wrong. Try again.'
}

const readMessage = (error: Error & { userMessage?: unknown }) =>
  typeof error.userMessage === 'string' ? error.userMessage : endSentence(error.message)

/** Messages of the service are sentences without a period. */
export const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
