import type { MfaAction } from '../../core/flows/mfa/offer.ts'
import type { ProvenKeys, TrustItems } from '../../core/ports/trust-verifier.ts'

/** User-facing texts of each action; clients can show their own. */
const labels = {
  'passkey:auth': { label: 'Use a passkey', desc: 'Confirm with your face, fingerprint, or PIN' },
  'passkey:tx': { label: 'Confirm with a passkey', desc: 'Sign what is shown with your face, fingerprint, or PIN' },
  'passkey:reg': { label: 'Create a passkey', desc: 'Sign in with your face, fingerprint, or PIN from now on' },
  'otp:email': { label: 'Get a code by email', desc: 'Choose the address' },
  'otp:sms': { label: 'Get a code by SMS', desc: 'Choose the number' },
  'otp:verify': { label: 'Enter the code', desc: 'The code that was sent to you' },
  external: { label: 'Sign in another way', desc: 'Continue with another sign-in method of this service' },
} as const

// Clients decode the value as they decode the payload of a JWT.
const encoded = (options: object) => Buffer.from(JSON.stringify(options)).toString('base64url')

/** Further options of passkey actions. */
export type TrustIds = readonly { name: 'merchantTrustID' | 'walletTrustID'; value: string }[]

/**
 * The trust items of a merchant's transaction, as they came, once they proved their keys. Unspecified upstream: clients keep
 * them and hand them to the merchant's page when the flow is complete.
 */
export function merchantTrustIds({ merchant, wallet }: TrustItems = {}, keys: ProvenKeys): TrustIds {
  if (merchant === undefined || keys.merchant === undefined) return []
  const trusted = { name: 'merchantTrustID', value: merchant } as const
  if (wallet === undefined || keys.wallet === undefined) return [trusted]
  return [trusted, { name: 'walletTrustID', value: wallet }]
}

/** One way to continue, as clients read it. */
export function formatAction(action: MfaAction, trustIds: TrustIds) {
  const { name } = action
  const shown = { action: { name, ...labels[name] } }
  if (name === 'external' || name === 'otp:verify') return shown
  if (name === 'passkey:reg')
    return { ...shown, options: [{ name: 'creationOptions', value: encoded(action.options) }, ...trustIds] }
  if (name === 'otp:email' || name === 'otp:sms') {
    const kind = name === 'otp:email' ? 'email' : 'phone'
    const named = action.options.map(({ rank, id, label }) => ({ name: `${kind}:${rank}`, value: id, label }))
    return { ...shown, options: named }
  }
  const payment = name === 'passkey:tx' && action.paymentOptions
  return {
    ...shown,
    options: [
      { name: 'assertionOptions', value: encoded(action.options) },
      ...(payment ? [{ name: 'paymentOptions', value: encoded(payment) }] : []),
      ...trustIds,
    ],
  }
}
