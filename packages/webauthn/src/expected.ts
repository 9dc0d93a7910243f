/** What the server knows about a ceremony it began; nothing of it may come from the request that ends it. */
export type Expected = {
  /** base64url (unpadded) of the challenge that was issued */
  challenge: string
  rpId: string
  /** exact texts, not patterns; origins of native apps (`android:apk-key-hash:…`) are opaque texts like the others */
  origins: readonly string[]
  /** pages that may embed the ceremony in a frame; looked at only if `crossOrigin` is true */
  topOrigins?: readonly string[]
  /** may the ceremony run in a frame of another origin? default false */
  crossOrigin?: boolean
  userVerification: 'required' | 'preferred' | 'discouraged'
}
