import { type ApplicationSettings, postQuantumAlgorithms } from './application-settings.ts'

/** The facts that decide whether a capability is on: the settings of an application, and what the installation has. */
export type CapabilityFacts = {
  settings: ApplicationSettings
  /** Whether the installation has loaded a list of the FIDO Metadata Service. */
  hasMetadata: boolean
}

/** A capability of the platform that not every browser, authenticator, or application has. */
export type Capability = {
  title: string
  /** The effect, in one sentence. */
  summary: string
  standard: { title: string; url: string }
  /** The route of its page on the website. */
  guide: string
  /** The feature that a browser or an authenticator has to support. */
  requires: string
  /** The effect without that. */
  otherwise: string
  /** browser: its tests use Chromium; service: the service alone. */
  verifiedIn: 'browser' | 'service'
  /** Whether an application has it. */
  isOn(facts: CapabilityFacts): boolean
}

const usesPostQuantum = ({ algorithms }: ApplicationSettings) =>
  postQuantumAlgorithms.some((algorithm) => algorithms.includes(algorithm))

/** Every such capability of this release, for `GET /version` and the page on compatibility. */
export const capabilities = {
  postQuantumPasskeys: {
    title: 'Post-quantum passkeys',
    summary: 'Passkeys that sign with ML-DSA-44, ML-DSA-65, or ML-DSA-87',
    standard: { title: 'RFC 9964', url: 'https://www.rfc-editor.org/rfc/rfc9964' },
    guide: '/reference-documentation/fundamentals/post-quantum/',
    requires: 'an authenticator that supports ML-DSA',
    otherwise: 'the authenticator uses the next algorithm that it supports',
    verifiedIn: 'browser',
    isOn: ({ settings }) => usesPostQuantum(settings),
  },
  authenticatorCertification: {
    title: 'FIDO certification',
    summary:
      'Only authenticators with a minimum FIDO certification level can register; the dashboard shows the FIDO metadata',
    standard: {
      title: 'FIDO Metadata Service',
      url: 'https://fidoalliance.org/specs/mds/fido-metadata-service-v3.1.1-ps-20260105.html',
    },
    guide: '/reference-documentation/fundamentals/attestation/#certification',
    requires: 'an authenticator with attestation, and the setting `FIDO_METADATA`',
    otherwise: 'registration fails in an application that requires a level',
    verifiedIn: 'service',
    isOn: ({ settings, hasMetadata }) => hasMetadata && settings.minCertificationLevel !== 'none',
  },
  passkeyEndpoints: {
    title: 'Passkey endpoints',
    summary: 'Password managers link to the pages where users create and manage passkeys',
    standard: { title: 'Passkey Endpoints', url: 'https://www.w3.org/TR/passkey-endpoints/' },
    guide: '/user-scenario/user-profile-management/passkey-endpoints/',
    requires: 'a password manager that reads /.well-known/passkey-endpoints',
    otherwise: 'users find these pages on your site',
    verifiedIn: 'service',
    isOn: ({ settings }) => settings.passkeyEnrollUrl !== '' || settings.passkeyManageUrl !== '',
  },
  immediateSignIn: {
    title: 'Immediate sign-in',
    summary:
      'A dialog opens only if this device has a passkey; otherwise, users go straight to your other sign-in methods',
    standard: {
      title: 'Immediate mode of WebAuthn (explainer)',
      url: 'https://github.com/w3c/webauthn/blob/main/explainers/immediate-mediation.md',
    },
    guide: '/user-scenario/authentication/sign-in/sign-in-passkey-immediate/',
    requires: 'a browser that reports `immediateGet`, such as Chrome 148',
    otherwise: 'the SDK makes no call, and your page shows its other sign-in methods',
    verifiedIn: 'browser',
    isOn: () => true,
  },
  passkeyExtensions: {
    title: 'Extensions',
    summary:
      'Registrations can request credential protection, the minimum PIN length, large blobs, or keys, and lists show the results',
    standard: { title: 'WebAuthn Level 3 §10', url: 'https://www.w3.org/TR/webauthn-3/#sctn-extensions' },
    guide: '/reference-documentation/fundamentals/extensions/',
    requires: 'an authenticator that supports the extension',
    otherwise: 'the authenticator ignores it; with `credProtectEnforced`, registration fails',
    verifiedIn: 'browser',
    isOn: ({ settings: { extensions } }) => extensions.some((extension) => extension !== 'credProps'),
  },
  derivedKeys: {
    title: 'Keys from passkeys',
    summary: 'A passkey derives keys on the device, to encrypt data that only the user can read',
    standard: { title: 'WebAuthn Level 3 §10.1.4', url: 'https://www.w3.org/TR/webauthn-3/#prf-extension' },
    guide: '/user-scenario/encryption/',
    requires: 'a browser and an authenticator that support the `prf` extension',
    otherwise: '`deriveKey` fails with `ERROR_KEY_UNAVAILABLE`',
    verifiedIn: 'browser',
    isOn: ({ settings: { extensions } }) => extensions.includes('prf'),
  },
  automaticUpgrade: {
    title: 'Automatic upgrade',
    summary:
      'Users get a passkey without a dialog after another kind of sign-in, and signals keep password managers in sync',
    standard: { title: 'WebAuthn Level 3 §5.1.10', url: 'https://www.w3.org/TR/webauthn-3/#sctn-signal-methods' },
    guide: '/user-scenario/authentication/sign-in/sign-in-passkey-upgrade/',
    requires: 'a browser that supports conditional create and the Signal API',
    otherwise: 'your page asks once; deleted passkeys stay in account pickers',
    verifiedIn: 'service',
    isOn: () => true,
  },
  paymentConfirmation: {
    title: 'Payment confirmation',
    summary: 'The browser shows payee and amount of a payment in a dialog of its own, and the passkey signs them',
    standard: { title: 'Secure Payment Confirmation', url: 'https://www.w3.org/TR/secure-payment-confirmation/' },
    guide: '/user-scenario/authentication/step-up/payment-confirmation/',
    requires: 'a browser that reports `extension:payment`, such as Chrome on Android, macOS, and Windows',
    otherwise: 'your page shows the payment, and the passkey confirms it like any transaction',
    verifiedIn: 'browser',
    isOn: ({ settings }) => settings.paymentConfirmation,
  },
  hints: {
    title: 'Hints',
    summary:
      'You choose which kinds of authenticators the browser suggests first; a sign-in with a phone tells users if Bluetooth is missing',
    standard: { title: 'WebAuthn Level 3 §5.8.7', url: 'https://www.w3.org/TR/webauthn-3/#enum-hints' },
    guide: '/reference-documentation/fundamentals/extensions/#hints',
    requires: 'a browser that honors hints',
    otherwise: 'the browser decides',
    verifiedIn: 'browser',
    isOn: ({ settings: { hints } }) => hints.length > 0,
  },
} as const satisfies Record<string, Capability>

export type CapabilityName = keyof typeof capabilities

/** Their names. */
export const capabilityNames = Object.keys(capabilities) as CapabilityName[]

/** The capabilities of an application. */
export const findCapabilities = (facts: CapabilityFacts): Record<CapabilityName, boolean> =>
  Object.fromEntries(capabilityNames.map((name) => [name, capabilities[name].isOn(facts)])) as Record<
    CapabilityName,
    boolean
  >
