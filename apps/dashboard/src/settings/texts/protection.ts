import type { PartialTexts } from '../field-texts.ts'

export const protectionTexts = {
  securityProfile: {
    label: 'Security profile',
    help: 'A set of stricter rules. Choosing one changes the settings that it restricts.',
    docs: '/security/#security-profile',
    choices: {
      standard: { name: 'Standard', help: 'You decide on each setting.' },
      'asvs-l3': {
        name: 'OWASP ASVS 5.0, level 3',
        help: 'Users can sign in only with attested, device-bound passkeys and user verification.',
      },
    },
  },
  enumeration: {
    label: 'Unknown usernames',
    help: 'What the start of a sign-in reveals about a username.',
    docs: '/user-scenario/authentication/sign-in/sign-in-passkey/#when-there-is-no-passkey-to-use',
    choices: {
      open: { name: 'Offer what fits the user', help: 'The response can reveal whether the username has an account.' },
      strict: { name: 'Reveal nothing', help: 'Every username gets a response of the same form.' },
    },
  },
  signCounter: {
    label: 'Signature counter',
    help: 'What happens when the counter of an authenticator doesn’t increase, which can mean that it was copied.',
    docs: '/security/#what-to-know',
    choices: { reject: { name: 'Reject the sign-in' }, flag: { name: 'Accept it and record an event' } },
  },
  backupEligibilityChange: {
    label: 'Device-bound passkey becomes synced',
    help: 'What happens when a passkey changes from device-bound to synced, or back. Some providers change existing passkeys.',
    docs: '/security/#what-to-know',
    choices: { reject: { name: 'Reject the sign-in' }, flag: { name: 'Accept it and record an event' } },
  },
  relatedOrigins: {
    label: 'Related origins',
    help: 'Other domains whose pages can use the same passkeys. The service publishes them in `/.well-known/webauthn`.',
    docs: '/reference-documentation/fundamentals/rpid/#related-origins',
    whenEmpty: 'Passkeys work only on the RP ID and its subdomains.',
  },
  androidApps: {
    label: 'Android apps',
    help: 'Apps that can use the passkeys, each with the SHA-256 fingerprint of its signing certificate.',
    docs: '/reference-documentation/mobile/android/#associate-the-domain-with-the-app',
    whenEmpty: 'No Android app can use the passkeys.',
  },
  appleApps: {
    label: 'Apple apps',
    help: 'Apps that can use the passkeys, each with its team ID and bundle ID.',
    docs: '/reference-documentation/mobile/ios/#associate-the-domain-with-the-app',
    whenEmpty: 'No Apple app can use the passkeys.',
  },
  androidAppLinks: {
    label: 'Android apps open links',
    help: 'The Android apps can also open links to the RP ID’s host, which Google requires for passkeys.',
    docs: '/reference-documentation/mobile/android/#associate-the-domain-with-the-app',
  },
  topOrigins: {
    label: 'Pages that can embed a sign-in',
    help: 'Other origins whose pages can show your sign-in in a frame.',
    docs: '/user-scenario/authentication/step-up/payment-confirmation/#merchants',
    whenEmpty: 'No other page can embed a sign-in.',
  },
  paymentConfirmation: {
    label: 'Payment confirmation',
    help: 'Passkeys can be created for payments, and browsers that support it show payee and amount before the user confirms.',
    docs: '/user-scenario/authentication/step-up/payment-confirmation/#steps',
  },
  paymentOrigins: {
    label: 'Pages that can request a payment',
    help: 'Origins of others, such as shops, whose pages can let a user confirm a payment. They get the options from your backend.',
    docs: '/user-scenario/authentication/step-up/payment-confirmation/#merchants',
    whenEmpty: 'Only your own pages can request a payment.',
  },
  minCertificationLevel: {
    label: 'Minimum FIDO certification',
    help: 'Choosing a level also requests attestation and checks it with the FIDO metadata.',
    docs: '/reference-documentation/fundamentals/attestation/#certification',
    choices: {
      none: { name: 'None' },
      L1: { name: 'Level 1' },
      'L1+': { name: 'Level 1+' },
      L2: { name: 'Level 2' },
      'L2+': { name: 'Level 2+' },
      L3: { name: 'Level 3' },
      'L3+': { name: 'Level 3+' },
    },
  },
  attestation: {
    label: 'Attestation',
    help: 'The proof of the authenticator’s model that registrations request.',
    docs: '/reference-documentation/fundamentals/attestation/#three-questions',
    choices: {
      none: { name: 'None', help: 'Statements are ignored, even if a browser sends one.' },
      indirect: { name: 'Indirect', help: 'The browser can replace the statement with an anonymous one.' },
      direct: { name: 'Direct', help: 'The statement of the authenticator itself.' },
      enterprise: { name: 'Enterprise', help: 'A statement that can identify the single authenticator.' },
    },
  },
  attestationFormats: {
    label: 'Statement formats',
    help: 'The formats that registrations can have, if attestation is requested.',
    docs: '/reference-documentation/fundamentals/attestation/#three-questions',
    choices: {
      none: { name: 'No statement (none)' },
      packed: { name: 'Packed' },
      tpm: { name: 'TPM' },
      'android-key': { name: 'Android key' },
      apple: { name: 'Apple' },
      'fido-u2f': { name: 'FIDO U2F' },
      compound: { name: 'Compound' },
    },
  },
  attestationTrust: {
    label: 'Trusted certificates',
    help: 'Where the certificates of a statement must lead.',
    docs: '/reference-documentation/fundamentals/attestation/#three-questions',
    choices: {
      none: { name: 'Anywhere', help: 'The model is what the authenticator claims.' },
      anchors: { name: 'To your trust anchors', help: 'Registrations without a trusted statement fail.' },
      metadata: { name: 'To the FIDO metadata', help: 'Only models in good standing can register.' },
    },
  },
  attestationSha1: {
    label: 'Verify TPM statements with SHA-1',
    help: 'Windows Hello sends such statements. Otherwise, they count as unverified, and are rejected if trusted certificates are required.',
    docs: '/reference-documentation/fundamentals/attestation/#windows-hello-and-sha-1',
  },
  trustAnchors: {
    label: 'Trust anchors',
    help: 'Certificates that you trust, in PEM or base64.',
    docs: '/reference-documentation/fundamentals/attestation/#three-questions',
    whenEmpty: 'There are no trust anchors.',
  },
  authenticators: {
    label: 'Allowed authenticators',
    help: 'The models that can register and sign in.',
    docs: '/reference-documentation/fundamentals/attestation/#an-allow-list',
    whenEmpty: 'All models can register and sign in.',
  },
  eventRetentionDays: {
    label: 'Event retention',
    help: 'Older events are deleted. The counts in Analytics stay.',
    docs: '/analytics/raw-logs/#retention',
    unit: 'days',
  },
  pseudonymizeEvents: {
    label: 'Pseudonymize events',
    help: 'New events contain keyed hashes in place of usernames and IP addresses.',
    docs: '/analytics/raw-logs/#retention',
  },
  rejectionEvents: {
    label: 'Limit of rejection events',
    help: 'At most this many rejected ceremonies are recorded on each node. Further ones are only counted.',
    docs: '/analytics/raw-logs/#rejections',
    unit: 'eventsPerMinute',
  },
} as const satisfies PartialTexts
