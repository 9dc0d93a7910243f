import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeToken } from '../src/client/token.ts'
import { confirmTransaction } from '../src/index.ts'
import { bytes, signedCredential } from './browser.ts'
import { session, toErrorReply, token, until } from './recorder.ts'
import { openSdkPage } from './sdk-page.ts'

const payload = 'Pay 25.00 € to Grace'

test('a transaction takes two calls with the bodies of the contract', async (t) => {
  const get = async () => signedCredential({ userHandle: bytes(1) })
  const { thumbturn, requests } = await openSdkPage(t, { page: { get } })
  const result = await thumbturn.confirmTransaction('ada', { txPayload: payload, nonce: 'n1' })
  const { headers, ...init } = requests[0]!
  assert.deepEqual(init, {
    call: 'POST /fido2/v2/tx/init',
    body: { username: 'ada', txPayload: payload, txType: 'raw', nonce: 'n1' },
  })
  assert.deepEqual(requests[1]!.body, {
    session,
    keyHandle: 'AQID',
    clientData: 'e30',
    authenticatorData: 'CQk',
    signature: '__4',
  })
  assert.equal(requests.length, 2)
  const wanted = { txId: 't1', token: 'x.y.z', txHash: 'hash', nonce: 'n1', lNonce: 'ours', credentialId: 'AQID' }
  assert.deepEqual(result, wanted)
})

test('without a nonce, every transaction has its own UUID', async (t) => {
  const { thumbturn, requests } = await openSdkPage(t)
  for (let count = 0; count < 2; count++) await thumbturn.confirmTransaction('ada', { txPayload: payload })
  const [first, second] = [requests[0]!, requests[2]!].map(({ body }) => (body as { nonce: string }).nonce)
  assert.match(first!, /^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  assert.notEqual(first, second)
})

test('a transaction neither sends nor replaces the stored token', async (t) => {
  const { thumbturn, requests, page } = await openSdkPage(t)
  const mine = token()
  storeToken(thumbturn.client, mine)
  const writes = page.cookieWrites.length
  await confirmTransaction(thumbturn.client, 'ada', { txPayload: payload })
  assert.equal(page.cookieWrites.length, writes)
  assert.equal(thumbturn.client.tokenStore.get(), mine)
  assert.ok(requests.every(({ headers }) => headers.authorization === undefined))
})

test('a canceled transaction completes nothing', async (t) => {
  const get = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  const { thumbturn, calls } = await openSdkPage(t, { page: { get } })
  await assert.rejects(thumbturn.confirmTransaction('ada', { txPayload: payload }), { code: 'ERROR_PASSKEY_ABORTED' })
  assert.deepEqual(calls(), ['POST /tx/init'])
})

test('a ceremony that fails is reported with the session', async (t) => {
  const get = () => Promise.reject(new DOMException('broken', 'UnknownError'))
  const { thumbturn, request, calls } = await openSdkPage(t, { page: { get } })
  await assert.rejects(thumbturn.confirmTransaction('ada', { txPayload: payload }), {
    code: 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR',
  })
  await until(() => calls().length === 2)
  assert.equal(request('POST /client-events/submit')!.headers.authorization, session)
})

for (const call of ['init', 'complete'] as const) {
  test(`an error of tx/${call} is an ApiError`, async (t) => {
    const replies = { [`POST /fido2/v2/tx/${call}`]: toErrorReply(403, 'forbidden') }
    const { thumbturn } = await openSdkPage(t, { replies })
    const wanted = { name: 'ApiError', status: 403, msgCode: 'forbidden' }
    await assert.rejects(thumbturn.confirmTransaction('ada', { txPayload: payload }), wanted)
  })
}

test('a page without WebAuthn sends no request', async (t) => {
  const { thumbturn, requests } = await openSdkPage(t, { page: { webauthn: false } })
  await assert.rejects(thumbturn.confirmTransaction('ada', { txPayload: payload }), { code: 'ERROR_GENERAL_ERROR' })
  assert.deepEqual(requests, [])
})
