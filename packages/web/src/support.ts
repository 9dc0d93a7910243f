/** Whether the browser can offer passkeys in the autofill of an input. */
export async function isConditionalUIAvailable(): Promise<boolean> {
  return (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false
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
  return (await request.securePaymentConfirmationAvailability().catch(() => '')) === 'available'
}

type PaymentSupport = { securePaymentConfirmationAvailability?(): Promise<string> }

/** The browser's capabilities by their names in WebAuthn Level 3 §5.1.7; undefined if it doesn't report them. */
export async function readCapabilities(): Promise<Record<string, boolean> | undefined> {
  return globalThis.PublicKeyCredential?.getClientCapabilities?.().catch(() => undefined)
}
