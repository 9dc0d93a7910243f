import assert from 'node:assert/strict'
import { attempt, type FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { type CborRules, decodeOnly } from '../../src/cbor/decode.ts'
import { WebAuthnError } from '../../src/index.ts'
import { type Encodable, encode } from '../cbor-encode.ts'
import { isEncodable, reencode } from '../mutator.ts'

const decode = (input: Buffer, form: CborRules['form']) =>
  attempt(WebAuthnError, () => ({ value: decodeOnly(input, { form, reason: 'cbor' }) }))

export const target: FuzzTarget = {
  promise:
    'bytes are decoded or rejected by a WebAuthnError; stricter forms accept nothing that others read differently, and canonical bytes are the only encoding of their value',
  sources: ['packages/webauthn/src/cbor/decode.ts'],
  seeds: [
    encode(
      new Map<number | string, Encodable>([
        [1, [1, -1, 1000, 70_000, 4_294_967_295]],
        [-1, new Map([['a', Buffer.alloc(30)]])],
        ['text', [true, null, 'x']],
      ]),
    ),
    ...['1bffffffffffffffff', 'f93c00', 'fb3ff8000000000000', 'f7', 'a0', '80', '5f4101ff', 'c11a00000000'].map((hex) =>
      Buffer.from(hex, 'hex'),
    ),
  ],
  run(input) {
    const [canonical, anyOrder, lenient] = [
      decode(input, 'canonical'),
      decode(input, 'any-order'),
      decode(input, 'lenient'),
    ]
    if (canonical) assert.deepEqual(anyOrder, canonical)
    if (anyOrder) assert.deepEqual(lenient, anyOrder)
    if (canonical && isEncodable(canonical.value)) assert.deepEqual(reencode(canonical.value), input)
    return lenient !== undefined
  },
  planted: {
    without: 'the check of bytes after the item',
    file: 'packages/webauthn/src/cbor/decode.ts',
    check: 'end !== bytes.length',
    instead: 'false',
  },
}
