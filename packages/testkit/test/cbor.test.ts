import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CborValue, encodeCbor } from '../src/index.ts'

// Encodings from RFC 8949, appendix A.
const examples: [string, CborValue, string][] = [
  ['zero', 0, '00'],
  ['23', 23, '17'],
  ['24', 24, '1818'],
  ['1000', 1000, '1903e8'],
  ['1000000', 1000000, '1a000f4240'],
  ['-1', -1, '20'],
  ['-100', -100, '3863'],
  ['-1000', -1000, '3903e7'],
  ['four bytes', Buffer.from('01020304', 'hex'), '4401020304'],
  ['a string', 'IETF', '6449455446'],
  ['a list', [1, [2, 3]], '8201820203'],
  [
    'a map',
    new Map([
      [1, 2],
      [3, 4],
    ]),
    'a201020304',
  ],
  ['an empty map', new Map(), 'a0'],
]
for (const [what, value, written] of examples) {
  test(`${what} is encoded as ${written}`, () => void assert.equal(encodeCbor(value).toString('hex'), written))
}

test('lengths beyond one byte are encoded in two', () => {
  assert.equal(encodeCbor(Buffer.alloc(300)).subarray(0, 3).toString('hex'), '59012c')
})
