/** Why a request was rejected, for programs; the message says what to do. */
export type PurchaseErrorCode =
  | 'not_found'
  | 'invalid'
  | 'too_many'
  | 'not_confirmed'
  | 'declined'
  | 'expired'
  | 'settled'
  | 'not_proved'
  | 'unreachable'

/** An expected error. Its message is for the caller: an agent, or the user's page. */
export class PurchaseError extends Error {
  override name = 'PurchaseError'
  readonly code: PurchaseErrorCode

  constructor(code: PurchaseErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
