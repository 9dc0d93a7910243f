/** Ways in which a browser can reach passkeys. Each is assumed unless the browser denies it. */
export type Capabilities = { platform: boolean; hybrid: boolean }

/**
 * Reads `PublicKeyCredential.getClientCapabilities()` (WebAuthn Level 3 §5.1.7) as sent by a client, as an object or as
 * JSON text. Unreadable values deny nothing.
 */
export function readCapabilities(capabilities: unknown): Capabilities {
  const flags = typeof capabilities === 'string' ? parseJson(capabilities) : capabilities
  const isDenied = (name: string) =>
    typeof flags === 'object' && flags !== null && Object.hasOwn(flags, name) && flags[name as never] === false
  // It covers both: passkeys of this device, and of a phone nearby.
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
