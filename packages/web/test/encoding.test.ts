import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromBase64url, toBase64url } from '../src/base64url.ts'
import {
  parseCreationOptionsFromJSON,
  parseRequestOptionsFromJSON,
  toAssertionResult,
} from '../src/ceremonies/credentials.ts'
import { openPage, signedCredential } from './browser.ts'
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
  const options = parseCreationOptionsFromJSON(creationJson as PublicKeyCredentialCreationOptionsJSON)
  assert.deepEqual(options.challenge, Uint8Array.of(0, 1, 2, 3))
  assert.equal(options.user.displayName, 'Ada')
  assert.deepEqual(options.excludeCredentials, [
    { type: 'public-key', id: Uint8Array.of(1, 2, 3), transports: ['internal'] },
  ])
  assert.deepEqual(options.pubKeyCredParams, creationJson.pubKeyCredParams)
})

test('the user ID is a UUID whose text returns unchanged from the authenticator', () => {
  openPage()
  const { id } = parseCreationOptionsFromJSON(creationJson as PublicKeyCredentialCreationOptionsJSON).user
  const { userHandle } = toAssertionResult(signedCredential({ userHandle: (id as Uint8Array).buffer }) as never)
  assert.equal(userHandle, userId)
})

test('request options are decoded', () => {
  openPage()
  const allowCredentials = [{ type: 'public-key', id: 'AQID' }]
  const options = parseRequestOptionsFromJSON({
    ...requestJson,
    allowCredentials,
  } as PublicKeyCredentialRequestOptionsJSON)
  assert.deepEqual(options.challenge, Uint8Array.of(0, 1, 2, 3))
  assert.deepEqual(options.allowCredentials, [
    { type: 'public-key', id: Uint8Array.of(1, 2, 3), transports: undefined },
  ])
  assert.equal(options.rpId, 'localhost')
})

test('options that need no decoding reach the browser unchanged, including extensions and hints', () => {
  const more = { hints: ['security-key'], extensions: { credProps: true }, timeout: 60_000 }
  const created = parseCreationOptionsFromJSON({
    ...creationJson,
    ...more,
  } as unknown as PublicKeyCredentialCreationOptionsJSON)
  const asked = parseRequestOptionsFromJSON({
    ...requestJson,
    ...more,
  } as unknown as PublicKeyCredentialRequestOptionsJSON)
  assert.partialDeepStrictEqual(created, more)
  assert.partialDeepStrictEqual(asked, more)
})

test('null in options of a backend means that the field is missing', () => {
  const missing = { timeout: null, hints: null, extensions: null }
  const selection = { authenticatorSelection: { authenticatorAttachment: null, residentKey: 'required' } }
  const created = { ...creationJson, ...missing, ...selection, excludeCredentials: null }
  const { excludeCredentials, ...options } = parseCreationOptionsFromJSON(created as never)
  assert.equal(excludeCredentials, undefined)
  assert.deepEqual(options.authenticatorSelection, { residentKey: 'required' })
  const asked = { ...requestJson, ...missing, rpId: null, allowCredentials: [{ id: 'AQID', transports: null }] }
  const { allowCredentials, ...request } = parseRequestOptionsFromJSON(asked as never)
  assert.equal(allowCredentials![0]!.transports, undefined)
  for (const name of Object.keys(missing)) assert.deepEqual([name in options, name in request], [false, false], name)
  assert.ok(!('rpId' in request))
})
