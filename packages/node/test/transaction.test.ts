import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completed, confirm, doneOf, mfaBegun } from '@thumbturn/service-harness/mfa.ts'
import {
  bodyOf,
  type SignedUp,
  signedUp,
  transactionAnswer,
  transactionStarted,
} from '@thumbturn/service-harness/situations.ts'
import { readClaims, signedByService } from './forged.ts'
import { catchError, type Running, useRunning } from './running.ts'

const running = useRunning()
const coded = async (promise: Promise<unknown>) => (await catchError(promise)).code

/** Somebody's passkey confirms a text, as a page has it done. */
async function confirmed(
  service: Running,
  { username, device }: SignedUp,
  wanted: { txPayload: string; nonce: string },
) {
  const begun = await transactionStarted(service, username, wanted)
  const answer = await service.post('/tx/complete', transactionAnswer(device, begun))
  return bodyOf<{ token: string; txId: string }>(answer)
}

test('a confirmed transaction is verified, and only as what was confirmed by whom', async () => {
  const service = running()
  const thumbturn = service.client()
  const ada = await signedUp(service)
  const { userId } = ada
  const payload = 'Pay 25.00 € to Grace'
  const { token } = await confirmed(service, ada, { txPayload: payload, nonce: 'order-1' })
  const claims = await thumbturn.verifyTransaction(token, { payload, nonce: 'order-1', userId })
  assert.deepEqual([claims.sub, claims.nonce], [userId, 'order-1'])
  for (const [code, changes] of [
    ['transaction_wrong_payload', { payload: 'Pay 2500 € to Mallory' }],
    ['transaction_wrong_payload', { payload: '' }],
    ['transaction_wrong_payload', { payload: undefined }],
    ['transaction_wrong_nonce', { nonce: 'order-2' }],
    ['transaction_wrong_nonce', { nonce: '' }],
    ['transaction_wrong_nonce', { nonce: undefined }],
    ['transaction_wrong_user', { userId: (await signedUp(service)).userId }],
  ] as const) {
    const expected = { payload, nonce: 'order-1', userId, ...changes } as {
      payload: string
      nonce: string
    }
    assert.equal(await coded(thumbturn.verifyTransaction(token, expected)), code, JSON.stringify(changes))
  }
})

test('a token of another transaction confirms nothing, also where payload and nonce joined are the same text', async () => {
  const service = running()
  const thumbturn = service.client()
  const { token } = await confirmed(service, await signedUp(service), { txPayload: 'Pay 25', nonce: '1-order-7' })
  await thumbturn.verifyTransaction(token, { payload: 'Pay 25', nonce: '1-order-7' })
  assert.equal(
    await coded(thumbturn.verifyTransaction(token, { payload: 'Pay 251', nonce: '-order-7' })),
    'transaction_wrong_nonce',
  )
})

test('a sign-in confirms nothing', async () => {
  const service = running()
  const { jwtAccess } = await signedUp(service)
  const thumbturn = service.client()
  assert.equal(await coded(thumbturn.verifyTransaction(jwtAccess, { payload: 'x', nonce: 'y' })), 'transaction_missing')
  for (const changes of [
    { txHash: '', nonce: 'y', lNonce: 'z' },
    { txHash: 7, nonce: 'y', lNonce: 'z' },
    { txHash: 'h', nonce: 'y' },
  ]) {
    const token = await signedByService(service, { ...readClaims(jwtAccess), ...changes })
    assert.equal(await coded(thumbturn.verifyTransaction(token, { payload: 'x', nonce: 'y' })), 'transaction_missing')
  }
})

test('an expired or forged confirmation is refused like any token', async () => {
  const service = running()
  const ada = await signedUp(service)
  const { token } = await confirmed(service, ada, { txPayload: 'Pay', nonce: 'n-1' })
  const now = Math.floor(Date.now() / 1000)
  const expected = { payload: 'Pay', nonce: 'n-1' }
  const old = await signedByService(service, { ...readClaims(token), iat: now - 700, exp: now - 100 })
  assert.equal(await coded(service.client().verifyTransaction(old, expected)), 'token_expired')
  const changed = `${token.slice(0, -4)}AAAA`
  assert.equal(await coded(service.client().verifyTransaction(changed, expected)), 'token_bad_signature')
})

test('what a flow of several factors signed is verified, and only as what was signed by whom', async () => {
  const service = running()
  const thumbturn = service.client()
  const { username, device, userId } = await signedUp(service)
  const payload = 'Order 8: 25.00 € to Grace'
  const { payloadSignature: token } = doneOf(
    await confirm(service, await mfaBegun(service, username, { payload }), { device }),
  )
  const claims = await thumbturn.verifyPayload(token, { payload, userId })
  assert.deepEqual([claims.content, claims.contentSignatures.length], [payload, 1])
  assert.ok(claims.authFactors.passkey)
  assert.equal(await coded(thumbturn.verifyPayload(token, { payload: 'Order 9', userId })), 'transaction_wrong_payload')
  const somebody = (await signedUp(service)).userId
  assert.equal(await coded(thumbturn.verifyPayload(token, { payload, userId: somebody })), 'transaction_wrong_user')
  const { done } = await completed(service)
  assert.equal(await coded(thumbturn.verifyPayload(done.payloadSignature, { payload })), 'transaction_missing')
  assert.equal(await coded(thumbturn.verifyPayload(done.accessToken, { payload })), 'token_wrong_type')
})

test('a payload that no passkey has signed is not a signed payload', async () => {
  const service = running()
  const { done, userId } = await completed(service)
  const claims = { ...readClaims(done.payloadSignature), content: 'Order 10', contentSignatures: [] }
  const token = await signedByService(service, claims)
  assert.equal(
    await coded(service.client().verifyPayload(token, { payload: 'Order 10', userId })),
    'transaction_missing',
  )
})
