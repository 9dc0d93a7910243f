import { type Static, type TSchema, Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { certificationLevels } from './certification.ts'
import { choice } from './choice.ts'
import { locales } from './locales.ts'
import { authenticatorHints, credProtectPolicies, mostListedPasskeys, passkeyExtensions } from './passkey-options.ts'
import { crossAuthMethods, fallbackMethods } from './sign-in-methods.ts'

const flag = (preset: boolean, description: string) => Type.Boolean({ default: preset, description })

const number = (preset: number, [minimum, maximum]: [number, number], description: string) =>
  Type.Integer({ minimum, maximum, default: preset, description })

type ListOptions<Item> = {
  default: readonly Item[]
  description: string
  examples?: Item[][]
  [limit: string]: unknown
}

/** `Unsafe` makes the list readonly: nothing changes the settings of an application in place. */
const list = <Item extends TSchema>(items: Item, options: ListOptions<Static<Item>>) =>
  Type.Unsafe<readonly Static<Item>[]>(Type.Array(items, { uniqueItems: true, ...options }))

const texts = (pattern: string, description: string, examples: string[]) =>
  list(Type.String({ pattern, maxLength: 512, examples }), {
    default: [],
    maxItems: 100,
    description,
    examples: [examples],
  })

const pageUrl = (description: string, example: string) =>
  Type.String({ maxLength: 1024, pattern: patterns.pageUrl, default: '', description, examples: [example] })

const color = (description: string, example: string) =>
  Type.String({ pattern: patterns.color, default: '', description, examples: [example] })

const requirements = ['required', 'preferred', 'discouraged'] as const

/** The statement formats of WebAuthn §8 that the service verifies. */
export const attestationFormats = ['none', 'packed', 'tpm', 'android-key', 'apple', 'fido-u2f', 'compound'] as const

export type AttestationFormat = (typeof attestationFormats)[number]

/** ML-DSA-44, -65, and -87 (RFC 9964), by COSE number. */
export const postQuantumAlgorithms = [-48, -49, -50] as const

/** The algorithms that an application can offer, by COSE number: ES256, EdDSA, ES384, ES512, ML-DSA, and RS256. */
export const passkeyAlgorithms = [-7, -8, -35, -36, ...postQuantumAlgorithms, -257] as const

/** The choices of each application for itself: types, limits, defaults, and descriptions. */
export const ApplicationSettings = Type.Object(
  {
    securityProfile: choice(['standard', 'asvs-l3'], {
      default: 'standard',
      description:
        'asvs-l3: what OWASP ASVS 5.0 level 3 requires for authentication. Choosing it changes the settings that it restricts; users can sign in only with attested, device-bound passkeys and user verification',
    }),
    registrationRequiresToken: flag(
      false,
      "Every registration, even of a new user's first passkey, requires a token with reg:write",
    ),
    enumeration: choice(['open', 'strict'], {
      default: 'open',
      description: 'strict: the first response of a sign-in has the same form for every username, known or not',
    }),
    fallbackMethods: list(choice(fallbackMethods), {
      default: [],
      description: 'Which sign-in methods clients can offer users without a usable passkey',
      examples: [[]],
    }),
    crossAuthMethods: list(choice(crossAuthMethods, { description: 'Shown on a signed-in device, by SMS, by email' }), {
      default: [],
      description: 'How cross-device codes reach the user; empty: cross-device codes are off',
      examples: [['otp', 'otp:email']],
    }),
    otpToUsername: flag(
      false,
      'Users without a verified contact can receive codes at their username, if it is an email address or phone number',
    ),
    otpDigits: number(6, [6, 10], 'Digits of a one-time code'),
    otpSeconds: number(600, [60, 600], 'Lifetime of a one-time code in seconds'),
    otpAttempts: number(5, [1, 10], 'Attempts per one-time code'),
    emailLinkUrl: Type.String({
      maxLength: 1024,
      pattern: patterns.emailLink,
      default: '',
      description:
        "The page that links in emails open (`via_link` in the first generation), on one of the application's origins; empty: no links are sent",
      examples: ['https://example.com/sign-in'],
    }),
    maxPasskeys: number(25, [1, mostListedPasskeys], 'Maximum number of passkeys per user; further registrations fail'),
    passwordLength: number(8, [8, 64], 'Minimum length of a password'),
    // 100 is the most that NIST SP 800-63B §5.2.2 allows.
    otpFailures: number(
      100,
      [5, 100],
      'Number of failures in a row after which the codes of a method are locked until the user signs in with a passkey; authenticator apps are locked after at most 33',
    ),
    userVerification: choice(requirements, {
      default: 'preferred',
      description: 'Whether the authenticator must verify the user',
    }),
    residentKey: choice(requirements, {
      default: 'required',
      description: 'Whether passkeys must work without a username',
    }),
    algorithms: list(choice(passkeyAlgorithms, { description: 'COSE algorithm' }), {
      default: [-7, -257],
      minItems: 1,
      description:
        'COSE algorithms offered and accepted at registration, preferred first; -48, -49, and -50 are ML-DSA-44, -65, and -87, which resist quantum computers',
      examples: [[-7, -257]],
    }),
    hints: list(choice(authenticatorHints, { description: 'Kind of authenticator' }), {
      default: [],
      description:
        'Kinds of authenticators that the browser suggests first, in order of preference; empty: the browser decides. Pages can override it for a call',
      examples: [['client-device', 'hybrid']],
    }),
    extensions: list(choice(passkeyExtensions, { description: 'Extension' }), {
      default: ['credProps'],
      description: 'Extensions that registrations request; sign-ins also request largeBlob',
      examples: [['credProps', 'prf']],
    }),
    credProtect: choice(credProtectPolicies, {
      default: 'userVerificationOptionalWithCredentialIDList',
      description: 'When a security key can use a passkey without verifying the user (with the credProtect extension)',
    }),
    credProtectEnforced: flag(
      false,
      'Authenticators that don’t support the credProtect policy can’t register, and the service requires the policy in what they sign',
    ),
    signCounter: choice(['reject', 'flag'], {
      default: 'reject',
      description:
        "reject: a signature counter that doesn't increase fails the sign-in; flag: it is accepted and raises an event",
    }),
    backupEligibilityChange: choice(['reject', 'flag'], {
      default: 'reject',
      description:
        'reject: a passkey whose backup eligibility changed, from device-bound to synced or back, fails the sign-in; flag: it is accepted and raises an event. Some providers change it for existing passkeys',
    }),
    attestation: choice(['none', 'indirect', 'direct', 'enterprise'], {
      default: 'none',
      description:
        'The attestation that the service requests from the browser. none: it reads no statement, even if the browser sends one',
    }),
    attestationFormats: list(choice(attestationFormats, { description: 'Statement format' }), {
      default: ['none', 'packed', 'tpm', 'android-key', 'apple', 'fido-u2f'],
      minItems: 1,
      description: 'Attestation statement formats that registrations can have, unless attestation is none',
      examples: [['none', 'packed']],
    }),
    attestationTrust: choice(['none', 'anchors', 'metadata'], {
      default: 'none',
      description:
        'Where the certificate chain of an attestation must end: anywhere, in trustAnchors, or in the FIDO metadata of a model in good standing. With anchors or metadata, none and self attestation are rejected too',
    }),
    minCertificationLevel: choice(['none', ...certificationLevels], {
      default: 'none',
      description:
        'The minimum FIDO certification level of authenticators at registration, according to the FIDO metadata. Choosing a level sets attestation to direct and attestationTrust to metadata',
    }),
    attestationSha1: flag(
      false,
      'Whether to verify TPM statements that use SHA-1 (RS1), which Windows Hello sends, like any others; otherwise, they count as unverified if attestationTrust is none, and are rejected if it isn’t',
    ),
    trustAnchors: list(Type.String({ maxLength: 10_924, pattern: patterns.base64 }), {
      default: [],
      uniqueItems: false,
      maxItems: 50,
      description: 'Certificates (base64 DER) for attestationTrust anchors',
      examples: [[]],
    }),
    authenticators: texts(
      patterns.uuid,
      'AAGUIDs that can register and sign in; empty: all. Without verified attestation, an AAGUID is only what the client claims',
      ['ee882879-721c-4913-9775-3dfcce97072a'],
    ),
    backupEligibility: choice(['any', 'device-bound', 'synced'], {
      default: 'any',
      description: 'Which passkeys can be registered',
    }),
    topOrigins: texts(patterns.origin, 'Other origins whose pages can show a ceremony in a frame; empty: none', [
      'https://shop.example',
    ]),
    paymentConfirmation: flag(
      false,
      'Passkeys can be created for payments, and browsers that support Secure Payment Confirmation show payee and amount of a transaction whose payload describes a payment',
    ),
    paymentOrigins: texts(
      patterns.origin,
      'Pages of other origins, such as those of shops, that can let a user confirm a payment; empty: only your own. They get the options from your backend',
      ['https://shop.example'],
    ),
    relatedOrigins: texts(
      patterns.httpsOrigin,
      'Origins outside the RP ID that its /.well-known/webauthn lists (WebAuthn §5.11)',
      ['https://example.net'],
    ),
    androidApps: texts(patterns.androidApp, 'Android apps as package=SHA-256 certificate fingerprint', [
      'com.example.app=14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5',
    ]),
    androidAppLinks: flag(
      true,
      "assetlinks.json also lets the Android apps open links to the RP ID's host (handle_all_urls), which Google requires for passkeys",
    ),
    appleApps: texts(patterns.appleApp, 'Apple apps as TEAMID.bundle.id', ['A1B2C3D4E5.com.example.app']),
    passkeyEnrollUrl: pageUrl(
      'The page where signed-in users create a passkey, which password managers find in /.well-known/passkey-endpoints; empty: none',
      'https://example.com/account/passkeys/new',
    ),
    passkeyManageUrl: pageUrl(
      'The page where users manage their passkeys, which password managers find in /.well-known/passkey-endpoints; empty: none',
      'https://example.com/account/passkeys',
    ),
    prfUsageUrl: pageUrl(
      'The page that explains what users lose if they delete a passkey that encrypts their data (PRF), which password managers link to before they delete one; empty: none',
      'https://example.com/help/passkeys#encryption',
    ),
    ceremonySeconds: number(
      300,
      [10, 3600],
      'Time that a user has for a ceremony, and lifetime of its session, in seconds; browsers can end a ceremony earlier',
    ),
    accessTokenSeconds: number(600, [30, 86_400], 'Lifetime of an access token in seconds'),
    grantTokenSeconds: number(60, [5, 600], 'Lifetime of a grant in seconds'),
    rejectionEvents: number(
      100,
      [0, 10_000],
      'Events per minute and node for rejected ceremonies; further rejections are only counted',
    ),
    eventRetentionDays: number(365, [1, 3650], 'Days that events are kept'),
    pseudonymizeEvents: flag(false, 'New events contain keyed hashes instead of usernames and addresses'),
    locale: choice(locales, { default: 'en-US', description: 'The language of messages' }),
    notices: flag(true, 'Users are notified of new passkeys, changed contacts, and recoveries'),
    smsCountries: texts(
      patterns.country,
      'Countries (ISO 3166-1 alpha-2) whose phone numbers can receive SMS and calls; empty: all',
      ['DE'],
    ),
    emailsPerHour: number(
      10_000,
      [0, 1_000_000],
      'Maximum number of codes sent by email per hour; the same number of notices is allowed',
    ),
    textsPerHour: number(1_000, [0, 1_000_000], 'The same for SMS and voice together'),
    mfaPolicy: Type.String({
      maxLength: 2048,
      default: 'passkey',
      description:
        'Which factors complete an MFA flow: passkey, passkey-or-otp, otp-then-passkey, external-then-passkey, or two-factors; or ordered combinations of passkey:auth, passkey:reg, otp:email, otp:sms, and external, as in the example',
      examples: ['signIn: passkey:auth, otp:email+external; signUp: otp:email+passkey:reg'],
    }),
    mfaSessionSeconds: number(600, [30, 3600], 'Time for one step of an MFA flow in seconds'),
    mfaFlowSeconds: number(1800, [60, 7200], 'Time for a whole MFA flow in seconds'),
    idTokenSeconds: number(600, [30, 86_400], 'Lifetime of an ID token in seconds'),
    refreshTokens: flag(false, 'Refresh tokens of MFA flows can be exchanged'),
    refreshTokenSeconds: number(
      2_592_000,
      [60, 31_536_000],
      'Seconds after the sign-in during which its refresh tokens work',
    ),
    refreshReuseSeconds: number(
      10,
      [0, 60],
      'Seconds during which the refresh token that was exchanged last returns the same successor again, for lost responses and parallel tabs; 0: never',
    ),
    browserSessionSeconds: number(
      2_592_000,
      [300, 31_536_000],
      'Seconds after which a browser that signed in at the hosted pages is signed out, even if it is in use',
    ),
    browserSessionIdleSeconds: number(
      604_800,
      [300, 31_536_000],
      'Seconds without use after which a browser that signed in at the hosted pages is signed out',
    ),
    clientIdMetadataDocuments: choice(['off', 'on'], {
      default: 'off',
      description:
        'on: programs that no member registered can ask users for access, if their client_id is an https URL at which they publish their metadata (Client ID Metadata Documents), as MCP clients do. Users are always asked, and see the host of that URL',
    }),
    clientIdMetadataHosts: texts(
      patterns.clientHost,
      'The hosts whose programs can do that, with the port if it isn’t 443; empty: every public host. A listed host can also be in a network that CONNECTOR_NETWORKS allows',
      ['claude.ai'],
    ),
    dynamicClientRegistration: choice(['off', 'token'], {
      default: 'off',
      description:
        'token: programs with an API key that has the scope client:register can register themselves as OpenID clients (RFC 7591)',
    }),
    hostedSignUp: flag(
      true,
      'New users can create an account at the hosted pages, unless registrationRequiresToken is on',
    ),
    hostedDeletion: flag(false, 'Users can delete their account at the hosted pages'),
    logoUrl: pageUrl(
      'The logo on the hosted pages, on a light background; empty: the first letter of the name',
      'https://example.com/logo.svg',
    ),
    logoDarkUrl: pageUrl('The logo on a dark background; empty: the same', 'https://example.com/logo-dark.svg'),
    accentColor: color(
      'The color of links and primary buttons on the hosted pages; empty: that of Thumbturn. White text must be readable on it, with a contrast of at least 4.5:1. In dark mode, it is lightened',
      '#10655a',
    ),
    backgroundColor: color(
      'The color behind the card of the hosted pages; empty: that of Thumbturn. In dark mode, it is darkened',
      '#eef2f1',
    ),
    cornerRadius: number(8, [0, 24], 'The radius of the corners on the hosted pages, in pixels'),
    hostedText: Type.String({
      maxLength: 500,
      pattern: patterns.text,
      default: '',
      description: 'A text below the forms of the hosted pages, such as who can sign in; empty: none',
      examples: ['Only for employees of Acme.'],
    }),
    termsUrl: pageUrl('The terms that the hosted pages link to; empty: none', 'https://example.com/terms'),
    privacyUrl: pageUrl('The privacy policy that the hosted pages link to; empty: none', 'https://example.com/privacy'),
    helpUrl: pageUrl('The help that the hosted pages link to; empty: none', 'https://example.com/help'),
    externalAuthSeconds: number(
      60,
      [5, 600],
      'Lifetime in seconds of the token by which a backend asserts a user in an MFA flow',
    ),
  },
  { title: 'ApplicationSettings' },
)

export type ApplicationSettings = Readonly<Static<typeof ApplicationSettings>>

type WithDefault = TSchema & { default?: unknown; maximum?: number }

const properties: Readonly<Record<string, WithDefault>> = ApplicationSettings.properties

/** The settings that a new application starts with. */
export const defaultSettings: ApplicationSettings = Object.freeze(
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schema.default])),
) as ApplicationSettings

/** Stored settings with those that came later, and with numbers that had a higher limit when they were stored. */
export function completeSettings(stored: Partial<ApplicationSettings>): ApplicationSettings {
  const fit = ([name, value]: [string, unknown]) => {
    const { maximum = Number.POSITIVE_INFINITY } = properties[name] ?? {}
    return [name, typeof value === 'number' ? Math.min(value, maximum) : value]
  }
  return { ...defaultSettings, ...Object.fromEntries(Object.entries(stored).map(fit)) }
}
