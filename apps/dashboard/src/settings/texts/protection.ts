import { msg } from '@lingui/core/runtime-macro'
import type { PartialTexts } from '../field-texts.ts'

export const protectionTexts = {
  securityProfile: {
    label: msg`Security profile`,
    help: msg`A set of stricter rules. Choosing one changes the settings that it restricts.`,
    docs: '/security/#security-profile',
    choices: {
      standard: { name: msg`Standard`, help: msg`You decide on each setting.` },
      'asvs-l3': {
        name: msg`OWASP ASVS 5.0, level 3`,
        help: msg`Users can sign in only with attested, device-bound passkeys and user verification.`,
      },
    },
  },
  enumeration: {
    label: msg`Unknown usernames`,
    help: msg`What the start of a sign-in reveals about a username.`,
    docs: '/user-scenario/authentication/sign-in/sign-in-passkey/#when-there-is-no-passkey-to-use',
    choices: {
      open: {
        name: msg`Offer what fits the user`,
        help: msg`The response can reveal whether the username has an account.`,
      },
      strict: { name: msg`Reveal nothing`, help: msg`Every username gets a response of the same form.` },
    },
  },
  signCounter: {
    label: msg`Signature counter`,
    help: msg`What happens when the counter of an authenticator doesn’t increase, which can mean that it was copied.`,
    docs: '/security/#what-to-know',
    choices: { reject: { name: msg`Reject the sign-in` }, flag: { name: msg`Accept it and record an event` } },
  },
  backupEligibilityChange: {
    label: msg`Device-bound passkey becomes synced`,
    help: msg`What happens when a passkey changes from device-bound to synced, or back. Some providers change existing passkeys.`,
    docs: '/security/#what-to-know',
    choices: { reject: { name: msg`Reject the sign-in` }, flag: { name: msg`Accept it and record an event` } },
  },
  relatedOrigins: {
    label: msg`Related origins`,
    help: msg`Other domains whose pages can use the same passkeys. The service publishes them in \`/.well-known/webauthn\`.`,
    docs: '/reference-documentation/fundamentals/rpid/#related-origins',
    whenEmpty: msg`Passkeys work only on the RP ID and its subdomains.`,
  },
  androidApps: {
    label: msg`Android apps`,
    help: msg`Apps that can use the passkeys, each with the SHA-256 fingerprint of its signing certificate.`,
    docs: '/reference-documentation/mobile/android/#associate-the-domain-with-the-app',
    whenEmpty: msg`No Android app can use the passkeys.`,
  },
  appleApps: {
    label: msg`Apple apps`,
    help: msg`Apps that can use the passkeys, each with its team ID and bundle ID.`,
    docs: '/reference-documentation/mobile/ios/#associate-the-domain-with-the-app',
    whenEmpty: msg`No Apple app can use the passkeys.`,
  },
  androidAppLinks: {
    label: msg`Android apps open links`,
    help: msg`The Android apps can also open links to the RP ID’s host, which Google requires for passkeys.`,
    docs: '/reference-documentation/mobile/android/#associate-the-domain-with-the-app',
  },
  topOrigins: {
    label: msg`Pages that can embed a sign-in`,
    help: msg`Other origins whose pages can show your sign-in in a frame.`,
    docs: '/user-scenario/authentication/step-up/payment-confirmation/#merchants',
    whenEmpty: msg`No other page can embed a sign-in.`,
  },
  paymentConfirmation: {
    label: msg`Payment confirmation`,
    help: msg`Passkeys can be created for payments, and browsers that support it show payee and amount before the user confirms.`,
    docs: '/user-scenario/authentication/step-up/payment-confirmation/#steps',
  },
  paymentOrigins: {
    label: msg`Pages that can request a payment`,
    help: msg`Origins of others, such as shops, whose pages can let a user confirm a payment. They get the options from your backend.`,
    docs: '/user-scenario/authentication/step-up/payment-confirmation/#merchants',
    whenEmpty: msg`Only your own pages can request a payment.`,
  },
  minCertificationLevel: {
    label: msg`Minimum FIDO certification`,
    help: msg`Choosing a level also requests attestation and checks it with the FIDO metadata.`,
    docs: '/reference-documentation/fundamentals/attestation/#certification',
    choices: {
      none: { name: msg`None` },
      L1: { name: msg`Level 1` },
      'L1+': { name: msg`Level 1+` },
      L2: { name: msg`Level 2` },
      'L2+': { name: msg`Level 2+` },
      L3: { name: msg`Level 3` },
      'L3+': { name: msg`Level 3+` },
    },
  },
  attestation: {
    label: msg`Attestation`,
    help: msg`The proof of the authenticator’s model that registrations request.`,
    docs: '/reference-documentation/fundamentals/attestation/#three-questions',
    choices: {
      none: { name: msg`None`, help: msg`Statements are ignored, even if a browser sends one.` },
      indirect: { name: msg`Indirect`, help: msg`The browser can replace the statement with an anonymous one.` },
      direct: { name: msg`Direct`, help: msg`The statement of the authenticator itself.` },
      enterprise: { name: msg`Enterprise`, help: msg`A statement that can identify the single authenticator.` },
    },
  },
  attestationFormats: {
    label: msg`Statement formats`,
    help: msg`The formats that registrations can have, if attestation is requested.`,
    docs: '/reference-documentation/fundamentals/attestation/#three-questions',
    choices: {
      none: { name: msg`No statement (none)` },
      packed: { name: 'Packed' },
      tpm: { name: 'TPM' },
      'android-key': { name: 'Android key' },
      apple: { name: 'Apple' },
      'fido-u2f': { name: 'FIDO U2F' },
      compound: { name: 'Compound' },
    },
  },
  attestationTrust: {
    label: msg`Trusted certificates`,
    help: msg`Where the certificates of a statement must lead.`,
    docs: '/reference-documentation/fundamentals/attestation/#three-questions',
    choices: {
      none: { name: msg`Anywhere`, help: msg`The model is what the authenticator claims.` },
      anchors: { name: msg`To your trust anchors`, help: msg`Registrations without a trusted statement fail.` },
      metadata: { name: msg`To the FIDO metadata`, help: msg`Only models in good standing can register.` },
    },
  },
  attestationSha1: {
    label: msg`Verify TPM statements with SHA-1`,
    help: msg`Windows Hello sends such statements. Otherwise, they count as unverified, and are rejected if trusted certificates are required.`,
    docs: '/reference-documentation/fundamentals/attestation/#windows-hello-and-sha-1',
  },
  trustAnchors: {
    label: msg`Trust anchors`,
    help: msg`Certificates that you trust, in PEM or base64.`,
    docs: '/reference-documentation/fundamentals/attestation/#three-questions',
    whenEmpty: msg`There are no trust anchors.`,
  },
  authenticators: {
    label: msg`Allowed authenticators`,
    help: msg`The models that can register and sign in.`,
    docs: '/reference-documentation/fundamentals/attestation/#an-allow-list',
    whenEmpty: msg`All models can register and sign in.`,
  },
  eventRetentionDays: {
    label: msg`Event retention`,
    help: msg`Older events are deleted. The counts in Analytics stay.`,
    docs: '/analytics/raw-logs/#retention',
    unit: 'days',
  },
  pseudonymizeEvents: {
    label: msg`Pseudonymize events`,
    help: msg`New events contain keyed hashes in place of usernames and IP addresses.`,
    docs: '/analytics/raw-logs/#retention',
  },
  rejectionEvents: {
    label: msg`Limit of rejection events`,
    help: msg`At most this many rejected ceremonies are recorded on each node. Further ones are only counted.`,
    docs: '/analytics/raw-logs/#rejections',
    unit: 'eventsPerMinute',
  },
} as const satisfies PartialTexts
