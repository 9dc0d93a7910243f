import type { Core } from '../core.ts'

/** Signed values by which a browser shows keys of its own: its own (`auth`), a merchant page's, a wallet's. Unverified. */
export type TrustItems = { auth?: string; merchant?: string; wallet?: string }

/** Judges trust items: compact JWS (RFC 7515) that carry the public key that signed them. */
export type TrustVerifier = {
  /**
   * The JWK thumbprint (RFC 7638, SHA-256, base64url) of the key that signed an item; undefined where it is not signed
   * so, or has expired.
   */
  thumbprintOf(item: string): Promise<string | undefined>
}

/**
 * Which keys a client proved to hold, each once. An item that proves nothing is an unknown device, never an error. One
 * browser may have several keys.
 */
export async function provedKeys({ trust }: Pick<Core, 'trust'>, items: TrustItems = {}): Promise<string[]> {
  const { auth, merchant, wallet } = items
  const shown = [auth, wallet, merchant].filter((item) => item !== undefined)
  const thumbprints = await Promise.all(shown.map((item) => trust.thumbprintOf(item)))
  return [...new Set(thumbprints.filter((thumbprint) => thumbprint !== undefined))]
}
