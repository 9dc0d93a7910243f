import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { trustKey } from '@thumbturn/service-harness/trust.ts'
import { trustItemVerifier } from '../../src/adapters/trust-items.ts'

const now = Date.UTC(2027, 2, 14, 12)
const seconds = now / 1000
const { computeThumbprint } = trustItemVerifier(() => now)
const key = trustKey()
const item = key.item(now)
const [head, payload, signature] = item.split('.') as [string, string, string]

test('an item is identified by the RFC 7638 thumbprint of its key, whatever else its header and payload contain', async () => {
  assert.equal(await computeThumbprint(item), key.thumbprint)
  const { crv, kty, x, y } = key.jwk
  const android = key.item(now, { header: { jwk: { kty, crv, x, y } }, payload: { id: undefined, exp: seconds + 300 } })
  assert.equal(await computeThumbprint(android), key.thumbprint)
  assert.notEqual(await computeThumbprint(trustKey().item(now)), key.thumbprint)
})

test('an item is valid until a minute after its expiry, which is at most an hour ahead', async () => {
  const until = (exp: unknown) => computeThumbprint(key.item(now, { payload: { exp } }))
  for (const exp of [seconds - 59, seconds + 3600]) assert.equal(await until(exp), key.thumbprint)
  for (const exp of [
    seconds + 3601,
    1e308,
    seconds - 60,
    seconds - 61,
    0,
    -1,
    `${seconds + 60}`,
    null,
    undefined,
    [seconds + 60],
  ])
    assert.equal(await until(exp), undefined, String(exp))
})

const headed = (changes: object) => key.item(now, { header: changes })
const other = trustKey()
const { publicKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 })

for (const [what, text] of [
  ['nothing', ''],
  ['no JWS', 'J3K9QW1ZP0XNA8TR6YBV2CFML'],
  ['random base64, as in old examples', 'q3Jk0Zt4m1oAAAABTc2Vzc2lvbi1pcy1vcGFxdWU='],
  ['a JWS without signature', `${head}.${payload}.`],
  ['two parts', `${head}.${payload}`],
  ['four parts', `${item}.${signature}`],
  ['a changed payload', `${head}.${Buffer.from('{"exp":9999999999}').toString('base64url')}.${signature}`],
  ['a cut signature', item.slice(0, -4)],
  ['a signature in DER', `${head}.${payload}.MEUCIQ${signature}`],
  ['the signature of another key', `${head}.${payload}.${other.item(now).split('.')[2]}`],
  ['the key of another browser', headed({ jwk: other.jwk })],
  ['no algorithm', headed({ alg: 'none' })],
  ['a secret algorithm', headed({ alg: 'HS256' })],
  ['the algorithm in other letters', headed({ alg: 'es256' })],
  ['an extension that must be understood', headed({ crit: ['b64'], b64: false })],
  ['no key', headed({ jwk: undefined })],
  ['null for a key', headed({ jwk: null })],
  ['a key by URL', headed({ jwk: undefined, jku: 'http://127.0.0.1:1/keys' })],
  ['an RSA key', headed({ jwk: rsa.export({ format: 'jwk' }) })],
  ['another curve', trustKey('P-384').item(now)],
  ['a key in a different encoding', headed({ jwk: { ...key.jwk, x: `${key.jwk.x}=` } })],
  ['a coordinate that is too short', headed({ jwk: { ...key.jwk, x: 'AAAA' } })],
  ['a point off the curve', headed({ jwk: { ...key.jwk, y: key.jwk.x } })],
  ['an array as header', `${Buffer.from('[]').toString('base64url')}.${payload}.${signature}`],
  ["a header that isn't JSON", `AAAA.${payload}.${signature}`],
  ['more than 2,048 characters', key.item(now, { payload: { id: 'x'.repeat(2000) } })],
  ['deep nesting', `${Buffer.from('['.repeat(900)).toString('base64url')}.${payload}.${signature}`],
] as const) {
  test(`an item that is ${what} belongs to an unknown device`, async () =>
    assert.equal(await computeThumbprint(text), undefined))
}
