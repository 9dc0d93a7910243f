/** Whether the browser can offer passkeys in the autofill of an input. */
export async function isConditionalUIAvailable(): Promise<boolean> {
  return (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false
}

/** Whether the browser can create a passkey without a dialog after another kind of sign-in. */
export async function isConditionalCreateAvailable(): Promise<boolean> {
  return (await capabilities())?.conditionalCreate === true
}

/** What the browser can do, by the names of WebAuthn Level 3 §5.1.7; undefined where it does not tell. */
export async function capabilities(): Promise<Record<string, boolean> | undefined> {
  return globalThis.PublicKeyCredential?.getClientCapabilities?.().catch(() => undefined)
}
