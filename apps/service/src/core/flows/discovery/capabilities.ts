/** Ways in which a browser can reach passkeys; each is possible unless the browser denies it. */
export type Capabilities = { platform: boolean; hybrid: boolean }

/**
 * Reads what a client says of `PublicKeyCredential.getClientCapabilities()` (WebAuthn Level 3 §5.1.7), as an object or as
 * JSON text; what cannot be read denies nothing.
 */
export function readCapabilities(said: unknown): Capabilities {
  const flags = typeof said === 'string' ? parsed(said) : said
  const denied = (name: string) =>
    typeof flags === 'object' && flags !== null && Object.hasOwn(flags, name) && flags[name as never] === false
  // It stands for both: a passkey of this device, or of a phone beside it.
  const none = denied('passkeyPlatformAuthenticator')
  return {
    platform: !none && !denied('userVerifyingPlatformAuthenticator'),
    hybrid: !none && !denied('hybridTransport'),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
