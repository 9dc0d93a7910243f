import { readOptional, waitBriefly } from './tolerance.ts'

/** Whether the page can start ceremonies. */
export const hasWebAuthn = (): boolean =>
  Boolean(readOptional(() => globalThis.PublicKeyCredential && navigator.credentials))

/** Whether the browser can offer passkeys in the autofill of an input. */
export async function isConditionalUIAvailable(): Promise<boolean> {
  if (!hasWebAuthn() || isDeniedHere('get')) return false
  return (await waitBriefly(() => PublicKeyCredential.isConditionalMediationAvailable?.())) === true
}

/** Whether the browser can create a passkey without a dialog after another kind of sign-in. */
export async function isConditionalCreateAvailable(): Promise<boolean> {
  return (await readCapabilities())?.conditionalCreate === true
}

/** Whether the browser can sign a user in immediately: with a dialog only if a passkey is on this device. */
export async function isImmediateSignInAvailable(): Promise<boolean> {
  return (await readCapabilities())?.immediateGet === true
}

/** Whether the browser can show a payment in a dialog of its own (Secure Payment Confirmation). */
export async function isPaymentConfirmationAvailable(): Promise<boolean> {
  const { PaymentRequest: request } = globalThis as { PaymentRequest?: PaymentSupport }
  if (!request) return false
  if (!request.securePaymentConfirmationAvailability) return (await readCapabilities())?.['extension:payment'] === true
  return (await waitBriefly(() => request.securePaymentConfirmationAvailability!())) === 'available'
}

type PaymentSupport = { securePaymentConfirmationAvailability?(): Promise<string> }

/** The browser's capabilities by their names in WebAuthn Level 3 §5.1.7; undefined if it doesn't report them. */
export async function readCapabilities(): Promise<Record<string, boolean> | undefined> {
  const reported = await waitBriefly(() => PublicKeyCredential.getClientCapabilities?.())
  const flags = readOptional(() => Object.entries(reported!).filter(([, value]) => typeof value === 'boolean'))
  return flags && Object.fromEntries(flags)
}

type PolicyDocument = { featurePolicy?: { allowsFeature(feature: string): boolean } }

/** Whether this page is in a frame that can't use passkeys; false if the browser doesn't tell: only Chromium does. */
export const isDeniedHere = (call: 'create' | 'get'): boolean =>
  readOptional(() => (document as PolicyDocument).featurePolicy?.allowsFeature(`publickey-credentials-${call}`)) ===
  false
