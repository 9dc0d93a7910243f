import type { PartialTexts } from '../field-texts.ts'

export const passkeyTexts = {
  registrationRequiresToken: {
    label: 'Require a token for every registration',
    help: 'Your backend must allow each registration, even of a new user’s first passkey, with a token that has the scope `reg:write`.',
    docs: '/backend-integration/generating-authz-tokens/#demanding-a-token-for-every-registration',
  },
  maxPasskeys: {
    label: 'Passkeys per user',
    help: 'A user who has this many must delete one before adding another.',
    docs: '/user-scenario/user-profile-management/passkey-management/#how-many',
    unit: 'passkeys',
  },
  userVerification: {
    label: 'User verification',
    help: 'Whether users unlock their authenticator with a fingerprint, face, or PIN.',
    docs: '/reference-documentation/fundamentals/extensions/#request-extensions',
    choices: {
      required: { name: 'Required', help: 'Registrations and sign-ins without it fail.' },
      preferred: { name: 'Preferred', help: 'Used wherever the authenticator can do it.' },
      discouraged: { name: 'Discouraged', help: 'Skipped where possible, so that a touch is enough.' },
    },
  },
  residentKey: {
    label: 'Sign-in without a username',
    help: 'Whether passkeys are discoverable, so that users can sign in without entering a username.',
    docs: '/user-scenario/authentication/sign-in/sign-in-passkey/#without-a-username',
    choices: {
      required: { name: 'Required', help: 'Every passkey works without a username.' },
      preferred: { name: 'Preferred', help: 'Passkeys work without a username if the authenticator can store them.' },
      discouraged: { name: 'Discouraged', help: 'Saves the limited storage of older security keys.' },
    },
  },
  backupEligibility: {
    label: 'Synced passkeys',
    help: 'Which passkeys can be registered.',
    docs: '/setup/applications/#settings',
    choices: {
      any: { name: 'All passkeys' },
      'device-bound': {
        name: 'Device-bound only',
        help: 'Passkeys that can’t leave their device, such as those of security keys.',
      },
      synced: { name: 'Synced only', help: 'Passkeys that a password manager copies to other devices of the user.' },
    },
  },
  hints: {
    label: 'Suggested authenticators',
    help: 'What browsers offer first, in the order in which you select them. Pages can override it for a single call.',
    docs: '/reference-documentation/fundamentals/extensions/#hints',
    whenEmpty: 'Browsers decide.',
    choices: {
      'security-key': { name: 'Security key' },
      'client-device': { name: 'This device' },
      hybrid: { name: 'Phone' },
    },
  },
  algorithms: {
    label: 'Algorithms',
    help: 'Signature algorithms of new passkeys, in order of preference. ML-DSA resists quantum computers.',
    docs: '/reference-documentation/fundamentals/post-quantum/#offer-ml-dsa',
    choices: {
      '-7': { name: 'ES256' },
      '-8': { name: 'EdDSA' },
      '-35': { name: 'ES384' },
      '-36': { name: 'ES512' },
      '-48': { name: 'ML-DSA-44' },
      '-49': { name: 'ML-DSA-65' },
      '-50': { name: 'ML-DSA-87' },
      '-257': { name: 'RS256' },
    },
  },
  extensions: {
    label: 'Extensions',
    help: 'WebAuthn extensions to request. Browsers and authenticators ignore those that they don’t know.',
    docs: '/reference-documentation/fundamentals/extensions/#request-extensions',
    whenEmpty: 'No extension is requested.',
    choices: {
      credProps: { name: 'Discoverability (credProps)' },
      credProtect: { name: 'Credential protection (credProtect)' },
      minPinLength: { name: 'PIN length (minPinLength)' },
      largeBlob: { name: 'Stored data (largeBlob)' },
      prf: { name: 'Derived keys (prf)' },
    },
  },
  credProtect: {
    label: 'Use without user verification',
    help: 'When a security key lets a passkey be used without verifying the user. Requires the extension Credential protection.',
    docs: '/reference-documentation/fundamentals/extensions/#request-extensions',
    choices: {
      userVerificationOptional: { name: 'Always' },
      userVerificationOptionalWithCredentialIDList: {
        name: 'With a username',
        help: 'Only if the sign-in names the passkeys that it accepts.',
      },
      userVerificationRequired: { name: 'Never', help: 'User verification must be required, too.' },
    },
  },
  credProtectEnforced: {
    label: 'Require credential protection',
    help: 'Authenticators that can’t apply the rule above can’t register.',
    docs: '/reference-documentation/fundamentals/extensions/#request-extensions',
  },
  ceremonySeconds: {
    label: 'Time to use a passkey',
    help: 'How long a user has to create or use a passkey. Browsers can end it earlier.',
    docs: '/reference-documentation/fundamentals/sealed-sessions/#what-follows',
    unit: 'seconds',
  },
} as const satisfies PartialTexts
