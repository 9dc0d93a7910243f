import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromBase64url } from '../src/base64url.ts'
import { requireVerdict } from './verdicts.ts'

for (const [text, hex] of [
  ['', ''],
  ['AA', '00'],
  ['AA==', '00'],
  ['AAA', '0000'],
  ['AAA=', '0000'],
  ['AAAA', '000000'],
  ['-_-_', 'fbffbf'],
  ['+/+/', 'fbffbf'],
  ['+_-/', 'fbffbf'],
  ['+/8', 'fbff'],
  ['+/+/+w==', 'fbffbffb'],
] as const) {
  test(`"${text}" is read as base64url`, () => {
    assert.equal(fromBase64url(text, 'signature').toString('hex'), hex)
  })
}

for (const text of [
  ...['A', 'AAAAA', '=', '==', '====', 'AA=', 'AAA==', 'AA===', 'AAAA====', 'A=A=', 'AA==AA=='],
  ...[' AA', 'AA ', 'AA\n', 'A A', '*AA+', 'AA+*', '+*AA', 'ÄA', 'AB', 'AB==', 'AAB', '+B'],
]) {
  test(`${JSON.stringify(text)} is no base64url`, () => {
    requireVerdict(() => fromBase64url(text, 'signature'), 'signature', /^signature: not base64url$/)
  })
}

for (const value of [undefined, null, 1, {}, Buffer.alloc(1)]) {
  test(`${typeof value} ${String(value)} is no base64url`, () => {
    const message = new RegExp(`^cbor: base64url text expected, got ${typeof value}$`)
    requireVerdict(() => fromBase64url(value as never, 'cbor'), 'cbor', message)
  })
}
