import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toAssertionError, toCreationError } from '../src/ceremonies/ceremony-errors.ts'
import { openPage } from './browser.ts'

openPage()

const selecting = (authenticatorSelection: object, mediation?: string) =>
  ({ publicKey: { authenticatorSelection }, mediation }) as unknown as CredentialCreationOptions

const plain = selecting({})
const both = { residentKey: 'required', userVerification: 'required' }

for (const [name, request, code] of [
  ['AbortError', plain, 'ERROR_PASSKEY_ABORTED'],
  ['NotAllowedError', plain, 'ERROR_PASSKEY_ABORTED'],
  ['InvalidStateError', plain, 'ERROR_PASSKEY_EXISTS'],
  ['SecurityError', plain, 'ERROR_DOMAIN_MISMATCH'],
  ['NotSupportedError', plain, 'ERROR_ALGORITHMS_UNSUPPORTED'],
  ['UnknownError', plain, 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR'],
  ['NotReadableError', plain, 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR'],
  ['ConstraintError', selecting(both), 'ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED'],
  ['ConstraintError', selecting({ requireResidentKey: true }), 'ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED'],
  ['ConstraintError', selecting({ userVerification: 'required' }), 'ERROR_USER_VERIFICATION_UNSUPPORTED'],
  ['ConstraintError', selecting(both, 'conditional'), 'ERROR_USER_VERIFICATION_UNSUPPORTED'],
  ['ConstraintError', plain, 'ERROR_GENERAL_ERROR'],
  ['OperationError', plain, 'ERROR_GENERAL_ERROR'],
  ['TypeError', plain, 'ERROR_GENERAL_ERROR'],
] as const) {
  const asked = JSON.stringify({ ...request, ...request.publicKey?.authenticatorSelection, publicKey: undefined })
  test(`creating: ${name} with ${asked} is ${code}`, () => {
    const cause = Object.assign(new Error('from the browser'), { name })
    const error = toCreationError(cause, request)
    assert.equal(error.code, code)
    assert.equal(error.name, 'PasskeyError')
    assert.equal(error.cause, cause)
  })
}

for (const [name, code] of [
  ['AbortError', 'ERROR_PASSKEY_ABORTED'],
  ['NotAllowedError', 'ERROR_PASSKEY_ABORTED'],
  ['SecurityError', 'ERROR_DOMAIN_MISMATCH'],
  ['UnknownError', 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR'],
  ['NotReadableError', 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR'],
  ['InvalidStateError', 'ERROR_GENERAL_ERROR'],
  ['NotSupportedError', 'ERROR_GENERAL_ERROR'],
  ['TypeError', 'ERROR_GENERAL_ERROR'],
] as const) {
  test(`asserting: ${name} is ${code}`, () => {
    const cause = Object.assign(new Error('from the browser'), { name })
    const error = toAssertionError(cause)
    assert.equal(error.code, code)
    assert.equal(error.cause, cause)
  })
}

test('a thrown value that is not an error is ERROR_GENERAL_ERROR', () => {
  assert.equal(toAssertionError('oops').code, 'ERROR_GENERAL_ERROR')
  assert.equal(toCreationError(undefined, plain).code, 'ERROR_GENERAL_ERROR')
})

test('every message says what to do', () => {
  const request = { publicKey: { rp: { id: 'example.com' } } } as CredentialCreationOptions
  assert.match(
    toCreationError({ name: 'SecurityError' }, request).message,
    /RP ID example\.com does not cover http:\/\/localhost.*https:\/\/example\.com\/\.well-known\/webauthn/,
  )
  assert.match(toCreationError({ name: 'InvalidStateError' }, plain).message, /sign in/)
})

for (const [call, fail] of [
  ['get', toAssertionError],
  ['create', (cause: unknown) => toCreationError(cause, plain)],
] as const) {
  test(`a frame policy that denies ${call} has another code than a canceled dialog`, (t) => {
    const denied = `publickey-credentials-${call}`
    Object.assign(document, { featurePolicy: { allowsFeature: (feature: string) => feature !== denied } })
    t.after(() => Object.assign(document, { featurePolicy: undefined }))
    const error = fail(Object.assign(new Error('no'), { name: 'NotAllowedError' }))
    assert.equal(error.code, 'ERROR_FRAME_NOT_ALLOWED')
    assert.match(error.message, /allow="publickey-credentials-get/)
    assert.equal(
      fail(Object.assign(new Error('no'), { name: 'UnknownError' })).code,
      'ERROR_AUTHENTICATOR_UNKNOWN_ERROR',
    )
    Object.assign(document, { featurePolicy: { allowsFeature: (feature: string) => feature === denied } })
    const text = "The 'publickey-credentials-get' feature is not enabled in this document."
    const canceled = fail(Object.assign(new Error(text), { name: 'NotAllowedError' }))
    assert.equal(canceled.code, 'ERROR_PASSKEY_ABORTED')
  })
}
