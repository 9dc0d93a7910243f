/** Every way a checkout can end, except for a payment and for the user's choice to pay another way. */
export type CheckoutErrorCode =
  | 'ERROR_WALLET_UNREACHABLE'
  | 'ERROR_WALLET_ORIGIN'
  | 'ERROR_WALLET_REJECTED'
  | 'ERROR_MERCHANT_REJECTED'
  | 'ERROR_FRAME_NOT_ALLOWED'
  | 'ERROR_STORAGE_BLOCKED'
  | 'ERROR_CHECKOUT_CANCELLED'
  | 'ERROR_CHECKOUT_TIMEOUT'
  | 'ERROR_RETURN_UNKNOWN'
  | 'ERROR_CHECKOUT_OPTIONS'

/** The problem, then the developer's remedy. */
const advice: Record<CheckoutErrorCode, string> = {
  ERROR_WALLET_UNREACHABLE:
    'The wallet did not respond in its frame: check discoverUrl, and that the wallet lists this origin in frame-ancestors; offer another way to pay',
  ERROR_WALLET_ORIGIN:
    'Another origin than that of discoverUrl responded in the frame: point discoverUrl at the final address',
  ERROR_WALLET_REJECTED: 'The wallet rejected this payment: start a new one, or offer another way to pay',
  ERROR_MERCHANT_REJECTED: 'The wallet does not know this origin: register it as a merchant',
  ERROR_FRAME_NOT_ALLOWED:
    'The frame cannot use passkeys: allow publickey-credentials-get for the wallet in the Permissions-Policy of this page, or pass iframe: false',
  ERROR_STORAGE_BLOCKED:
    'This browser blocks storage for this page: ask the user to allow site data, or offer another way to pay',
  ERROR_CHECKOUT_CANCELLED: 'Canceled by the user: offer to try again',
  ERROR_CHECKOUT_TIMEOUT: 'The wallet responded too late: offer to try again',
  ERROR_RETURN_UNKNOWN: 'This page was opened with the result of a checkout that this tab did not start: ignore it',
  ERROR_CHECKOUT_OPTIONS: 'The options of the checkout are not valid',
}

const codes = Object.keys(advice) as CheckoutErrorCode[]

/** A checkout that failed. It can be started again. */
export class CheckoutError extends Error {
  override name = 'CheckoutError'
  readonly code: CheckoutErrorCode

  constructor(code: CheckoutErrorCode, cause?: unknown, message: string = advice[code]) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** The error for a code from the other page. Unknown codes count as a rejection. Its message is never transmitted. */
export function toCheckoutError(code: unknown): CheckoutError {
  return new CheckoutError(codes.find((known) => known === code) ?? 'ERROR_WALLET_REJECTED')
}
