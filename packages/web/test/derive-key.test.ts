import assert from 'node:assert/strict'
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { isKeyDerivationAvailable, Thumbturn } from '../src/index.ts'
import { bytes, openPage, type PageOptions, signedCredential } from './browser.ts'
import { listed, ok, type Replies, startRecorder, toErrorReply, token } from './recorder.ts'

const secret = Uint8Array.from({ length: 32 }, (_, index) => index).buffer

/** An assertion with the output of that passkey's function. */
const derived = (first: BufferSource = secret, rawId = bytes(1, 2, 3)) => ({
  ...signedCredential(),
  rawId,
  getClientExtensionResults: () => ({ prf: { results: { first } } }),
})

async function keyPage(t: TestContext, { replies, ...page }: PageOptions & { replies?: Replies } = {}) {
  const opened = openPage({ get: async () => derived(), ...page })
  const service = await startRecorder(t, { 'GET /fido2/v2/passkeys': ok([listed()]), ...replies })
  const thumbturn = new Thumbturn({ baseUrl: service.baseUrl, appId: 'demo' })
  thumbturn.client.tokenStore.set(token())
  return { ...service, page: opened, thumbturn }
}

const iv = new Uint8Array(12)
const encrypt = async (key: CryptoKey, text: string) =>
  Buffer.from(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text)))

function decrypt(key: ArrayBuffer, content: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), iv)
  decipher.setAuthTag(content.subarray(-16))
  return Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]).toString()
}

test('a key is what HKDF makes of the output of the passkey, labeled by its purpose', async (t) => {
  const { thumbturn } = await keyPage(t)
  const { key, credentialId } = await thumbturn.deriveKey({ purpose: 'notes' })
  assert.equal(credentialId, 'AQID')
  const expected = hkdfSync('sha256', new Uint8Array(secret), '', 'thumbturn derive-key v1: notes', 32)
  assert.equal(decrypt(expected, await encrypt(key, 'private')), 'private')
})

test('each purpose and each passkey have a key of their own, which is always the same', async (t) => {
  let output = secret
  const { thumbturn } = await keyPage(t, { get: async () => derived(output) })
  const fingerprint = async (purpose: string) =>
    (await encrypt((await thumbturn.deriveKey({ purpose })).key, 'same')).toString('hex')
  const notes = await fingerprint('notes')
  assert.equal(await fingerprint('notes'), notes)
  assert.notEqual(await fingerprint('files'), notes)
  output = new Uint8Array(32).buffer
  assert.notEqual(await fingerprint('notes'), notes)
})

test('the key cannot be exported', async (t) => {
  const { thumbturn } = await keyPage(t)
  const { key } = await thumbturn.deriveKey({ purpose: 'notes' })
  assert.equal(key.extractable, false)
  assert.deepEqual(key.usages.toSorted(), ['decrypt', 'encrypt', 'unwrapKey', 'wrapKey'])
})

test('any passkey of the user can derive a key, always with user verification', async (t) => {
  const list = [listed(), listed({ id: 'p2', credentialId: 'BAUG' })]
  const { thumbturn, page, calls } = await keyPage(t, { replies: { 'GET /fido2/v2/passkeys': ok(list) } })
  await thumbturn.deriveKey({ purpose: 'notes' })
  const { rpId, userVerification, allowCredentials, extensions } = page.asked[0]!.publicKey!
  assert.deepEqual([rpId, userVerification], ['localhost', 'required'])
  assert.deepEqual(
    allowCredentials!.map(({ id }) => Buffer.from(id as Uint8Array).toString('base64url')),
    ['AQID', 'BAUG'],
  )
  assert.equal(Buffer.from(extensions!.prf!.eval!.first as Uint8Array).toString(), 'thumbturn derive-key v1')
  assert.deepEqual(calls(), ['GET /passkeys'])
})

test('with credential IDs, nothing is sent, so it works offline and signed out', async (t) => {
  const { thumbturn, page, calls } = await keyPage(t)
  thumbturn.logout()
  await thumbturn.deriveKey({ purpose: 'notes', credentialIds: ['AQID'], rpId: 'example.com' })
  await thumbturn.deriveKey({ purpose: 'notes', credentialIds: ['AQID'] })
  assert.deepEqual(
    page.asked.map(({ publicKey }) => publicKey!.rpId),
    ['example.com', undefined],
  )
  assert.deepEqual(calls(), [])
})

for (const [what, results] of [
  ['without the extension', {}],
  ['that only says that it could', { prf: { enabled: true } }],
  ['without an output', { prf: { results: {} } }],
] as const) {
  test(`a passkey ${what} derives no key`, async (t) => {
    const get = async () => ({ ...signedCredential(), getClientExtensionResults: () => results })
    const { thumbturn } = await keyPage(t, { get })
    await assert.rejects(thumbturn.deriveKey({ purpose: 'notes' }), { code: 'ERROR_KEY_UNAVAILABLE' })
  })
}

test('a user without passkeys has no key', async (t) => {
  const { thumbturn, page } = await keyPage(t, { replies: { 'GET /fido2/v2/passkeys': ok([]) } })
  await assert.rejects(thumbturn.deriveKey({ purpose: 'notes' }), { code: 'ERROR_NO_PASSKEY' })
  assert.deepEqual(page.asked, [])
})

test('a canceled dialog and a rejected list are errors as elsewhere, and nothing is reported', async (t) => {
  const get = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  const { thumbturn, calls } = await keyPage(t, { get })
  await assert.rejects(thumbturn.deriveKey({ purpose: 'notes' }), { code: 'ERROR_PASSKEY_ABORTED' })
  assert.deepEqual(calls(), ['GET /passkeys'])
  const rejected = await keyPage(t, { replies: { 'GET /fido2/v2/passkeys': toErrorReply(401, 'unauthorized') } })
  await assert.rejects(rejected.thumbturn.deriveKey({ purpose: 'notes' }), { name: 'ApiError', status: 401 })
})

test('a browser says whether it can derive keys', async () => {
  openPage({ webauthn: { getClientCapabilities: async () => ({ 'extension:prf': true }) } })
  assert.equal(await isKeyDerivationAvailable(), true)
  openPage()
  assert.equal(await isKeyDerivationAvailable(), false)
})
