import { msg } from '@lingui/core/runtime-macro'
import type { PartialTexts } from '../field-texts.ts'

export const passkeyTexts = {
  registrationRequiresToken: {
    label: msg`Require a token for every registration`,
    help: msg`Your backend must allow each registration, even of a new user’s first passkey, with a token that has the scope \`reg:write\`.`,
    docs: '/backend-integration/generating-authz-tokens/#demanding-a-token-for-every-registration',
  },
  maxPasskeys: {
    label: msg`Passkeys per user`,
    help: msg`A user who has this many must delete one before adding another.`,
    docs: '/user-scenario/user-profile-management/passkey-management/#how-many',
    unit: 'passkeys',
  },
  userVerification: {
    label: msg`User verification`,
    help: msg`Whether users unlock their authenticator with a fingerprint, face, or PIN.`,
    docs: '/reference-documentation/fundamentals/extensions/#request-extensions',
    choices: {
      required: { name: msg`Required`, help: msg`Registrations and sign-ins without it fail.` },
      preferred: { name: msg`Preferred`, help: msg`Used wherever the authenticator can do it.` },
      discouraged: { name: msg`Discouraged`, help: msg`Skipped where possible, so that a touch is enough.` },
    },
  },
  residentKey: {
    label: msg`Sign-in without a username`,
    help: msg`Whether passkeys are discoverable, so that users can sign in without entering a username.`,
    docs: '/user-scenario/authentication/sign-in/sign-in-passkey/#without-a-username',
    choices: {
      required: { name: msg`Required`, help: msg`Every passkey works without a username.` },
      preferred: {
        name: msg`Preferred`,
        help: msg`Passkeys work without a username if the authenticator can store them.`,
      },
      discouraged: { name: msg`Discouraged`, help: msg`Saves the limited storage of older security keys.` },
    },
  },
  backupEligibility: {
    label: msg`Synced passkeys`,
    help: msg`Which passkeys can be registered.`,
    docs: '/setup/applications/#settings',
    choices: {
      any: { name: msg`All passkeys` },
      'device-bound': {
        name: msg`Device-bound only`,
        help: msg`Passkeys that can’t leave their device, such as those of security keys.`,
      },
      synced: {
        name: msg`Synced only`,
        help: msg`Passkeys that a password manager copies to other devices of the user.`,
      },
    },
  },
  hints: {
    label: msg`Suggested authenticators`,
    help: msg`What browsers offer first, in the order in which you select them. Pages can override it for a single call.`,
    docs: '/reference-documentation/fundamentals/extensions/#hints',
    whenEmpty: msg`Browsers decide.`,
    choices: {
      'security-key': { name: msg`Security key` },
      'client-device': { name: msg`This device` },
      hybrid: { name: msg`Phone` },
    },
  },
  algorithms: {
    label: msg`Algorithms`,
    help: msg`Signature algorithms of new passkeys, in order of preference. ML-DSA resists quantum computers.`,
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
    label: msg`Extensions`,
    help: msg`WebAuthn extensions to request. Browsers and authenticators ignore those that they don’t know.`,
    docs: '/reference-documentation/fundamentals/extensions/#request-extensions',
    whenEmpty: msg`No extension is requested.`,
    choices: {
      credProps: { name: msg`Discoverability (credProps)` },
      credProtect: { name: msg`Credential protection (credProtect)` },
      minPinLength: { name: msg`PIN length (minPinLength)` },
      largeBlob: { name: msg`Stored data (largeBlob)` },
      prf: { name: msg`Derived keys (prf)` },
    },
  },
  credProtect: {
    label: msg`Use without user verification`,
    help: msg`When a security key lets a passkey be used without verifying the user. Requires the extension Credential protection.`,
    docs: '/reference-documentation/fundamentals/extensions/#request-extensions',
    choices: {
      userVerificationOptional: { name: msg`Always` },
      userVerificationOptionalWithCredentialIDList: {
        name: msg`With a username`,
        help: msg`Only if the sign-in names the passkeys that it accepts.`,
      },
      userVerificationRequired: { name: msg`Never`, help: msg`User verification must be required, too.` },
    },
  },
  credProtectEnforced: {
    label: msg`Require credential protection`,
    help: msg`Authenticators that can’t apply the rule above can’t register.`,
    docs: '/reference-documentation/fundamentals/extensions/#request-extensions',
  },
  ceremonySeconds: {
    label: msg`Time to use a passkey`,
    help: msg`How long a user has to create or use a passkey. Browsers can end it earlier.`,
    docs: '/reference-documentation/fundamentals/sealed-sessions/#what-follows',
    unit: 'seconds',
  },
} as const satisfies PartialTexts
