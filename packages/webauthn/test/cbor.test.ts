import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CborFloat, type CborMap, decodeFirst, decodeOnly } from '../src/cbor/decode.ts'
import { readCredentialKey } from '../src/cose/key.ts'
import { registrationPolicy } from '../src/policy.ts'
import { requireVerdict } from './verdicts.ts'

const strict = { form: 'canonical', reason: 'cbor' } as const
const lenient = { form: 'lenient', reason: 'auth_data' } as const
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

// RFC 8949, appendix A, as far as CTAP2 allows the items
for (const [encoded, value] of [
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['18ff', 255],
  ['190100', 256],
  ['1a00010000', 65536],
  ['1affffffff', 4294967295],
  ['1b0000000100000000', 4294967296],
  ['1b001fffffffffffff', Number.MAX_SAFE_INTEGER],
  ['1b0020000000000000', 9007199254740992n],
  ['1bffffffffffffffff', 18446744073709551615n],
  ['20', -1],
  ['3863', -100],
  ['3b001fffffffffffff', -9007199254740992],
  ['3bffffffffffffffff', -18446744073709551616n],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['f7', undefined],
  ['f93c00', new CborFloat(1)],
  ['fa47c35000', new CborFloat(100000)],
  ['fbc010666666666666', new CborFloat(-4.1)],
  ['40', Buffer.alloc(0)],
  ['4401020304', hex('01020304')],
  ['60', ''],
  ['62c3bc', 'ü'],
  ['63efbbbf', '\ufeff'],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  [
    'a201020304',
    new Map([
      [1, 2],
      [3, 4],
    ]),
  ],
  [
    'a2 01 02 20 03',
    new Map([
      [1, 2],
      [-1, 3],
    ]),
  ],
  [
    'a2 6161 01 626161 02',
    new Map([
      ['a', 1],
      ['aa', 2],
    ]),
  ],
  ['8181818181818180', [[[[[[[[]]]]]]]]],
] as const) {
  test(`${encoded} is read`, () => assert.deepEqual(decodeOnly(hex(encoded), strict), value))
}

for (const [what, encoded, message] of [
  ['nothing', '', /ends inside an item/],
  ['a byte after the item', '0000', /1 bytes after/],
  ['a number in two bytes that fits in one', '1817', /shortest/],
  ['a number in three bytes that fits in two', '1900ff', /shortest/],
  ['a number in five bytes that fits in three', '1a0000ffff', /shortest/],
  ['a number in nine bytes that fits in five', '1b00000000ffffffff', /shortest/],
  ['a text length in two bytes that fits in one', '780161', /shortest/],
  ['keys out of order', 'a2 02 00 01 00', /order/],
  ['a longer key first', 'a2 626161 00 6162 00', /order/],
  ['text before an integer', 'a2 6161 00 01 00', /order/],
  ['a key that occurs twice', 'a2 01 00 01 00', /twice/],
  ['a 64-bit key that occurs twice', 'a2 1bffffffffffffffff 00 1bffffffffffffffff 00', /twice/],
  ['bytes as map key', 'a1 40 00', /map key/],
  ['an array as map key', 'a1 80 00', /map key/],
  ['a float as map key', 'a1 f93c00 00', /map key/],
  ['a tag', 'c000', /tags/],
  ['bytes of indefinite length', '5f ff', /indefinite/],
  ['an array of indefinite length', '9f ff', /indefinite/],
  ['a map of indefinite length', 'bf ff', /indefinite/],
  ['a break', 'ff', /simple/],
  ['a reserved length', '1c', /reserved/],
  ['an unused simple value', 'e0', /simple/],
  ['a simple value in two bytes', 'f820', /simple/],
  ['a cut number', '19 00', /ends inside an item/],
  ['a cut float', 'fb 00', /ends inside an item/],
  ['a cut byte string', '42 00', /ends inside an item/],
  ['a byte string of 2^40 bytes', '5b 0000010000000000', /ends inside an item/],
  ['a byte string of 2^64-1 bytes', '5b ffffffffffffffff', /ends inside an item/],
  ['an array of 2^32-1 items', '9a ffffffff', /array or map/],
  ['an array of 2^64-1 items', '9b ffffffffffffffff', /array or map/],
  ['a map of 2^32-1 entries', 'ba ffffffff', /array or map/],
  ['a map with half an entry', 'a1 01', /array or map/],
  ['text that is not UTF-8', '61 ff', /UTF-8/],
  ['1,001 items', `9903e8${'00'.repeat(1000)}`, /more than 1000 items/],
  ['nine levels', '81 81 81 81 81 81 81 81 80', /deeper/],
] as const) {
  test(`CBOR: ${what} is rejected`, () => requireVerdict(() => decodeOnly(hex(encoded), strict), 'cbor', message))
}

test('a key type and an algorithm written as floats are no integers', () => {
  // {1: 2.0, 3: -7.0, …}: what a reader that knows only one kind of number takes for an ES256 key.
  const cose = decodeOnly(hex('a2 01 f94000 03 f9c700'), strict) as CborMap
  requireVerdict(() => readCredentialKey(cose, [-7], registrationPolicy()), 'public_key', /names no algorithm/)
  const typed = decodeOnly(hex('a2 01 f94000 03 26'), strict) as CborMap
  requireVerdict(() => readCredentialKey(typed, [-7], registrationPolicy()), 'public_key', /key type/)
})

test('20 000 levels do not overflow the stack', () => {
  requireVerdict(() => decodeOnly(Buffer.alloc(20_000, 0x81), strict), 'cbor', /deeper/)
})

test('the lenient reader accepts long forms and any order, but no duplicate keys, with the given reason', () => {
  assert.equal(decodeOnly(hex('1817'), lenient), 23)
  assert.deepEqual(
    decodeOnly(hex('a2 02 00 01 00'), lenient),
    new Map([
      [2, 0],
      [1, 0],
    ]),
  )
  requireVerdict(() => decodeOnly(hex('a2 01 00 1801 00'), lenient), 'auth_data', /twice/)
})

test('in any order means nothing but order', () => {
  const anyOrder = { form: 'any-order', reason: 'cbor' } as const
  assert.equal((decodeOnly(hex('a2 02 00 01 00'), anyOrder) as Map<number, number>).size, 2)
  requireVerdict(() => decodeOnly(hex('a2 02 00 02 00'), anyOrder), 'cbor', /twice/)
  requireVerdict(() => decodeOnly(hex('1817'), anyOrder), 'cbor', /shortest/)
})

test('1,000 items are read', () => {
  assert.equal((decodeOnly(hex(`9903e7${'00'.repeat(999)}`), strict) as unknown[]).length, 999)
})

test('the first item ends where the next begins', () => {
  assert.deepEqual(decodeFirst(hex('00 8101 02'), 1, strict), { value: [1], end: 3 })
})
