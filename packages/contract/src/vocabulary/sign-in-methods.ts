/** Ways to sign in with a passkey of another device: a code shown on a signed-in device, or sent by SMS or email. */
export const crossAuthMethods = ['otp', 'otp:sms', 'otp:email'] as const

export type CrossAuthMethod = (typeof crossAuthMethods)[number]

/** Ways to sign in without a passkey; `ciam` is the customer's own. */
export const fallbackMethods = ['ciam'] as const

export type FallbackMethod = (typeof fallbackMethods)[number]

/** The factors of an MFA flow. */
export const mfaFactors = ['passkey:auth', 'passkey:reg', 'otp:email', 'otp:sms', 'external'] as const

export type MfaFactor = (typeof mfaFactors)[number]

/** The policies of MFA flows that have a name; others are written as combinations of factors. */
export const namedMfaPolicies = [
  'passkey',
  'passkey-or-otp',
  'otp-then-passkey',
  'external-then-passkey',
  'two-factors',
] as const

export type NamedMfaPolicy = (typeof namedMfaPolicies)[number]

/** The actions that an MFA flow can ask for. `passkey:tx` is `passkey:auth` with a payload; `otp:verify` checks a code. */
export const mfaActions = [
  'passkey:auth',
  'passkey:tx',
  'passkey:reg',
  'otp:email',
  'otp:sms',
  'otp:verify',
  'external',
] as const satisfies readonly (MfaFactor | 'passkey:tx' | 'otp:verify')[]

export type MfaActionName = (typeof mfaActions)[number]

/** The kinds of identifiers that a username can be. */
export const usernameTypes = ['email', 'phone', 'other'] as const

export type UsernameType = (typeof usernameTypes)[number]
