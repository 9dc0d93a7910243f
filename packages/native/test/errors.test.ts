import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../src/error-table.ts'
import { problems } from '../src/error-table.ts'
import { toPasskeyError } from '../src/errors.ts'

const rpId = 'shop.example'

function expectProblem(cause: unknown, problem: Problem, isCreation = false) {
  const error = toPasskeyError(cause, { rpId, isCreation })
  const [code, advice] = problems[problem]
  assert.deepEqual([error.code, error.message], [code, advice.replaceAll('{rpId}', rpId)], JSON.stringify(cause))
  assert.equal(error.cause, cause)
}

/** Exceptions of androidx.credentials and their types, by the ceremony: both, creation, or assertion. */
const android: [name: string, type: string, problem: Problem][] = [
  [
    'CreateCredentialCancellationException',
    'android.credentials.CreateCredentialException.TYPE_USER_CANCELED',
    'canceled',
  ],
  ['GetCredentialCancellationException', 'android.credentials.GetCredentialException.TYPE_USER_CANCELED', 'canceled'],
  [
    'CreateCredentialInterruptedException',
    'android.credentials.CreateCredentialException.TYPE_INTERRUPTED',
    'interrupted',
  ],
  ['GetCredentialInterruptedException', 'android.credentials.GetCredentialException.TYPE_INTERRUPTED', 'interrupted'],
  [
    'CreateCredentialNoCreateOptionException',
    'android.credentials.CreateCredentialException.TYPE_NO_CREATE_OPTIONS',
    'noManager',
  ],
  ['NoCredentialException', 'android.credentials.GetCredentialException.TYPE_NO_CREDENTIAL', 'noPasskey'],
  [
    'CreateCredentialProviderConfigurationException',
    'androidx.credentials.TYPE_CREATE_CREDENTIAL_PROVIDER_CONFIGURATION_EXCEPTION',
    'noProvider',
  ],
  [
    'GetCredentialProviderConfigurationException',
    'androidx.credentials.TYPE_GET_CREDENTIAL_PROVIDER_CONFIGURATION_EXCEPTION',
    'noProvider',
  ],
  [
    'CreateCredentialUnsupportedException',
    'androidx.credentials.TYPE_CREATE_CREDENTIAL_UNSUPPORTED_EXCEPTION',
    'unsupported',
  ],
  [
    'GetCredentialUnsupportedException',
    'androidx.credentials.TYPE_GET_CREDENTIAL_UNSUPPORTED_EXCEPTION',
    'unsupported',
  ],
  ['CreateCredentialUnknownException', 'android.credentials.CreateCredentialException.TYPE_UNKNOWN', 'failed'],
  ['GetCredentialUnknownException', 'android.credentials.GetCredentialException.TYPE_UNKNOWN', 'failed'],
]

test('each exception of Credential Manager is explained, by its class or its type', () => {
  for (const [name, type, problem] of android) {
    const isCreation = name.startsWith('Create')
    expectProblem({ name: `androidx.credentials.exceptions.${name}`, message: 'text' }, problem, isCreation)
    expectProblem({ type, message: 'text' }, problem, isCreation)
    expectProblem({ code: 'E', message: `${name}: text` }, problem, isCreation)
  }
})

/** DOM errors of androidx.credentials.exceptions.domerrors, in both ceremonies. */
const dom: Record<string, [assertion: Problem, creation?: Problem]> = {
  Abort: ['canceled'],
  Constraint: ['screenLock'],
  DataClone: ['options'],
  Data: ['options'],
  Encoding: ['options'],
  HierarchyRequest: ['other'],
  InUseAttribute: ['other'],
  InvalidCharacter: ['options'],
  InvalidModification: ['other'],
  InvalidNodeType: ['other'],
  InvalidState: ['other', 'exists'],
  Namespace: ['other'],
  Network: ['failed'],
  NoModificationAllowed: ['other'],
  NotAllowed: ['canceled'],
  NotFound: ['other'],
  NotReadable: ['failed'],
  NotSupported: ['unsupported', 'algorithms'],
  Operation: ['failed'],
  OptOut: ['other'],
  QuotaExceeded: ['other'],
  ReadOnly: ['other'],
  Security: ['androidAssociation'],
  Syntax: ['options'],
  Timeout: ['canceled'],
  TransactionInactive: ['other'],
  Unknown: ['failed'],
  Version: ['other'],
  WrongDocument: ['other'],
}

test('each DOM error of Credential Manager is explained, by its class or its type', () => {
  for (const [name, [assertion, creation = assertion]] of Object.entries(dom)) {
    const constant = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
    for (const [problem, isCreation, ceremony] of [
      [assertion, false, 'GET'],
      [creation, true, 'CREATE'],
    ] as const) {
      const type = `androidx.credentials.TYPE_${ceremony}_PUBLIC_KEY_CREDENTIAL_DOM_EXCEPTION/androidx.credentials.TYPE_${constant}_ERROR`
      expectProblem({ type, message: 'text' }, problem, isCreation)
      expectProblem({ code: 'Passkey', message: `DomError: ${name}Error - text` }, problem, isCreation)
    }
  }
})

const apple: Record<number, [name: string, problem: Problem]> = {
  1000: ['unknown', 'failed'],
  1001: ['canceled', 'canceled'],
  1002: ['invalidResponse', 'failed'],
  1003: ['notHandled', 'unhandled'],
  1004: ['failed', 'failed'],
  1005: ['notInteractive', 'background'],
  1006: ['matchedExcludedCredential', 'exists'],
  1007: ['credentialImport', 'options'],
  1008: ['credentialExport', 'options'],
  1009: ['preferSignInWithApple', 'canceled'],
  1010: ['deviceNotConfiguredForPasskeyCreation', 'screenLock'],
}

test('each code of ASAuthorizationError is explained, by the number or the name', () => {
  for (const [code, [name, problem]] of Object.entries(apple)) {
    const domain = 'com.apple.AuthenticationServices.AuthorizationError'
    const causes = [
      { message: `The operation couldn’t be completed. (${domain} error ${code}.)` },
      { message: `Error Domain=${domain} Code=${code} "(null)"` },
      { code, message: 'text' },
      { code: Number(code), message: 'text' },
      { message: `ASAuthorizationError.${name}` },
    ]
    for (const cause of causes) expectProblem(cause, problem, true)
  }
})

test('texts that name the cause come before codes', () => {
  const domain = 'com.apple.AuthenticationServices.AuthorizationError'
  const app = 'Application with identifier ABCDE12345.example.shop is not associated with domain shop.example'
  expectProblem({ code: 'RequestFailed', message: `${app}. (${domain} error 1004.)` }, 'appleAssociation')
  expectProblem({ error: 'UnknownError', message: 'RP ID cannot be validated.' }, 'androidAssociation')
  const digital = 'Unknown error from Android Credential Manager. Check Digital Asset Links configuration for rpId.'
  expectProblem({ code: 'DOM_ERROR', message: digital }, 'androidAssociation')
  expectProblem(
    { code: 'UserCancelled', message: `No credentials available for login. (${domain} error 1001.)` },
    'noPasskey',
  )
  expectProblem(
    { type: 'GetCredentialUnknownException', message: 'The incoming request cannot be validated' },
    'androidAssociation',
  )
})

/** Codes of plugins, in the form in which they reject. */
const plugins: Record<string, [cause: object, problem: Problem][]> = {
  'react-native-passkey': [
    [{ error: 'Unknown error', message: 'An unknown error occurred' }, 'failed'],
    [{ error: 'NotSupported', message: 'Passkeys are not supported on this device.' }, 'unsupported'],
    [{ error: 'RequestFailed', message: 'The request failed. No Credentials were returned.' }, 'failed'],
    [{ error: 'UserCancelled', message: 'text' }, 'canceled'],
    [{ error: 'InvalidChallenge', message: 'The provided challenge was invalid' }, 'options'],
    [{ error: 'InvalidUserId', message: 'The provided userId was invalid' }, 'options'],
    [{ error: 'BadConfiguration', message: 'Your app is not properly configured.' }, 'association'],
    [{ error: 'NoCredentials', message: 'No viable credential is available for the user.' }, 'noPasskey'],
    [{ error: 'Interrupted', message: 'The operation was interrupted and may be retried.' }, 'interrupted'],
    [{ error: 'TimedOut', message: 'The operation timed out.' }, 'canceled'],
    [
      { error: 'CredentialAlreadyExists', message: 'A passkey for this account already exists on this device.' },
      'exists',
    ],
    [
      { error: 'NoCreateOption', message: 'No credential provider is available to create a passkey on this device.' },
      'noManager',
    ],
    [{ error: 'Native error', message: 'Error: HandlerUndefined' }, 'unhandled'],
    [{ error: 'Native error', message: 'Error: something new' }, 'other'],
  ],
  'react-native-passkeys': [
    [{ code: 'Passkey Create', message: 'UserCancelled' }, 'canceled'],
    [{ code: 'Passkey Create', message: 'Interrupted' }, 'interrupted'],
    [{ code: 'Passkey Create', message: 'NotConfigured' }, 'noProvider'],
    [{ code: 'Passkey Create', message: 'UnknownError' }, 'failed'],
    [{ code: 'Passkey Get', message: 'NotSupported' }, 'unsupported'],
    [{ code: 'Passkey Get', message: 'NoCredentials' }, 'noPasskey'],
    [
      { code: 'ERR_NOT_CONFIGURED', message: 'Your Apple app site association is not properly configured.' },
      'appleAssociation',
    ],
    [{ code: 'ERR_PENDING_PASSKEY_REQUEST', message: 'There is already a pending passkey request' }, 'otherDialog'],
    [{ code: 'ERR_NOT_SUPPORTED', message: 'Passkeys are not supported on this iOS version.' }, 'unsupported'],
    [{ code: 'ERR_BIOMETRIC', message: 'Biometrics must be enabled' }, 'screenLock'],
    [{ code: 'ERR_USER_CANCELLED', message: 'text' }, 'canceled'],
    [{ code: 'ERR_INVALID_CHALLENGE', message: 'The provided challenge was invalid' }, 'options'],
    [{ code: 'ERR_MISSING_USER_ID', message: '`userId` is required' }, 'options'],
    [{ code: 'ERR_INVALID_USER_ID', message: 'The provided userId was invalid' }, 'options'],
    [{ code: 'ERR_PASSKEY_REQUEST_FAILED', message: 'The passkey request request failed' }, 'failed'],
    [{ code: 'ERR_PASSKEY_AUTHORIZATION_FAILED', message: 'The passkey authorization failed' }, 'failed'],
    [{ name: 'NotSupportedError', message: 'Passkey are not supported' }, 'unsupported'],
  ],
  'capacitor-passkey-plugin': [
    [{ code: 'UNKNOWN_ERROR', message: 'An unexpected error' }, 'failed'],
    [{ code: 'CANCELLED', message: 'text' }, 'canceled'],
    [{ code: 'DOM_ERROR', message: 'DOM error' }, 'failed'],
    [{ code: 'NO_ACTIVITY', message: 'No activity found' }, 'background'],
    [
      { code: 'UNSUPPORTED_ERROR', message: 'Passkey creation is not supported on this device or platform.' },
      'unsupported',
    ],
    [{ code: 'PROVIDER_CONFIG_ERROR', message: 'Provider configuration error: text' }, 'noProvider'],
    [{ code: 'INTERRUPTED', message: 'Passkey creation was interrupted.' }, 'interrupted'],
    [{ code: 'NO_CREDENTIAL', message: 'No passkey found' }, 'noPasskey'],
    [{ code: 'TIMEOUT', message: 'Operation timed out' }, 'canceled'],
    [{ code: 'INVALID_INPUT', message: 'Invalid challenge' }, 'options'],
    [{ code: 'RPID_VALIDATION_ERROR', message: 'Invalid challenge data' }, 'options'],
  ],
}

for (const [plugin, cases] of Object.entries(plugins)) {
  test(`each code of ${plugin} is explained`, () => {
    for (const [cause, problem] of cases) expectProblem(cause, problem)
  })
}

test('what a plugin wraps is read, and what can’t be read is an error of its own', () => {
  expectProblem({ message: 'Failed', cause: { code: 'UserCancelled' } }, 'canceled')
  expectProblem('UserCancelled', 'canceled')
  const hostile = {
    get code() {
      throw new Error('Not yours')
    },
  }
  for (const cause of [hostile, null, undefined, 7, {}]) {
    const { code, message } = toPasskeyError(cause, { rpId })
    assert.deepEqual([code, message], ['ERROR_GENERAL_ERROR', problems.other[1]])
  }
})
