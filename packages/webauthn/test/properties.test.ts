import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '@thumbturn/testkit/fuzzing/random.ts'
import fc from 'fast-check'
import { fromBase64url } from '../src/base64url.ts'
import { decodeOnly } from '../src/cbor/decode.ts'
import { countMembers } from '../src/client-data/count-fields.ts'
import { verifyAssertion, verifyRegistration } from '../src/index.ts'
import { judgeAttempt } from './attempt.ts'
import { attempts } from './attempts.ts'
import { type Encodable, encode } from './cbor-encode.ts'
import { assertion, registration } from './ceremonies.ts'
import { verdict } from './verdicts.ts'

const strict = { form: 'canonical', reason: 'cbor' } as const
const bytes = (minLength = 0, maxLength = 300) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array))
const integer = fc.integer({ min: -(2 ** 32), max: 2 ** 32 - 1 })

/** Map entries in canonical order. */
const ordered = (entries: [number | string, Encodable][]) =>
  new Map(entries.toSorted(([a], [b]) => encode(a).compare(encode(b))))

const { item } = fc.letrec<{ item: Encodable }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 3 },
    integer,
    fc.string({ unit: 'grapheme' }),
    fc.boolean(),
    bytes(),
    fc.array(tie('item'), { maxLength: 8 }),
    fc
      .uniqueArray(fc.tuple(fc.oneof(integer, fc.string()), tie('item')), { selector: ([key]) => key, maxLength: 8 })
      .map(ordered),
  ) as fc.Arbitrary<Encodable>,
}))

test('what is encoded canonically is read back', () => {
  fc.assert(fc.property(item, (value) => assert.deepEqual(decodeOnly(encode(value), strict), value)))
})

test('no strict prefix of an item is an item', () => {
  fc.assert(
    fc.property(item, fc.nat(), (value, at) => {
      const whole = encode(value)
      assert.equal(
        verdict(() => decodeOnly(whole.subarray(0, at % whole.length), strict)),
        'cbor',
      )
    }),
  )
})

test('any bytes are read or rejected as CBOR', () => {
  fc.assert(
    fc.property(bytes(), (any) => void verdict(() => decodeOnly(any, strict))),
    { numRuns: 2000 },
  )
})

test('bytes survive base64url, padded and standard too', () => {
  fc.assert(
    fc.property(bytes(), (any) => {
      for (const form of [any.toString('base64url'), any.toString('base64')]) {
        assert.deepEqual(fromBase64url(form, 'cbor'), any)
      }
    }),
  )
})

test('text is base64url only if it is one of the forms of its bytes', () => {
  const unit = fc.constantFrom(...'AZaz09+/-_= *é\n')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      if (verdict(() => fromBase64url(text, 'cbor')) !== 'accepted') return
      const [urlForm, form] = [Buffer.from(text, 'base64url').toString('base64url'), text.replaceAll('+', '-')]
      assert.equal(form.replaceAll('/', '_').replace(/=+$/, ''), urlForm)
    }),
    { numRuns: 2000 },
  )
})

test('the fields of an object are counted whatever their values hold', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (object, indent) => {
      assert.equal(countMembers(JSON.stringify(object, null, indent)), Object.keys(object).length)
    }),
    { numRuns: 500 },
  )
})

test('any text as client data, any bytes as the rest, are judged', () => {
  fc.assert(
    fc.property(fc.json(), bytes(), (clientDataJSON, any) => {
      assert.notEqual(
        verdict(() => verifyRegistration(registration({ clientDataJSON }))),
        'accepted',
      )
      assert.notEqual(
        verdict(() => verifyRegistration(registration({ authData: any }))),
        'accepted',
      )
      assert.notEqual(
        verdict(() => verifyAssertion(assertion({ authData: any }))),
        'accepted',
      )
    }),
    { numRuns: 300 },
  )
})

test('a counter is accepted if it rises or both are zero', () => {
  const counter = fc.oneof(fc.constant(0), fc.nat({ max: 3 }), fc.integer({ min: 2 ** 31 - 2, max: 2 ** 32 - 1 }))
  fc.assert(
    fc.property(counter, counter, (sent, stored) => {
      const input = assertion({ signCount: sent, credential: { signCount: stored } })
      const risen = sent > stored || sent + stored === 0
      assert.equal(
        verdict(() => verifyAssertion(input)),
        risen ? 'accepted' : 'sign_count',
      )
    }),
  )
})

test('3 600 mutated ceremonies throw nothing but WebAuthnError', () => {
  const random = randomFrom(7)
  const all = Object.values(attempts)
  for (let i = 0; i < 3_600; i++) judgeAttempt(all[i % all.length]!(random))
})
