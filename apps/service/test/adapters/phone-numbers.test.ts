import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phoneNumbers } from '../../src/adapters/phone-numbers.ts'

for (const [text, number, country] of [
  ['+4915123456789', '+4915123456789', 'DE'],
  ['+49 151 2345-6789', '+4915123456789', 'DE'],
  ['+8613812345678', '+8613812345678', 'CN'],
  ['+34612345678', '+34612345678', 'ES'],
  ['+12025550123', '+12025550123', 'US'],
] as const) {
  test(`${text} is a number in ${country}`, async () =>
    assert.deepEqual(await phoneNumbers.parse(text), { number, country, ordinary: true }))
}

test('premium-rate numbers are distinguished from ordinary ones', async () => {
  for (const text of ['+499001123456', '+19002345678', '+34803123456'])
    assert.equal((await phoneNumbers.parse(text))?.ordinary, false, text)
})

for (const [what, text] of [
  ['an extension', '+4915123456789 ext. 55'],
  ['extension digits by a semicolon', '+4915123456789;ext=55'],
  ['pause digits', '+4915123456789,55'],
  ['two numbers', '+4915123456789 +34612345678'],
  ['no country code', '015123456789'],
  ['the international prefix in place of the plus', '004915123456789'],
  ['letters', '+1800FLOWERS'],
  ['too few digits', '+491'],
  ['more than 15 digits', '+4915123456789012345'],
  ['an unassigned country code', '+999123456789'],
  ['digits of another script', '+٤٩١٥١٢٣٤٥٦٧٨٩'],
  ['a line break', '+4915123456789\n'],
  ['an empty string', ''],
  ['100 kB of digits', `+${'1'.repeat(100_000)}`],
] as const) {
  test(`${what} is not a valid number`, async () => assert.equal(await phoneNumbers.parse(text), undefined))
}
