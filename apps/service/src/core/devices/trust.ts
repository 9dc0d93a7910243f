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

/** The thumbprints of the keys that a client proved to hold, by the item that proved each. */
export type ProvenKeys = { readonly [Kind in keyof TrustItems]: string | undefined }

/** An item that proves nothing is an unknown device, never an error. One browser may have several keys. */
export async function proveKeys({ trust }: Pick<Core, 'trust'>, items: TrustItems = {}): Promise<ProvenKeys> {
  const thumbprintOf = (item: string | undefined) => (item === undefined ? undefined : trust.thumbprintOf(item))
  const [auth, wallet, merchant] = await Promise.all(
    [items.auth, items.wallet, items.merchant].map(async (item) => thumbprintOf(item)),
  )
  return { auth, wallet, merchant }
}

/** Each thumbprint once. */
export const distinctKeys = ({ auth, wallet, merchant }: ProvenKeys): string[] => [
  ...new Set([auth, wallet, merchant].filter((thumbprint) => thumbprint !== undefined)),
]
