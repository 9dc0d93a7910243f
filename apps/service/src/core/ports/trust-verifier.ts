/** Signed values by which a browser presents keys: its own (`auth`), a merchant page's, a wallet's. Unverified. */
export type TrustItems = { auth?: string; merchant?: string; wallet?: string }

/** The thumbprints of the keys that a client proved to hold, by the item that proved each. */
export type ProvenKeys = { readonly [Kind in keyof TrustItems]: string | undefined }

/** Verifies trust items: compact JWS (RFC 7515) that carry the public key that signed them. */
export type TrustVerifier = {
  /**
   * The JWK thumbprint (RFC 7638, SHA-256, base64url) of the key that signed an item; undefined if the signature is
   * invalid or has expired.
   */
  computeThumbprint(item: string): Promise<string | undefined>
}
