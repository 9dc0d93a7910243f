import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromBase64url, toBase64url } from '../src/base64url.ts'
import { parseCreationOptions, parseRequestOptions, toAssertionResult, toCreationResult } from '../src/credentials.ts'
import { bytes, createdCredential, openPage, signedCredential } from './browser.ts'
import { creationOptions as creationJson, requestOptions as requestJson, userId } from './recorder.ts'

test('bytes of every length and value survive the round trip', () => {
  const all = Uint8Array.from({ length: 256 }, (_, index) => index)
  for (let length = 0; length <= 256; length++) {
    const text = toBase64url(all.slice(0, length).buffer)
    assert.match(text, /^[\w-]*$/)
    assert.equal(text, Buffer.from(all.slice(0, length)).toString('base64url'))
    assert.deepEqual(fromBase64url(text), all.slice(0, length))
  }
})

test('standard and padded base64 are understood', () => {
  assert.deepEqual([...fromBase64url('+/8=')], [0xfb, 0xff])
  assert.deepEqual([...fromBase64url('-_8')], [0xfb, 0xff])
})

test('a large attestation can be encoded', () => {
  assert.equal(toBase64url(new ArrayBuffer(300_000)).length, 400_000)
})

test('text that is not base64 is rejected', () => {
  assert.throws(() => fromBase64url('a b!'), { name: 'InvalidCharacterError' })
})

test('creation options are decoded', () => {
  openPage()
  const options = parseCreationOptions(creationJson as PublicKeyCredentialCreationOptionsJSON)
  assert.deepEqual(options.challenge, Uint8Array.of(0, 1, 2, 3))
  assert.equal(options.user.displayName, 'Ada')
  assert.deepEqual(options.excludeCredentials, [
    { type: 'public-key', id: Uint8Array.of(1, 2, 3), transports: ['internal'] },
  ])
  assert.deepEqual(options.pubKeyCredParams, creationJson.pubKeyCredParams)
})

test('the user ID is a UUID whose text returns unchanged from the authenticator', () => {
  openPage()
  const { id } = parseCreationOptions(creationJson as PublicKeyCredentialCreationOptionsJSON).user
  const { userHandle } = toAssertionResult(signedCredential({ userHandle: (id as Uint8Array).buffer }) as never)
  assert.equal(userHandle, userId)
})

test('request options are decoded', () => {
  openPage()
  const allowCredentials = [{ type: 'public-key', id: 'AQID' }]
  const options = parseRequestOptions({ ...requestJson, allowCredentials } as PublicKeyCredentialRequestOptionsJSON)
  assert.deepEqual(options.challenge, Uint8Array.of(0, 1, 2, 3))
  assert.deepEqual(options.allowCredentials, [
    { type: 'public-key', id: Uint8Array.of(1, 2, 3), transports: undefined },
  ])
  assert.equal(options.rpId, 'localhost')
})

test('options that need no decoding reach the browser unchanged, including extensions and hints', () => {
  const more = { hints: ['security-key'], extensions: { credProps: true }, timeout: 60_000 }
  const created = parseCreationOptions({
    ...creationJson,
    ...more,
  } as unknown as PublicKeyCredentialCreationOptionsJSON)
  const asked = parseRequestOptions({ ...requestJson, ...more } as unknown as PublicKeyCredentialRequestOptionsJSON)
  assert.partialDeepStrictEqual(created, more)
  assert.partialDeepStrictEqual(asked, more)
})

test('a created credential is sent with all eight fields', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(toCreationResult(createdCredential() as never))), {
    clientDataJSON: 'e30',
    attestationObject: 'oA',
    credentialId: 'AQID',
    authenticatorData: 'CQk',
    publicKey: 'MFk',
    publicKeyAlgorithm: -7,
    transports: ['internal', 'hybrid'],
    clientExtensionResults: {},
  })
})

test('fields that a password manager does not provide are omitted', () => {
  const poor = { getAuthenticatorData: undefined, getPublicKey: () => null, getTransports: undefined }
  const result = toCreationResult(createdCredential({ ...poor, getPublicKeyAlgorithm: undefined }) as never)
  assert.deepEqual(JSON.parse(JSON.stringify(result)), {
    clientDataJSON: 'e30',
    attestationObject: 'oA',
    credentialId: 'AQID',
    clientExtensionResults: {},
  })
})

for (const [what, userHandle] of [
  ['null', null],
  ['empty', bytes()],
] as const) {
  test(`a user handle that is ${what} is omitted`, () => {
    assert.deepEqual(JSON.parse(JSON.stringify(toAssertionResult(signedCredential({ userHandle }) as never))), {
      clientDataJSON: 'e30',
      authenticatorData: 'CQk',
      credentialId: 'AQID',
      signature: '__4',
    })
  })
}
