/** The server's expectations of a ceremony; no value may come from the request that completes it. */
export type Expectations = {
  /** base64url (unpadded) of the challenge that was issued */
  challenge: string
  rpId: string
  /** exact strings, not patterns; origins of native apps (`android:apk-key-hash:…`) are opaque strings, too */
  origins: readonly string[]
  /** pages that can embed the ceremony in a frame; checked only if `crossOrigin` is true */
  topOrigins?: readonly string[]
  /** whether the ceremony can run in a frame of another origin; default false */
  crossOrigin?: boolean
  userVerification: 'required' | 'preferred' | 'discouraged'
}
