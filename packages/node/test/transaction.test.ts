import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completed, confirm, readCompletedFlow, startMfa } from '@thumbturn/service-harness/mfa.ts'
import {
  readBody,
  type SignedUpUser,
  signUpUser,
  startTransaction,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { catchError, type TestService, useTestService } from './service.ts'
import { readClaims, signWithServiceKey } from './tokens.ts'

const running = useTestService()
const catchCode = async (promise: Promise<unknown>) => (await catchError(promise)).code

/** Confirms a text with the user's passkey, as a page does. */
async function confirmTransaction(
  service: TestService,
  { username, device }: SignedUpUser,
  wanted: { txPayload: string; nonce: string },
) {
  const started = await startTransaction(service, username, wanted)
  const response = await service.post('/tx/complete', transactionAnswer(device, started))
  return readBody<{ token: string; txId: string }>(response)
}

test('a confirmed transaction verifies only with its payload, nonce, and user', async () => {
  const service = running()
  const thumbturn = service.client()
  const ada = await signUpUser(service)
  const { userId } = ada
  const payload = 'Pay 25.00 € to Grace'
  const { token } = await confirmTransaction(service, ada, { txPayload: payload, nonce: 'order-1' })
  const claims = await thumbturn.verifyTransaction(token, { payload, nonce: 'order-1', userId })
  assert.deepEqual([claims.sub, claims.nonce], [userId, 'order-1'])
  for (const [code, changes] of [
    ['transaction_wrong_payload', { payload: 'Pay 2500 € to Mallory' }],
    ['transaction_wrong_payload', { payload: '' }],
    ['transaction_wrong_payload', { payload: undefined }],
    ['transaction_wrong_nonce', { nonce: 'order-2' }],
    ['transaction_wrong_nonce', { nonce: '' }],
    ['transaction_wrong_nonce', { nonce: undefined }],
    ['transaction_wrong_user', { userId: (await signUpUser(service)).userId }],
  ] as const) {
    const expected = { payload, nonce: 'order-1', userId, ...changes } as {
      payload: string
      nonce: string
    }
    assert.equal(await catchCode(thumbturn.verifyTransaction(token, expected)), code, JSON.stringify(changes))
  }
})

test('the token of another transaction is rejected, even if payload and nonce concatenate to the same text', async () => {
  const service = running()
  const thumbturn = service.client()
  const { token } = await confirmTransaction(service, await signUpUser(service), {
    txPayload: 'Pay 25',
    nonce: '1-order-7',
  })
  await thumbturn.verifyTransaction(token, { payload: 'Pay 25', nonce: '1-order-7' })
  assert.equal(
    await catchCode(thumbturn.verifyTransaction(token, { payload: 'Pay 251', nonce: '-order-7' })),
    'transaction_wrong_nonce',
  )
})

test('a sign-in token confirms no transaction', async () => {
  const service = running()
  const { jwtAccess } = await signUpUser(service)
  const thumbturn = service.client()
  assert.equal(
    await catchCode(thumbturn.verifyTransaction(jwtAccess, { payload: 'x', nonce: 'y' })),
    'transaction_missing',
  )
  for (const changes of [
    { txHash: '', nonce: 'y', lNonce: 'z' },
    { txHash: 7, nonce: 'y', lNonce: 'z' },
    { txHash: 'h', nonce: 'y' },
  ]) {
    const token = await signWithServiceKey(service, { ...readClaims(jwtAccess), ...changes })
    assert.equal(
      await catchCode(thumbturn.verifyTransaction(token, { payload: 'x', nonce: 'y' })),
      'transaction_missing',
    )
  }
})

test('an expired or forged confirmation is rejected like any token', async () => {
  const service = running()
  const ada = await signUpUser(service)
  const { token } = await confirmTransaction(service, ada, { txPayload: 'Pay', nonce: 'n-1' })
  const now = Math.floor(Date.now() / 1000)
  const expected = { payload: 'Pay', nonce: 'n-1' }
  const old = await signWithServiceKey(service, { ...readClaims(token), iat: now - 700, exp: now - 100 })
  assert.equal(await catchCode(service.client().verifyTransaction(old, expected)), 'token_expired')
  const changed = `${token.slice(0, -4)}AAAA`
  assert.equal(await catchCode(service.client().verifyTransaction(changed, expected)), 'token_bad_signature')
})

test('a payload signed in a multi-factor flow verifies only with its text and user', async () => {
  const service = running()
  const thumbturn = service.client()
  const { username, device, userId } = await signUpUser(service)
  const payload = 'Order 8: 25.00 € to Grace'
  const { payloadSignature: token } = readCompletedFlow(
    await confirm(service, await startMfa(service, username, { payload }), { device }),
  )
  const claims = await thumbturn.verifyPayload(token, { payload, userId })
  assert.deepEqual([claims.content, claims.contentSignatures.length], [payload, 1])
  assert.ok(claims.authFactors.passkey)
  assert.equal(
    await catchCode(thumbturn.verifyPayload(token, { payload: 'Order 9', userId })),
    'transaction_wrong_payload',
  )
  const otherUserId = (await signUpUser(service)).userId
  assert.equal(
    await catchCode(thumbturn.verifyPayload(token, { payload, userId: otherUserId })),
    'transaction_wrong_user',
  )
  const { done } = await completed(service)
  assert.equal(await catchCode(thumbturn.verifyPayload(done.payloadSignature, { payload })), 'transaction_missing')
  assert.equal(await catchCode(thumbturn.verifyPayload(done.accessToken, { payload })), 'token_wrong_type')
})

test("a payload without a passkey's signature is rejected", async () => {
  const service = running()
  const { done, userId } = await completed(service)
  const claims = { ...readClaims(done.payloadSignature), content: 'Order 10', contentSignatures: [] }
  const token = await signWithServiceKey(service, claims)
  assert.equal(
    await catchCode(service.client().verifyPayload(token, { payload: 'Order 10', userId })),
    'transaction_missing',
  )
})
