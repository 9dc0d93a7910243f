import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { deriveChallenge, type SignableTransaction } from '../../../../src/core/model/transactions/transaction.ts'

type UserTransaction = SignableTransaction & { userId: string }

const createTransaction = (): UserTransaction => ({
  id: randomUUID(),
  appId: 'demo',
  userId: 'ada',
  txType: 'raw',
  payload: 'UGF5',
  nonce: 'one',
  serverNonce: randomBytes(32).toString('base64url'),
})

/** The digest of a transaction, before its last bytes are checked. */
function computeDigest({ appId, id, userId, txType, payload, nonce, serverNonce }: UserTransaction): Buffer {
  const text = JSON.stringify(['transaction', appId, id, userId, txType, payload, nonce, serverNonce])
  return createHash('sha256').update(text).digest()
}

function findTransaction(fits: (digest: Buffer) => boolean): UserTransaction {
  for (;;) {
    const drawn = createTransaction()
    if (fits(computeDigest(drawn))) return drawn
  }
}

test('a challenge never has a zero among its last two bytes, and is the same when derived again', () => {
  for (const place of [-1, -2]) {
    const drawn = findTransaction((digest) => digest.at(place) === 0)
    const challenge = Buffer.from(deriveChallenge(drawn), 'base64url')
    assert.equal(challenge.length, 32)
    assert.ok(!challenge.subarray(-2).includes(0))
    assert.deepEqual(challenge.toString('base64url'), deriveChallenge({ ...drawn }))
  }
  const usual = findTransaction((digest) => !digest.subarray(-2).includes(0))
  assert.equal(deriveChallenge(usual), computeDigest(usual).toString('base64url'))
})

test('two users never share a challenge', () => {
  const drawn = createTransaction()
  assert.notEqual(deriveChallenge(drawn), deriveChallenge({ ...drawn, userId: 'grace' }))
})
