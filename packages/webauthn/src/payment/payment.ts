/** How the user pays, as the browser shows it (PaymentCredentialInstrument). */
export type PaymentInstrument = {
  displayName: string
  /** URL of the image */
  icon: string
  /** whether a payment requires that the icon was shown; default true */
  iconMustBeShown?: boolean
  details?: string
}

/** A logo of a company that takes part in the payment (PaymentEntityLogo). */
export type PaymentLogo = { url: string; label: string }

/**
 * The payment that the browser must have shown; compared character by character. One of the two names of the payee is
 * enough.
 */
export type ExpectedPayment = {
  payeeName?: string
  /** a serialized origin */
  payeeOrigin?: string
  /** as in PaymentCurrencyAmount: 3 capital letters of ISO 4217, and a decimal number */
  total: { currency: string; value: string }
  instrument: PaymentInstrument
  /** in the order of the request; browsers can leave out some */
  paymentEntitiesLogos?: readonly PaymentLogo[]
  /** origins of the pages, at the top of the tab, that can have requested the payment */
  topOrigins: readonly string[]
}
