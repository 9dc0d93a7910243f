/** Ways in which a browser can reach passkeys; each is possible unless the browser denies it. */
export type Capabilities = { platform: boolean; hybrid: boolean }

/**
 * Reads what a client says of `PublicKeyCredential.getClientCapabilities()` (WebAuthn Level 3 §5.1.7), as an object or as
 * JSON text; what cannot be read denies nothing.
 */
export function readCapabilities(capabilities: unknown): Capabilities {
  const flags = typeof capabilities === 'string' ? parseJson(capabilities) : capabilities
  const isDenied = (name: string) =>
    typeof flags === 'object' && flags !== null && Object.hasOwn(flags, name) && flags[name as never] === false
  // It stands for both: a passkey of this device, or of a phone beside it.
  const none = isDenied('passkeyPlatformAuthenticator')
  return {
    platform: !none && !isDenied('userVerifyingPlatformAuthenticator'),
    hybrid: !none && !isDenied('hybridTransport'),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
