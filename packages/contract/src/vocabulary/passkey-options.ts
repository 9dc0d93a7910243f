/** Browsers throw an error at longer lists of passkeys in options (Chromium). */
export const mostListedPasskeys = 64

/** Extensions that an application can request (WebAuthn Level 3 §10, CTAP 2.2 §12). */
export const passkeyExtensions = ['credProps', 'credProtect', 'minPinLength', 'largeBlob', 'prf'] as const

export type PasskeyExtension = (typeof passkeyExtensions)[number]

/** Credential protection policies, from the weakest to the strictest: authenticators return 1, 2, or 3 (CTAP 2.2 §12.1). */
export const credProtectPolicies = [
  'userVerificationOptional',
  'userVerificationOptionalWithCredentialIDList',
  'userVerificationRequired',
] as const

export type CredProtectPolicy = (typeof credProtectPolicies)[number]

/** Kinds of authenticators that a browser can suggest first (WebAuthn Level 3 §5.8.7). */
export const authenticatorHints = ['security-key', 'client-device', 'hybrid'] as const

export type AuthenticatorHint = (typeof authenticatorHints)[number]
