import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { BoundFlow } from '../../../../src/core/model/transactions/transaction.ts'
import { deriveChallenge } from '../../../../src/core/model/transactions/transaction.ts'

const flow = (): BoundFlow => ({
  purpose: 'transaction',
  id: randomUUID(),
  appId: 'demo',
  startedAt: 0,
  expiresAt: 300_000,
  epoch: '000000',
  userId: 'ada',
  txType: 'raw',
  payload: 'UGF5',
  nonce: 'one',
  serverNonce: randomBytes(32).toString('base64url'),
})

/** What stands for a transaction before its end is looked at. */
function digestOf({ appId, id, userId, txType, payload, nonce, serverNonce }: BoundFlow): Buffer {
  const text = JSON.stringify(['transaction', appId, id, userId, txType, payload, nonce, serverNonce])
  return createHash('sha256').update(text).digest()
}

function flowThat(fits: (digest: Buffer) => boolean): BoundFlow {
  for (;;) {
    const drawn = flow()
    if (fits(digestOf(drawn))) return drawn
  }
}

test('a challenge never has a zero among its last two bytes, and is the same at both ends', () => {
  for (const place of [-1, -2]) {
    const drawn = flowThat((digest) => digest.at(place) === 0)
    const challenge = Buffer.from(deriveChallenge(drawn), 'base64url')
    assert.equal(challenge.length, 32)
    assert.ok(!challenge.subarray(-2).includes(0))
    assert.deepEqual(challenge.toString('base64url'), deriveChallenge({ ...drawn }))
  }
  const usual = flowThat((digest) => !digest.subarray(-2).includes(0))
  assert.equal(deriveChallenge(usual), digestOf(usual).toString('base64url'))
})

test('the challenge of one user is not that of another', () => {
  const drawn = flow()
  assert.notEqual(deriveChallenge(drawn), deriveChallenge({ ...drawn, userId: 'grace' }))
})
