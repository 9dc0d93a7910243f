import { reject } from '../errors.ts'
import type { ExpectedPayment, PaymentInstrument, PaymentLogo } from './payment.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Compares what the browser showed (CollectedClientAdditionalPaymentData) with what it should have shown, in the order
 * of Secure Payment Confirmation #sctn-verifying-assertion. Unknown fields, such as the public key of a browser bound
 * key, are ignored: nothing depends on them.
 * @throws WebAuthnError payment, rp_id_hash, top_origin
 */
export function judgePayment(given: unknown, expected: ExpectedPayment & { rpId: string }): void {
  const payment = requireObject(given, 'payment')
  requireRelyingParty(payment, expected.rpId)
  if (typeof payment.topOrigin !== 'string' || !expected.topOrigins.includes(payment.topOrigin))
    reject('top_origin', 'the payment was requested in a tab of another origin')
  requireSame(payment, expected, 'payeeName')
  requireSame(payment, expected, 'payeeOrigin')
  requireLogos(payment.paymentEntitiesLogos, expected.paymentEntitiesLogos ?? [])
  const total = requireObject(payment.total, 'total')
  requireSame(total, expected.total, 'currency')
  requireSame(total, expected.total, 'value')
  requireInstrument(requireObject(payment.instrument, 'instrument'), expected.instrument)
}

function requireObject(value: unknown, name: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  reject('payment', `${name} is not an object`)
}

/** Some browsers also name it `rp`, which must be the same. */
function requireRelyingParty({ rpId, rp = rpId }: Fields, expected: string): void {
  if (rpId !== expected || rp !== expected) reject('rp_id_hash', 'the payment is for another relying party')
}

/** A field that isn't expected must be absent: the browser would have shown it. */
function requireSame<Name extends string>(shown: Fields, expected: { [name in Name]?: unknown }, name: Name): void {
  if (shown[name] !== expected[name]) reject('payment', `the browser showed another ${name}`)
}

function requireInstrument(shown: Fields, { icon, iconMustBeShown = true, ...expected }: PaymentInstrument): void {
  requireSame(shown, expected, 'displayName')
  requireSame(shown, expected, 'details')
  // An empty icon says that it couldn't be loaded.
  const isShown = shown.icon === icon || (shown.icon === '' && !iconMustBeShown)
  if (!isShown) reject('payment', 'the browser showed another icon')
  if ((shown.iconMustBeShown ?? iconMustBeShown) !== iconMustBeShown)
    reject('payment', 'the browser was asked for another icon')
}

/** Those that were shown are in the expected order; browsers can leave out some. */
function requireLogos(shown: unknown, expected: readonly PaymentLogo[]): void {
  if (shown === undefined) return
  if (!Array.isArray(shown)) reject('payment', 'the logos are not a list')
  let next = 0
  for (const logo of shown) {
    const { url, label } = requireObject(logo, 'logo')
    // An empty URL says that the logo couldn't be loaded.
    const at = expected.findIndex(
      (one, index) => index >= next && one.label === label && (url === '' || one.url === url),
    )
    if (at < 0) reject('payment', 'the browser showed a logo that is not expected there')
    next = at + 1
  }
}
