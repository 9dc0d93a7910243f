/** Every way a checkout can end without a payment and without the person's wish for another way to pay. */
export type CheckoutErrorCode =
  | 'ERROR_WALLET_UNREACHABLE'
  | 'ERROR_WALLET_ORIGIN'
  | 'ERROR_WALLET_REFUSED'
  | 'ERROR_MERCHANT_REFUSED'
  | 'ERROR_FRAME_NOT_ALLOWED'
  | 'ERROR_STORAGE_BLOCKED'
  | 'ERROR_CHECKOUT_CANCELLED'
  | 'ERROR_CHECKOUT_TIMEOUT'
  | 'ERROR_RETURN_UNKNOWN'
  | 'ERROR_CHECKOUT_OPTIONS'

/** What the developer who reads the message can do. */
const advice: Record<CheckoutErrorCode, string> = {
  ERROR_WALLET_UNREACHABLE:
    'The wallet did not answer in its frame: check discoverUrl, and that the wallet lists this origin in frame-ancestors; offer another way to pay',
  ERROR_WALLET_ORIGIN:
    'Another origin than that of discoverUrl answered in the frame: point discoverUrl at the address that it leads to',
  ERROR_WALLET_REFUSED: 'The wallet refused this payment: begin a new one, or offer another way to pay',
  ERROR_MERCHANT_REFUSED: 'The wallet does not know this origin: have it registered as a merchant',
  ERROR_FRAME_NOT_ALLOWED:
    'The frame may not use passkeys: let the Permissions-Policy of this page allow publickey-credentials-get for the wallet, or pass iframe: false',
  ERROR_STORAGE_BLOCKED:
    'This browser keeps nothing for this page: ask to allow site data, or offer another way to pay',
  ERROR_CHECKOUT_CANCELLED: 'The person cancelled: offer to try again',
  ERROR_CHECKOUT_TIMEOUT: 'The wallet answered too late: offer to try again',
  ERROR_RETURN_UNKNOWN: 'This page was opened with the answer to a checkout that this tab did not begin: ignore it',
  ERROR_CHECKOUT_OPTIONS: 'The options of the checkout are not valid',
}

const codes = Object.keys(advice) as CheckoutErrorCode[]

/** A checkout that failed; it may be started again. */
export class CheckoutError extends Error {
  override name = 'CheckoutError'
  readonly code: CheckoutErrorCode

  constructor(code: CheckoutErrorCode, cause?: unknown, message: string = advice[code]) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** The error that a code from the other side stands for; what is unknown is a refusal. Its words stay on its side. */
export function toCheckoutError(code: unknown): CheckoutError {
  return new CheckoutError(codes.find((known) => known === code) ?? 'ERROR_WALLET_REFUSED')
}
