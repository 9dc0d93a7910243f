import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyAssertion, verifyRegistration } from '../src/index.ts'
import { encode } from './cbor-encode.ts'
import { assertion, registration } from './ceremonies.ts'
import { verdict } from './verdicts.ts'

const bits = (byte: number) => ({
  up: (byte & 1) !== 0,
  uv: (byte & 4) !== 0,
  be: (byte & 8) !== 0,
  bs: (byte & 16) !== 0,
  at: (byte & 64) !== 0,
  ed: (byte & 128) !== 0,
})

/** The first step of the standard that such flags fail; user verification is required. */
function wanted(byte: number, { at, be }: { at: boolean; be?: boolean }): string {
  const flags = bits(byte)
  if (flags.at !== at) return 'auth_data'
  if (!flags.up) return 'user_presence'
  if (!flags.uv) return 'user_verification'
  if (flags.bs && !flags.be) return 'backup_flags'
  if (be !== undefined && flags.be !== be) return 'backup_flags'
  return 'accepted'
}

const required = { userVerification: 'required' as const }
const extensions = (byte: number) => (bits(byte).ed ? encode(new Map([['x', true]])) : Buffer.alloc(0))

test('all 256 flag bytes give the table of the standard in a registration', () => {
  for (let flags = 0; flags < 256; flags++) {
    const input = registration({ flags, tail: extensions(flags), expected: required })
    const response = verdict(() => verifyRegistration(input))
    assert.equal(response, wanted(flags, { at: true }), `flags ${flags.toString(2)}`)
  }
})

for (const backupEligible of [false, true]) {
  test(`all 256 flag bytes give the table of the standard in an assertion, stored BE ${backupEligible}`, () => {
    for (let flags = 0; flags < 256; flags++) {
      const input = assertion({ flags, tail: extensions(flags), expected: required, credential: { backupEligible } })
      const response = verdict(() => verifyAssertion(input))
      assert.equal(response, wanted(flags, { at: false, be: backupEligible }), `flags ${flags.toString(2)}`)
    }
  })
}
