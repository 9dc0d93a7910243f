import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { shortenName } from '../../../../src/core/model/passkeys/short-name.ts'
import { toDescriptors } from '../../../../src/core/use-cases/passkeys/decoys.ts'

test('options list no more passkeys than browsers accept, and of more the newest', () => {
  const passkeys = Array.from({ length: 70 }, (_, index) => ({ credentialId: `id-${index}`, transports: [] }))
  const listed = toDescriptors(passkeys)
  assert.deepEqual([listed.length, listed.at(0)?.id, listed.at(-1)?.id], [64, 'id-6', 'id-69'])
})

test('a limit that was stored before it was lowered is the highest one', () => {
  const { maxPasskeys, userVerification, otpDigits } = completeSettings({
    maxPasskeys: 100,
    userVerification: 'required',
  })
  assert.deepEqual([maxPasskeys, userVerification, otpDigits], [64, 'required', 6])
})

for (const [name, expected] of [
  ['Ada', 'Ada'],
  ['', ''],
  ['a'.repeat(64), 'a'.repeat(64)],
  ['a'.repeat(65), `${'a'.repeat(61)}…`],
  ['ü'.repeat(32), 'ü'.repeat(32)],
  ['ü'.repeat(33), `${'ü'.repeat(30)}…`],
  [`${'a'.repeat(60)}👩‍👩‍👧`, `${'a'.repeat(60)}…`],
  ['👩‍👩‍👧'.repeat(9), `${'👩‍👩‍👧'.repeat(3)}…`],
  [`e${'\u0301'.repeat(100)}`, '…'],
] as const)
  test(`authenticators get the name ${name} in at most 64 bytes, cut between characters`, () => {
    assert.equal(shortenName(name), expected)
    assert.ok(Buffer.byteLength(shortenName(name)) <= 64)
  })
