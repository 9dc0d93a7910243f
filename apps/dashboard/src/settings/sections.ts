import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { FieldName, SettingName } from './field-texts.ts'

/** Fields for one task. Few applications need the advanced ones, which are folded. */
export type Section = {
  id: string
  title: MessageDescriptor
  description: MessageDescriptor
  fields: readonly FieldName[]
  advanced: readonly SettingName[]
}

/** Every field once, except those of the page "Authenticators", in the order of the page. */
export const sections: readonly Section[] = [
  {
    id: 'general',
    title: msg`General`,
    description: msg`The application’s name, and where its passkeys work.`,
    fields: ['name', 'origins', 'rpId', 'baseUrl'],
    advanced: [],
  },
  {
    id: 'passkeys',
    title: msg`Passkeys`,
    description: msg`Who can create passkeys, and which ones are accepted.`,
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
    title: msg`Sign-in without a passkey`,
    description: msg`How users sign in when their passkey is lost or on another device.`,
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
    title: msg`Multi-factor sign-in`,
    description: msg`Which factors your multi-factor flows require.`,
    fields: ['mfaPolicy'],
    advanced: ['mfaSessionSeconds', 'mfaFlowSeconds', 'externalAuthSeconds'],
  },
  {
    id: 'sessions',
    title: msg`Sessions and tokens`,
    description: msg`How long users stay signed in.`,
    fields: ['accessTokenSeconds', 'browserSessionSeconds', 'browserSessionIdleSeconds', 'refreshTokens'],
    advanced: ['refreshTokenSeconds', 'refreshReuseSeconds', 'idTokenSeconds', 'grantTokenSeconds'],
  },
  {
    id: 'hosted-pages',
    title: msg`Hosted pages`,
    description: msg`The sign-in and account pages that Thumbturn has for this application.`,
    fields: ['hostedSignUp', 'hostedDeletion', 'logoUrl', 'accentColor', 'termsUrl', 'privacyUrl', 'helpUrl'],
    advanced: ['logoDarkUrl', 'backgroundColor', 'cornerRadius', 'hostedText'],
  },
  {
    id: 'programs',
    title: msg`MCP clients and other programs`,
    description: msg`Whether programs that you didn’t set up can ask your users for access.`,
    fields: ['clientIdMetadataDocuments', 'clientIdMetadataHosts'],
    advanced: ['dynamicClientRegistration'],
  },
  {
    id: 'messages',
    title: msg`Email and SMS`,
    description: msg`What users receive, and how much can be sent.`,
    fields: ['locale', 'notices'],
    advanced: ['smsCountries', 'emailsPerHour', 'textsPerHour'],
  },
  {
    id: 'apps',
    title: msg`Apps and other domains`,
    description: msg`Where else the same passkeys work. The service publishes the files that browsers and systems look for.`,
    fields: ['relatedOrigins', 'androidApps', 'appleApps'],
    advanced: ['androidAppLinks', 'topOrigins'],
  },
  {
    id: 'payments',
    title: msg`Payments`,
    description: msg`Payments that users confirm with a passkey.`,
    fields: ['paymentConfirmation', 'paymentOrigins'],
    advanced: [],
  },
  {
    id: 'password-managers',
    title: msg`Password managers`,
    description: msg`Pages that password managers link to.`,
    fields: ['passkeyEnrollUrl', 'passkeyManageUrl'],
    advanced: ['prfUsageUrl'],
  },
  {
    id: 'security',
    title: msg`Security`,
    description: msg`What a sign-in checks, and what it reveals.`,
    fields: ['securityProfile', 'enumeration'],
    advanced: ['signCounter', 'backupEligibilityChange'],
  },
  {
    id: 'attestation',
    title: msg`Authenticator models`,
    description: msg`Proof of an authenticator’s model at registration. Most applications don’t need it.`,
    fields: ['minCertificationLevel'],
    advanced: ['attestation', 'attestationFormats', 'attestationTrust', 'trustAnchors', 'attestationSha1'],
  },
  {
    id: 'events',
    title: msg`Events and privacy`,
    description: msg`What the service records, and how long it keeps it.`,
    fields: ['eventRetentionDays', 'pseudonymizeEvents'],
    advanced: ['rejectionEvents'],
  },
]
