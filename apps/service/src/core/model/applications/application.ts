import type { Locale } from '../messages/message.ts'

/** The statement formats of WebAuthn §8 that we verify. */
export const attestationFormats = ['none', 'packed', 'tpm', 'android-key', 'apple', 'fido-u2f', 'compound'] as const

export type AttestationFormat = (typeof attestationFormats)[number]

/** A one-time code shown on a device that is signed in, or sent by text message or e-mail. */
export type CrossAuthMethod = 'otp' | 'otp:sms' | 'otp:email'

/** What an application may decide for itself. Lives are in seconds. */
export type ApplicationSettings = {
  /** Even the first passkey of a new user needs a token with reg:write. */
  registrationRequiresToken: boolean
  /** strict: every sign-in begins with the same kind of answer, whoever is asked for. */
  enumeration: 'open' | 'strict'
  /** Where a client may turn when no passkey can be offered. */
  fallbackMethods: readonly 'ciam'[]
  /** By which channels one-time codes help across devices; empty: not at all. */
  crossAuthMethods: readonly CrossAuthMethod[]
  /** Whoever has verified no contact may be sent a code to the address that their username is. */
  otpToUsername: boolean
  /** How many digits a one-time code has. */
  otpDigits: number
  /** How long a one-time code lives. */
  otpSeconds: number
  /** How often one code may be tried. */
  otpTries: number
  /** After how many consecutive failures codes of a method are locked, until a passkey of the user unlocks them. */
  otpFailures: number
  /** The page that links in mails lead to, on an origin of the application; empty: no links are sent. */
  emailLinkUrl: string
  /** The most passkeys that a user may have. */
  maxPasskeys: number
  /** The fewest characters of a password. */
  passwordLength: number
  userVerification: 'required' | 'preferred' | 'discouraged'
  residentKey: 'required' | 'preferred' | 'discouraged'
  attestation: 'none' | 'indirect' | 'direct' | 'enterprise'
  /** Statement formats that a registration may come with. */
  attestationFormats: readonly AttestationFormat[]
  /**
   * Where the chain of an attestation must end: nowhere in particular, in one of `trustAnchors`, or in the FIDO metadata
   * of a model that is in good standing. Anything but `none` also refuses statements that prove nothing (none, self).
   */
  attestationTrust: 'none' | 'anchors' | 'metadata'
  /**
   * Whether TPM statements under SHA-1 (RS1), as Windows Hello makes them, are verified like any other. Otherwise they
   * count as unverified under attestationTrust `none`, and are rejected under any other.
   */
  attestationSha1: boolean
  /** Certificates, base64 DER, for attestationTrust `anchors`. */
  trustAnchors: readonly string[]
  /** AAGUIDs that may register and sign in; empty: all. Without verified attestation a model is what the client says. */
  authenticators: readonly string[]
  /** Which credentials may be registered: those that can be backed up (synced), those that cannot, or both. */
  backupEligibility: 'any' | 'device-bound' | 'synced'
  /** Pages of other origins that may show a ceremony in a frame; empty: none. */
  topOrigins: readonly string[]
  /** Origins outside the RP ID that its /.well-known/webauthn names (WebAuthn §5.11, related origins). */
  relatedOrigins: readonly string[]
  /** Android apps as `package=SHA-256 certificate fingerprint` (hex, colons allowed). */
  androidApps: readonly string[]
  /** Apple apps as `TEAMID.bundle.id`. */
  appleApps: readonly string[]
  /** COSE algorithm identifiers offered and accepted at registration, the preferred one first. */
  algorithms: readonly number[]
  /** refuse: a signature counter that does not rise fails the sign-in; flag: it is accepted and raises an event. */
  signCounter: 'refuse' | 'flag'
  /** Seconds that a browser waits for the person, and that a session lives. */
  ceremonySeconds: number
  accessTokenSeconds: number
  grantTokenSeconds: number
  /** Days that events are kept. */
  eventRetentionDays: number
  /** Events of rejected ceremonies a minute; further ones are only counted. */
  rejectionEvents: number
  /** Usernames and addresses in events are kept as keyed hashes, from then on. */
  pseudonymiseEvents: boolean
  /** The language of messages. */
  locale: Locale
  /** Users are told of new passkeys, changed contacts and recoveries. */
  notices: boolean
  /** Countries (ISO 3166-1 alpha-2) whose numbers get text messages and calls; empty: all. */
  smsCountries: readonly string[]
  /** The most codes that go out in an hour, and as many notices: by e-mail, and by text message and voice together. */
  emailsPerHour: number
  textsPerHour: number
  /** Which factors complete an MFA flow: see `parseMfaPolicy`. */
  mfaPolicy: string
  /** Seconds that one step of an MFA flow may take. */
  mfaSessionSeconds: number
  /** Seconds that an MFA flow may take in all. */
  mfaFlowSeconds: number
  idTokenSeconds: number
  /** Whether the refresh tokens of MFA flows can be exchanged. */
  refreshTokens: boolean
  /** Seconds after the sign-in for which its refresh tokens work. */
  refreshTokenSeconds: number
  /** Seconds in which the refresh token that was exchanged last yields the same successor again; 0: never. */
  refreshReuseSeconds: number
  /** Life of a token by which a backend vouches for a user. */
  externalAuthSeconds: number
}

/** The settings a new application starts with. */
export const defaultSettings: Readonly<ApplicationSettings> = Object.freeze({
  registrationRequiresToken: false,
  enumeration: 'open',
  fallbackMethods: [],
  crossAuthMethods: [],
  otpToUsername: false,
  otpDigits: 6,
  otpSeconds: 600,
  otpTries: 5,
  otpFailures: 100,
  emailLinkUrl: '',
  maxPasskeys: 25,
  passwordLength: 8,
  userVerification: 'preferred',
  residentKey: 'required',
  attestation: 'none',
  attestationFormats: ['none', 'packed', 'tpm', 'android-key', 'apple', 'fido-u2f'],
  attestationTrust: 'none',
  attestationSha1: false,
  trustAnchors: [],
  authenticators: [],
  backupEligibility: 'any',
  topOrigins: [],
  relatedOrigins: [],
  androidApps: [],
  appleApps: [],
  algorithms: [-7, -257],
  signCounter: 'refuse',
  ceremonySeconds: 300,
  accessTokenSeconds: 600,
  grantTokenSeconds: 60,
  eventRetentionDays: 365,
  rejectionEvents: 100,
  pseudonymiseEvents: false,
  locale: 'en-US',
  notices: true,
  smsCountries: [],
  emailsPerHour: 10_000,
  textsPerHour: 1_000,
  mfaPolicy: 'passkey',
  mfaSessionSeconds: 600,
  mfaFlowSeconds: 1800,
  idTokenSeconds: 600,
  refreshTokens: false,
  refreshTokenSeconds: 2_592_000,
  refreshReuseSeconds: 10,
  externalAuthSeconds: 60,
} as const)

/** A tenant: its users, passkeys and keys are invisible to every other application. Times are milliseconds since 1970. */
export type Application = {
  id: string
  name: string
  /** The RP ID that its passkeys are bound to: a domain, no scheme, no port. */
  rpId: string
  /** Exact origins that may use its passkeys. */
  origins: readonly string[]
  /** Where its API is reached from outside; the installation's address with /apps/<id> when absent. */
  baseUrl: string | undefined
  settings: ApplicationSettings
  /** When the last token has ended that was signed under longer lives than `settings` has now. */
  tokensUntil: number | undefined
  createdAt: number
  /** Keys count: one that is added or retired changes the application. */
  updatedAt: number
  /** Raised by every change; of two changes of any applications, the later one has the higher version. */
  version: number
}

/** The latest change of an application; `application` is undefined when that was its deletion. */
export type ApplicationChange = { id: string; version: number; application: Application | undefined }

/** An ES256 signing key. The private half is sealed under the master key. */
export type SigningKey = {
  appId: string
  /** RFC 7638 thumbprint of the public key. */
  kid: string
  publicJwk: { kty: string; crv: string; x: string; y: string }
  sealedPrivateKey: string
  createdAt: number
  retiredAt: number | undefined
}

/** What may happen to the keys of an application. */
export type KeyChange = { add: SigningKey } | { retire: { kid: string; at: number } }
