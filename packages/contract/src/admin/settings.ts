import { Type } from 'typebox'
import { patterns } from '../patterns.ts'

const literalUnion = <T extends string | number>(values: readonly T[], options: { description: string }) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    options,
  )

const patternList = (pattern: string, description: string, examples: string[]) =>
  Type.Array(Type.String({ pattern, maxLength: 512, examples }), {
    uniqueItems: true,
    maxItems: 100,
    description,
    examples: [examples],
  })

const seconds = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description, examples: [minimum] })

const perHour = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000, description, examples: [1_000] })

const requirement = ['required', 'preferred', 'discouraged'] as const

/** Everything that an application decides for itself. */
export const ApplicationSettings = Type.Object(
  {
    registrationRequiresToken: Type.Boolean({
      description: 'Even the first passkey of a new user needs a token with reg:write',
      examples: [false],
    }),
    enumeration: literalUnion(['open', 'strict'], {
      description: 'strict: every sign-in begins with the same kind of answer, whoever is asked for',
    }),
    fallbackMethods: Type.Array(Type.Literal('ciam'), {
      uniqueItems: true,
      description: 'Where a client may turn when no passkey can be offered',
      examples: [[]],
    }),
    crossAuthMethods: Type.Array(
      literalUnion(['otp', 'otp:sms', 'otp:email'], {
        description: 'Shown on a signed-in device, by text message, by e-mail',
      }),
      {
        uniqueItems: true,
        description: 'By which channels one-time codes help across devices; empty: not at all',
        examples: [['otp', 'otp:email']],
      },
    ),
    otpToUsername: Type.Boolean({
      description: 'Whoever has verified no contact may be sent a code to the address that their username is',
      examples: [false],
    }),
    otpDigits: Type.Integer({
      minimum: 6,
      maximum: 10,
      description: 'How many digits a one-time code has',
      examples: [6],
    }),
    otpSeconds: seconds(60, 600, 'Life of a one-time code'),
    otpTries: Type.Integer({
      minimum: 1,
      maximum: 10,
      description: 'How often one code may be tried',
      examples: [5],
    }),
    emailLinkUrl: Type.String({
      maxLength: 1024,
      pattern: patterns.emailLink,
      description:
        'The page that links in mails lead to (`via_link` of the first generation), on an origin of the application; empty: no links are sent',
      examples: ['https://shop.example.com/sign-in'],
    }),
    maxPasskeys: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'The most passkeys that a user may have; registrations beyond them fail',
      examples: [25],
    }),
    passwordLength: Type.Integer({
      minimum: 8,
      maximum: 64,
      description: 'The fewest characters of a password',
      examples: [8],
    }),
    // 100 is the most that NIST SP 800-63B §5.2.2 allows.
    otpFailures: Type.Integer({
      minimum: 5,
      maximum: 100,
      description:
        'After how many consecutive failures codes of a method are locked, until a passkey of the user unlocks them',
      examples: [100],
    }),
    userVerification: literalUnion(requirement, { description: 'Whether the authenticator must check who touches it' }),
    residentKey: literalUnion(requirement, { description: 'Whether passkeys must work without a username' }),
    algorithms: Type.Array(literalUnion([-7, -8, -35, -36, -257], { description: 'COSE algorithm' }), {
      minItems: 1,
      uniqueItems: true,
      description: 'COSE algorithms offered and accepted at registration, the preferred one first',
      examples: [[-7, -257]],
    }),
    signCounter: literalUnion(['refuse', 'flag'], {
      description: 'A signature counter that does not rise fails the sign-in, or is accepted and raises an event',
    }),
    attestation: literalUnion(['none', 'indirect', 'direct', 'enterprise'], {
      description: 'What the browser is asked to convey',
    }),
    attestationFormats: Type.Array(
      literalUnion(['none', 'packed', 'tpm', 'android-key', 'apple', 'fido-u2f', 'compound'], {
        description: 'Statement format',
      }),
      {
        minItems: 1,
        uniqueItems: true,
        description: 'Statement formats that a registration may come with',
        examples: [['none', 'packed']],
      },
    ),
    attestationTrust: literalUnion(['none', 'anchors', 'metadata'], {
      description:
        'Where the chain of an attestation must end: anywhere, in trustAnchors, or in the FIDO metadata of a model in good standing',
    }),
    attestationSha1: Type.Boolean({
      description:
        'Whether TPM statements under SHA-1 (RS1), as Windows Hello makes them, are verified like any other; otherwise they count as unverified under attestationTrust none, and are rejected under any other',
      examples: [false],
    }),
    trustAnchors: Type.Array(Type.String({ maxLength: 16_384, pattern: patterns.base64 }), {
      maxItems: 50,
      description: 'Certificates (base64 DER) for attestationTrust anchors',
      examples: [[]],
    }),
    authenticators: patternList(patterns.uuid, 'AAGUIDs that may register and sign in; empty: all', [
      'ee882879-721c-4913-9775-3dfcce97072a',
    ]),
    backupEligibility: literalUnion(['any', 'device-bound', 'synced'], {
      description: 'Which credentials may be registered',
    }),
    topOrigins: patternList(
      patterns.origin,
      'Pages of other origins that may show a ceremony in a frame; empty: none',
      ['https://shop.example'],
    ),
    relatedOrigins: patternList(
      patterns.httpsOrigin,
      'Origins outside the RP ID that its /.well-known/webauthn names',
      ['https://example.net'],
    ),
    androidApps: patternList(patterns.androidApp, 'Android apps as package=SHA-256 certificate fingerprint', [
      'com.example.app=14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5',
    ]),
    appleApps: patternList(patterns.appleApp, 'Apple apps as TEAMID.bundle.id', ['A1B2C3D4E5.com.example.app']),
    ceremonySeconds: seconds(10, 3600, 'How long a browser waits for the person, and a session lives'),
    accessTokenSeconds: seconds(30, 86_400, 'Life of an access token'),
    grantTokenSeconds: seconds(5, 600, 'Life of a grant'),
    rejectionEvents: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'Events of rejected ceremonies a minute on each node; further ones are only counted',
      examples: [100],
    }),
    eventRetentionDays: Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: 'Days that events are kept',
      examples: [365],
    }),
    pseudonymiseEvents: Type.Boolean({
      description: 'Usernames and addresses in events are kept as keyed hashes, from then on',
      examples: [false],
    }),
    locale: literalUnion(['en-US', 'zh-CN', 'es-ES'], { description: 'The language of messages' }),
    notices: Type.Boolean({
      description: 'Users are told of new passkeys, changed contacts and recoveries',
      examples: [true],
    }),
    smsCountries: patternList(patterns.country, 'Countries whose numbers get text messages and calls; empty: all', [
      'DE',
    ]),
    emailsPerHour: perHour('The most codes that go out by e-mail in an hour, and as many notices'),
    textsPerHour: perHour('The same by text message and voice together'),
    mfaPolicy: Type.String({
      maxLength: 2048,
      description:
        'Which factors complete an MFA flow: passkey, passkey-or-otp, otp-then-passkey, external-then-passkey or two-factors; or combinations of passkey:auth, passkey:reg, otp:email, otp:sms and external in their order, as in the example',
      examples: ['signIn: passkey:auth, otp:email+external; signUp: otp:email+passkey:reg'],
    }),
    mfaSessionSeconds: seconds(30, 3600, 'How long one step of an MFA flow may take'),
    mfaFlowSeconds: seconds(60, 7200, 'How long an MFA flow may take in all'),
    idTokenSeconds: seconds(30, 86_400, 'Life of an ID token'),
    refreshTokens: Type.Boolean({
      description: 'Refresh tokens of MFA flows can be exchanged',
      examples: [false],
    }),
    refreshTokenSeconds: seconds(60, 31_536_000, 'How long after the sign-in its refresh tokens work'),
    refreshReuseSeconds: seconds(
      0,
      60,
      'How long the refresh token that was exchanged last yields the same successor again, for lost responses and parallel tabs; 0: never',
    ),
    externalAuthSeconds: seconds(5, 600, 'Life of the token by which a backend vouches for a user in an MFA flow'),
  },
  { title: 'ApplicationSettings' },
)
