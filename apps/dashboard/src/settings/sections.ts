import type { FieldName, SettingName } from './field-texts.ts'

/** Fields for one task. Few applications need the advanced ones, which are folded. */
export type Section = {
  id: string
  title: string
  description: string
  fields: readonly FieldName[]
  advanced: readonly SettingName[]
}

/** Every field once, except those of the page "Authenticators", in the order of the page. */
export const sections: readonly Section[] = [
  {
    id: 'general',
    title: 'General',
    description: 'The application’s name, and where its passkeys work.',
    fields: ['name', 'origins', 'rpId', 'baseUrl'],
    advanced: [],
  },
  {
    id: 'passkeys',
    title: 'Passkeys',
    description: 'Who can create passkeys, and which ones are accepted.',
    fields: ['registrationRequiresToken', 'maxPasskeys', 'userVerification', 'backupEligibility'],
    advanced: [
      'residentKey',
      'hints',
      'algorithms',
      'extensions',
      'credProtect',
      'credProtectEnforced',
      'ceremonySeconds',
    ],
  },
  {
    id: 'without-passkey',
    title: 'Sign-in without a passkey',
    description: 'How users sign in when their passkey is lost or on another device.',
    fields: ['crossAuthMethods', 'fallbackMethods'],
    advanced: [
      'otpToUsername',
      'otpDigits',
      'otpSeconds',
      'otpAttempts',
      'otpFailures',
      'emailLinkUrl',
      'passwordLength',
    ],
  },
  {
    id: 'mfa',
    title: 'Multi-factor sign-in',
    description: 'Which factors your multi-factor flows require.',
    fields: ['mfaPolicy'],
    advanced: ['mfaSessionSeconds', 'mfaFlowSeconds', 'externalAuthSeconds'],
  },
  {
    id: 'sessions',
    title: 'Sessions and tokens',
    description: 'How long users stay signed in.',
    fields: ['accessTokenSeconds', 'browserSessionSeconds', 'browserSessionIdleSeconds', 'refreshTokens'],
    advanced: ['refreshTokenSeconds', 'refreshReuseSeconds', 'idTokenSeconds', 'grantTokenSeconds'],
  },
  {
    id: 'hosted-pages',
    title: 'Hosted pages',
    description: 'The sign-in and account pages that Thumbturn has for this application.',
    fields: ['hostedSignUp', 'hostedDeletion', 'logoUrl', 'accentColor', 'termsUrl', 'privacyUrl', 'helpUrl'],
    advanced: ['logoDarkUrl', 'backgroundColor', 'cornerRadius', 'hostedText'],
  },
  {
    id: 'programs',
    title: 'MCP clients and other programs',
    description: 'Whether programs that you didn’t set up can ask your users for access.',
    fields: ['clientIdMetadataDocuments', 'clientIdMetadataHosts'],
    advanced: ['dynamicClientRegistration'],
  },
  {
    id: 'messages',
    title: 'Email and SMS',
    description: 'What users receive, and how much can be sent.',
    fields: ['locale', 'notices'],
    advanced: ['smsCountries', 'emailsPerHour', 'textsPerHour'],
  },
  {
    id: 'apps',
    title: 'Apps and other domains',
    description:
      'Where else the same passkeys work. The service publishes the files that browsers and systems look for.',
    fields: ['relatedOrigins', 'androidApps', 'appleApps'],
    advanced: ['androidAppLinks', 'topOrigins'],
  },
  {
    id: 'payments',
    title: 'Payments',
    description: 'Payments that users confirm with a passkey.',
    fields: ['paymentConfirmation', 'paymentOrigins'],
    advanced: [],
  },
  {
    id: 'password-managers',
    title: 'Password managers',
    description: 'Pages that password managers link to.',
    fields: ['passkeyEnrollUrl', 'passkeyManageUrl'],
    advanced: ['prfUsageUrl'],
  },
  {
    id: 'security',
    title: 'Security',
    description: 'What a sign-in checks, and what it reveals.',
    fields: ['securityProfile', 'enumeration'],
    advanced: ['signCounter', 'backupEligibilityChange'],
  },
  {
    id: 'attestation',
    title: 'Authenticator models',
    description: 'Proof of an authenticator’s model at registration. Most applications don’t need it.',
    fields: ['minCertificationLevel'],
    advanced: ['attestation', 'attestationFormats', 'attestationTrust', 'trustAnchors', 'attestationSha1'],
  },
  {
    id: 'events',
    title: 'Events and privacy',
    description: 'What the service records, and how long it keeps it.',
    fields: ['eventRetentionDays', 'pseudonymizeEvents'],
    advanced: ['rejectionEvents'],
  },
]
