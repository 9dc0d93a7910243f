import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'

/** A setting of an application, by its name in the API. */
export type SettingName = keyof ApplicationSettings

/** Settings that are shown together. */
export type Group = { id: string; title: string; description: string; settings: readonly SettingName[] }

/** Every setting once, except those of the page "Authenticators", in the order of the page. */
export const groups: readonly Group[] = [
  {
    id: 'registration',
    title: 'Registration',
    description: 'Who can register passkeys, and which ones.',
    settings: [
      'registrationRequiresToken',
      'maxPasskeys',
      'userVerification',
      'residentKey',
      'backupEligibility',
      'algorithms',
    ],
  },
  {
    id: 'sign-in',
    title: 'Sign-in',
    description: 'What a sign-in checks, and what it reveals.',
    settings: ['enumeration', 'signCounter', 'ceremonySeconds', 'topOrigins', 'relatedOrigins'],
  },
  {
    id: 'without-passkey',
    title: 'Without a passkey',
    description: 'How users sign in when their passkey is on another device or lost.',
    settings: [
      'fallbackMethods',
      'crossAuthMethods',
      'otpToUsername',
      'otpDigits',
      'otpSeconds',
      'otpTries',
      'otpFailures',
      'emailLinkUrl',
      'passwordLength',
    ],
  },
  {
    id: 'mfa',
    title: 'Multi-factor flows',
    description: 'Which factors complete a flow, and how long they can take.',
    settings: ['mfaPolicy', 'mfaSessionSeconds', 'mfaFlowSeconds', 'externalAuthSeconds'],
  },
  {
    id: 'tokens',
    title: 'Tokens',
    description: 'Lifetimes of what the service issues after a sign-in.',
    settings: [
      'accessTokenSeconds',
      'idTokenSeconds',
      'grantTokenSeconds',
      'refreshTokens',
      'refreshTokenSeconds',
      'refreshReuseSeconds',
    ],
  },
  {
    id: 'messages',
    title: 'Messages',
    description: 'Email and SMS that the service sends to users.',
    settings: ['locale', 'notices', 'smsCountries', 'emailsPerHour', 'textsPerHour'],
  },
  {
    id: 'mobile',
    title: 'Mobile apps',
    description: 'Apps that share passkeys with the website. The service publishes the association files for them.',
    settings: ['androidApps', 'appleApps'],
  },
  {
    id: 'attestation',
    title: 'Attestation',
    description: 'Proof of the authenticator’s model at registration. Most websites don’t need it.',
    settings: ['attestation', 'attestationFormats', 'attestationTrust', 'attestationSha1', 'trustAnchors'],
  },
  {
    id: 'events',
    title: 'Events and privacy',
    description: 'What the service records, and how long it keeps it.',
    settings: ['eventRetentionDays', 'pseudonymiseEvents', 'rejectionEvents'],
  },
]

/** Each setting as a label of a form. */
export const labels: Record<SettingName, string> = {
  registrationRequiresToken: 'Require a token for every registration',
  enumeration: 'Username enumeration',
  fallbackMethods: 'Fallback methods',
  crossAuthMethods: 'Cross-device codes',
  otpToUsername: 'Send codes to the username',
  otpDigits: 'Digits of a code',
  otpSeconds: 'Lifetime of a code',
  otpTries: 'Attempts per code',
  emailLinkUrl: 'Page for links in emails',
  maxPasskeys: 'Passkeys per user',
  passwordLength: 'Minimum length of a password',
  otpFailures: 'Failures until codes are locked',
  userVerification: 'User verification',
  residentKey: 'Discoverable passkeys',
  algorithms: 'Algorithms',
  signCounter: 'Signature counter',
  attestation: 'Attestation conveyance',
  attestationFormats: 'Statement formats',
  attestationTrust: 'Trusted certificates',
  attestationSha1: 'Accept SHA-1 in TPM statements',
  trustAnchors: 'Trust anchors',
  authenticators: 'Allowed authenticators',
  backupEligibility: 'Synced passkeys',
  topOrigins: 'Pages that can embed a ceremony',
  relatedOrigins: 'Related origins',
  androidApps: 'Android apps',
  appleApps: 'Apple apps',
  ceremonySeconds: 'Time for a ceremony',
  accessTokenSeconds: 'Access token lifetime',
  grantTokenSeconds: 'Grant lifetime',
  rejectionEvents: 'Rejection events per minute',
  eventRetentionDays: 'Event retention',
  pseudonymiseEvents: 'Pseudonymize events',
  locale: 'Language',
  notices: 'Notify users of changes',
  smsCountries: 'SMS countries',
  emailsPerHour: 'Emails per hour',
  textsPerHour: 'SMS and calls per hour',
  mfaPolicy: 'MFA policy',
  mfaSessionSeconds: 'Time for one step',
  mfaFlowSeconds: 'Time for a flow',
  idTokenSeconds: 'ID token lifetime',
  refreshTokens: 'Refresh tokens',
  refreshTokenSeconds: 'Refresh token lifetime',
  refreshReuseSeconds: 'Refresh token reuse',
  externalAuthSeconds: 'Backend assertion lifetime',
}
