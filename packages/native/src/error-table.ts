import type { PasskeyErrorCode } from '@thumbturn/web/core'

/** Causes, each with our code and advice. `{rpId}` is the RP ID of the application. */
export const problems = {
  androidAssociation: [
    'ERROR_DOMAIN_MISMATCH',
    'https://{rpId}/.well-known/assetlinks.json does not list this app with the fingerprint of its signing certificate: add both to the setting androidApps, then check with thumbturn doctor',
  ],
  appleAssociation: [
    'ERROR_DOMAIN_MISMATCH',
    'https://{rpId}/.well-known/apple-app-site-association does not list this app, the app lacks the entitlement webcredentials:{rpId}, or Apple has not fetched the file yet: add the app to the setting appleApps, then check with thumbturn doctor',
  ],
  association: [
    'ERROR_DOMAIN_MISMATCH',
    'The domain {rpId} is not associated with this app: list the app in the settings androidApps and appleApps, then check /.well-known/assetlinks.json and /.well-known/apple-app-site-association with thumbturn doctor',
  ],
  exists: ['ERROR_PASSKEY_EXISTS', 'This device has a passkey of this user: offer to sign in'],
  noPasskey: [
    'ERROR_NO_PASSKEY',
    'No passkey for {rpId} on this device: offer another way to sign in. If there should be one, check with thumbturn doctor that the domain is associated with the app',
  ],
  canceled: ['ERROR_PASSKEY_ABORTED', 'Canceled or timed out: offer to try again'],
  interrupted: ['ERROR_PASSKEY_ABORTED', 'The system interrupted the dialog: offer to try again'],
  otherDialog: ['ERROR_PASSKEY_ABORTED', 'Another dialog for passkeys is open: wait until it has ended'],
  noManager: [
    'ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED',
    'No password manager on this device can create a passkey: have the user sign in to Google, or turn on a password manager in the settings of the device',
  ],
  noProvider: [
    'ERROR_AUTHENTICATOR_UNKNOWN_ERROR',
    'Credential Manager has no provider: add androidx.credentials:credentials-play-services-auth to the app, and have the user update Google Play services',
  ],
  unsupported: [
    'ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED',
    'This device cannot use passkeys, which require Android 9 with Google Play services or iOS 15: offer another way to sign in',
  ],
  algorithms: ['ERROR_ALGORITHMS_UNSUPPORTED', 'This device cannot use the algorithms: offer another'],
  screenLock: [
    'ERROR_USER_VERIFICATION_UNSUPPORTED',
    'This device has no screen lock, or no password manager to store passkeys: have the user set up both',
  ],
  failed: [
    'ERROR_AUTHENTICATOR_UNKNOWN_ERROR',
    'The device or its password manager failed: offer to try again. If it always fails, check with thumbturn doctor that {rpId} is associated with the app',
  ],
  options: [
    'ERROR_GENERAL_ERROR',
    'The plugin or the system rejected the options: see the cause, and update the plugin',
  ],
  background: [
    'ERROR_GENERAL_ERROR',
    'The app is not in the foreground, or has no activity or window: start the call from a visible screen',
  ],
  unhandled: [
    'ERROR_GENERAL_ERROR',
    'The system did not handle the request: check that the app has the entitlement webcredentials:{rpId}, and see the cause',
  ],
  other: ['ERROR_GENERAL_ERROR', 'Error of the plugin or the system: see the cause'],
} as const satisfies Record<string, readonly [PasskeyErrorCode, string]>

/** A row of the table. */
export type Problem = keyof typeof problems

/** The problem of an error with a matching line `field: text`. */
interface Rule {
  problem: Problem
  pattern: RegExp
  /** The only ceremony it applies to. */
  only?: 'creation' | 'assertion'
}

/** Matches errors of AuthenticationServices with a code, in the texts and fields that plugins pass on. */
const matchApple = (code: number, name: string) =>
  new RegExp(
    `AuthorizationError(?:Domain)?\\W+(?:error|Code=)?\\W*${code}\\b|^(?:code|error): ${code}$|\\.${name}\\b`,
    'm',
  )

/** Matches the DOM errors of Credential Manager: class, constant, and the name in WebAuthn. */
const matchDom = (...names: string[]) =>
  new RegExp(names.map((name) => `\\b${name}Error\\b|(?:TYPE_|\\b)${toConstant(name)}_ERROR\\b`).join('|'))

const toConstant = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()

/** Matches an exception of Credential Manager: its class, or the constant of its type. */
const matchAndroid = (name: string) =>
  new RegExp(
    `\\b(?:Create|Get)(?:PublicKey)?Credential${name}Exception\\b|TYPE_(?:CREATE_CREDENTIAL_|GET_CREDENTIAL_)?${toConstant(name)}(?:_EXCEPTION)?\\b`,
  )

/** The first that matches: texts that name the cause come before codes that several causes share. */
export const rules: readonly Rule[] = [
  // Texts of the systems and the plugins.
  {
    problem: 'androidAssociation',
    pattern: /RP ID cannot be validated|incoming request cannot be validated|Digital Asset Links|assetlinks/i,
  },
  {
    problem: 'appleAssociation',
    pattern: /not associated with domain|app[ -]site[ -]association|ERR_NOT_CONFIGURED|NotConfiguredException/i,
  },
  { problem: 'appleAssociation', pattern: matchApple(4004, 'notAssociated') },
  { problem: 'association', pattern: /\bBadConfiguration\b|^name: SecurityError$/m },
  { problem: 'androidAssociation', pattern: matchDom('Security') },
  { problem: 'exists', pattern: matchApple(1006, 'matchedExcludedCredential') },
  {
    problem: 'exists',
    pattern: /\bCredentialAlreadyExists\b|excludeCredentials? list|credentials? (?:already )?exists? on/i,
  },
  { problem: 'exists', pattern: matchDom('InvalidState'), only: 'creation' },
  {
    problem: 'noPasskey',
    pattern:
      /\bNoCredentialException\b|TYPE_NO_CREDENTIAL\b|\bNoCredentials?\b|\bNO_CREDENTIAL\b|no (?:viable )?credentials? (?:is |are )?available/i,
  },
  { problem: 'noManager', pattern: /NoCreateOption|TYPE_(?:CREATE_CREDENTIAL_)?NO_CREATE_OPTIONS?\b/ },
  { problem: 'noProvider', pattern: matchAndroid('ProviderConfiguration') },
  { problem: 'noProvider', pattern: /^(?:code|error|message): NotConfigured$|\bPROVIDER_CONFIG_ERROR\b/m },
  { problem: 'screenLock', pattern: matchApple(1010, 'deviceNotConfiguredForPasskeyCreation') },
  { problem: 'screenLock', pattern: /BiometricException|ERR_BIOMETRIC|Biometrics must be enabled|screen lock/i },
  { problem: 'screenLock', pattern: matchDom('Constraint') },
  { problem: 'otherDialog', pattern: /PendingPasskeyRequest|ERR_PENDING_PASSKEY_REQUEST|already a pending/i },
  { problem: 'background', pattern: matchApple(1005, 'notInteractive') },
  { problem: 'background', pattern: /\bNO_ACTIVITY\b|No (?:active|current) activity/i },
  // Codes and types.
  { problem: 'canceled', pattern: matchApple(1001, 'canceled') },
  { problem: 'canceled', pattern: matchApple(1009, 'preferSignInWithApple') },
  { problem: 'canceled', pattern: matchAndroid('Cancellation') },
  {
    problem: 'canceled',
    pattern: /TYPE_USER_CANCELED\b|\bUserCancelled|ERR_USER_CANCELLED|\bCANCELLED\b|\bTimedOut\b|\bTIMEOUT\b/,
  },
  { problem: 'canceled', pattern: matchDom('Abort', 'NotAllowed', 'Timeout') },
  { problem: 'interrupted', pattern: matchAndroid('Interrupted') },
  { problem: 'interrupted', pattern: /^(?:code|error|message): (?:Interrupted|INTERRUPTED)$/m },
  {
    problem: 'algorithms',
    pattern: /DomError: NotSupportedError|TYPE_NOT_SUPPORTED_ERROR|NotSupportedError/,
    only: 'creation',
  },
  { problem: 'unsupported', pattern: matchAndroid('Unsupported') },
  {
    problem: 'unsupported',
    pattern: /\bNotSupported(?:Exception|Error)?\b|ERR_NOT_SUPPORTED\b|\bUNSUPPORTED_ERROR\b|TYPE_NOT_SUPPORTED_ERROR/,
  },
  { problem: 'unhandled', pattern: matchApple(1003, 'notHandled') },
  { problem: 'unhandled', pattern: /\bHandlerUndefined\b/ },
  {
    problem: 'options',
    pattern:
      /\bInvalid(?:Challenge|User(?:Id)?)(?:Exception)?\b|ERR_(?:INVALID_|MISSING_)|MissingUserId|\bINVALID_INPUT\b|\bRPID_VALIDATION_ERROR\b/,
  },
  { problem: 'options', pattern: matchApple(1007, 'credentialImport') },
  { problem: 'options', pattern: matchApple(1008, 'credentialExport') },
  { problem: 'options', pattern: matchDom('Data', 'DataClone', 'Encoding', 'InvalidCharacter', 'Syntax') },
  { problem: 'failed', pattern: matchApple(1000, 'unknown') },
  { problem: 'failed', pattern: matchApple(1002, 'invalidResponse') },
  { problem: 'failed', pattern: matchApple(1004, 'failed') },
  { problem: 'failed', pattern: matchAndroid('Unknown') },
  { problem: 'failed', pattern: matchDom('Unknown', 'NotReadable', 'Network', 'Operation') },
  {
    problem: 'failed',
    pattern: /Request ?Failed|REQUEST_FAILED|AuthorizationFailed|AUTHORIZATION_FAILED|\bDOM_ERROR\b|\bUnknown error\b/i,
  },
]
