import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { createKey, forge, now, openProofs, sign, type TestKey } from './situations.ts'

const url = 'https://id.example.com/apps/shop/openid/token'
const claims = { jti: 'once', htm: 'POST', htu: url, iat: now }
const key = await createKey('ES256')
const proofs = openProofs()

const verify = async (proof: string, more: { accessToken?: string; url?: string; method?: string } = {}) =>
  proofs.verifyDpopProof({ proof, method: 'POST', url, ...more })
const signed = (changes: object = {}, header: object = {}, by: TestKey = key) =>
  sign(by, { typ: 'dpop+jwt', jwk: by.jwk, ...header }, { ...claims, ...changes })
const rejected = (reason: string) => ({ code: 'bad_request', message: `The DPoP proof is not valid: ${reason}` })
const hash = (token: string) => createHash('sha256').update(token).digest('base64url')

for (const alg of ['ES256', 'RS256', 'PS256', 'EdDSA']) {
  test(`a proof signed with ${alg} names its key by thumbprint, and is remembered while it is valid`, async () => {
    const own = await createKey(alg)
    const jkt = await calculateJwkThumbprint(own.jwk)
    const { id, ...rest } = await verify(await signed({}, {}, own))
    assert.match(id, /^[\w-]{43}$/)
    assert.deepEqual(rest, { jkt, expiresAt: (now + 300) * 1000 })
  })
}

test('a proof is remembered by its jti and key', async () => {
  const { id } = await verify(await signed())
  assert.equal((await verify(await signed({ iat: now - 1 }))).id, id)
  assert.notEqual((await verify(await signed({ jti: 'other' }))).id, id)
  assert.notEqual((await verify(await signed({}, {}, await createKey('ES256')))).id, id)
})

test('the thumbprint is that of the key alone, whatever else its JWK says', async () => {
  const { jkt } = await verify(await signed({}, { jwk: { ...key.jwk, kid: 'mine', alg: 'ES256', use: 'sig' } }))
  assert.equal(jkt, await calculateJwkThumbprint(key.jwk))
})

for (const [what, changes, call] of [
  ['with a query and a fragment', { htu: `${url}?a=b#c` }],
  ['for a call with a query', {}, { url: `${url}?a=b` }],
  ['with the host in upper case and the default port', { htu: url.replace('id.example.com', 'ID.Example.COM:443') }],
  ['from a clock that is five minutes behind', { iat: now - 300 }],
  ['from a clock that is five minutes ahead', { iat: now + 300 }],
  ['with the hash of the access token', { ath: hash('token') }, { accessToken: 'token' }],
  ['with an ath that the call does not need', { ath: hash('token') }],
  ['for GET', { htm: 'GET' }, { method: 'GET' }],
] as [string, object, object?][]) {
  test(`a proof ${what} is accepted`, async () => {
    await verify(await signed(changes), call)
  })
}

for (const [what, changes, reason, call] of [
  ['without jti', { jti: undefined }, 'jti is missing or wrong'],
  ['with an empty jti', { jti: '' }, 'jti must be 1 to 256 printable characters'],
  ['with a list as jti', { jti: ['once'] }, 'jti must be 1 to 256 printable characters'],
  ['with a long jti', { jti: 'j'.repeat(257) }, 'jti must be 1 to 256 printable characters'],
  ['without htm', { htm: undefined }, 'htm is missing or wrong'],
  ['for another method', { htm: 'GET' }, 'htm must be POST'],
  ['with the method in lower case', { htm: 'post' }, 'htm must be POST'],
  ['without htu', { htu: undefined }, 'htu is missing or wrong'],
  ['for another endpoint', { htu: `${url}/` }, `htu must be ${url}`],
  ['for another host', { htu: url.replace('id.', 'evil.') }, `htu must be ${url}`],
  ['for another scheme', { htu: url.replace('https', 'http') }, `htu must be ${url}`],
  ['with a user in htu', { htu: url.replace('id.', 'user@id.') }, `htu must be ${url}`],
  ['with no URL as htu', { htu: 'token' }, `htu must be ${url}`],
  ['with a list as htu', { htu: [url] }, `htu must be ${url}`],
  ['without iat', { iat: undefined }, 'iat is missing or wrong'],
  ['with iat as text', { iat: String(now) }, 'iat is missing or wrong'],
  ['that is too old', { iat: now - 301 }, 'iat must be within 300 seconds of the time of the service'],
  ['from the future', { iat: now + 301 }, 'iat must be within 300 seconds of the time of the service'],
  ['that has expired', { exp: now - 301 }, 'it has expired'],
  ['without the hash of the access token', {}, 'ath must be the hash of the access token', { accessToken: 'token' }],
  [
    'for another access token',
    { ath: hash('x') },
    'ath must be the hash of the access token',
    { accessToken: 'token' },
  ],
  ['of more than 4096 characters', { more: 'x'.repeat(4_096) }, 'it has more than 4096 characters'],
] as [string, object, string, object?][]) {
  test(`a proof ${what} is rejected`, async () => {
    await assert.rejects(verify(await signed(changes), call), rejected(reason))
  })
}

for (const [what, header, reason] of [
  ['no type', { typ: undefined }, 'typ is missing or wrong'],
  ['the type JWT', { typ: 'JWT' }, 'typ is missing or wrong'],
  ['the type of access tokens', { typ: 'at+jwt' }, 'typ is missing or wrong'],
  ['no key', { jwk: undefined }, 'it is not a valid JWT'],
  ['a kid instead of a key', { jwk: undefined, kid: 'k1' }, 'it is not a valid JWT'],
  ['a private key', { jwk: key.privateJwk }, 'it is not a valid JWT'],
  ['a shared secret', { jwk: { kty: 'oct', k: 'c2VjcmV0' } }, 'it is not a valid JWT'],
  ['a text as key', { jwk: 'key' }, 'it is not a valid JWT'],
  ['an empty key', { jwk: {} }, undefined],
  ['half a key', { jwk: { kty: 'EC', crv: 'P-256', x: key.jwk.x } }, undefined],
  ['a point that is not on the curve', { jwk: { ...key.jwk, y: key.jwk.x } }, undefined],
  ['a key of numbers', { jwk: { kty: 'EC', crv: 'P-256', x: 1, y: 2 } }, undefined],
  ['a key of an unknown curve', { jwk: { ...key.jwk, crv: 'P-999' } }, undefined],
] as [string, { jwk?: JWK }, string?][]) {
  test(`a proof with ${what} in its header is rejected`, async () => {
    const expected = reason === undefined ? { code: 'bad_request' } : rejected(reason)
    await assert.rejects(verify(await signed({}, header)), expected)
  })
}

test('a proof that another key signed is rejected, as is one that needs no private key', async () => {
  const foreign = await createKey('ES256')
  await assert.rejects(verify(await signed({}, { jwk: key.jwk }, foreign)), rejected('the signature does not match'))
  const p384 = await createKey('ES384')
  await assert.rejects(verify(await signed({}, {}, p384)), rejected('its algorithm is not allowed'))
  for (const [what, proof] of Object.entries(await forge(key, { typ: 'dpop+jwt', jwk: key.jwk }, claims)))
    await assert.rejects(verify(proof), rejected('its algorithm is not allowed'), what)
})

test('several headers, which arrive as one with a comma, are no proof', async () => {
  const proof = await signed()
  for (const value of [`${proof}, ${proof}`, `${proof},`, '', 'a.b.c', '..', proof.slice(1), `DPoP ${proof}`])
    await assert.rejects(verify(value), { code: 'bad_request' }, value)
})
