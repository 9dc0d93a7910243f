import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type AssertionInit, type AttestationInit, gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { createTransactionInput, newName, readBody } from '@thumbturn/service-harness/situations.ts'

// A random value has a zero there with a probability of 1 in 128, so all of these miss an error once in 10,000 runs.
const rounds = 240

const readEnd = (text: string) => [...Buffer.from(text, 'base64url').subarray(-2)]
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

type Creation = { challenge: string; user: { id: string } }
type TxInit = { assertion_options: { challenge: string } }

/** First-generation decoders drop a zero among the last two bytes of a value. */
anyEngine('decoding first-generation values', (fresh) => {
  const running = useService(fresh)

  test('no challenge or user ID has a zero among its last two bytes', async () => {
    const backend = await gen1Backend(running())
    const username = newName()
    const { txPayload: tx_payload } = createTransactionInput(username)
    for (let round = 0; round < rounds; round++) {
      const created = await backend.call('auth.register', '/register/fido2/init', { username })
      const creation = readBody<AttestationInit>(created).attestation_payload as unknown as Creation
      const login = await backend.call('auth.login', '/authenticate/fido2/init', { username })
      const own = await backend.call('codes.self_generate', '/codes/generate/fido2/init', { username })
      const nonce = `decoding-${round}`
      const signed = ['tx.create', { payload_hash: sha256(tx_payload) }] as const
      const { id: tx_id } = readBody<{ id: string }>(await backend.call(signed, '/tx', { tx_payload, nonce }))
      const later = readBody<TxInit>(await backend.open('/tx/init', { username, tx_id }))
      const read = [
        creation.challenge,
        creation.user.id,
        readBody<AssertionInit>(login).assertion_payload.challenge,
        readBody<AssertionInit>(own).assertion_payload.challenge,
        later.assertion_options.challenge,
      ]
      for (const text of read) assert.ok(!readEnd(text).includes(0), text)
    }
  })

  test('no UUID, read as base64url, has a zero among its last two bytes, whatever its last characters', () => {
    const digits = '0123456789abcdef'
    for (let end = 0; end < 16 ** 4; end++) {
      const text = [12, 8, 4, 0].map((shift) => digits[(end >> shift) & 15]).join('')
      assert.ok(!readEnd(`5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a${text}`).includes(0), text)
    }
  })
})
