/** Whether the browser can offer passkeys in the autofill of an input. */
export async function isConditionalUIAvailable(): Promise<boolean> {
  return (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false
}

/** Whether the browser can create a passkey without a dialog after another kind of sign-in. */
export async function isConditionalCreateAvailable(): Promise<boolean> {
  const known = await globalThis.PublicKeyCredential?.getClientCapabilities?.()
  return known?.conditionalCreate === true
}
