import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { listen } from '@thumbturn/service-harness/receivers.ts'
import type { AssertionRequest } from '../../../src/core/ports/client-proofs.ts'
import { createKey, critical, forge, now, openProofs, sign, type TestKey } from './situations.ts'

const issuer = 'https://id.example.com/apps/shop'
const endpoint = `${issuer}/openid/token`
const clientId = 'grafana'
const claims = { iss: clientId, sub: clientId, aud: issuer, jti: 'once', iat: now, exp: now + 60 }
const key = await createKey('ES256', 'k1')
const proofs = openProofs()

const request = (assertion: string, keys: object[] = [key.jwk]): AssertionRequest => ({
  assertion,
  clientId,
  keys: { jwks: { keys } },
  audiences: [issuer, endpoint],
})
const verify = async (assertion: string, keys?: object[]) => proofs.verifyClientAssertion(request(assertion, keys))
const signed = (changes: object = {}, header: object = {}, by: TestKey = key) =>
  sign(by, { kid: by.jwk.kid, ...header }, { ...claims, ...changes })
const rejected = (reason: string) => ({ code: 'unauthorized', message: `client_assertion is not valid: ${reason}` })

for (const alg of ['ES256', 'RS256', 'PS256', 'EdDSA']) {
  test(`a client authenticates with ${alg}, and it is remembered until it has expired by any clock`, async () => {
    const own = await createKey(alg)
    const { id, expiresAt } = await verify(await signed({}, {}, own), [own.jwk])
    assert.match(id, /^[\w-]{43}$/)
    assert.equal(expiresAt, (now + 90) * 1000)
  })
}

for (const [what, changes, header] of [
  ['for the token endpoint', { aud: endpoint }],
  ['for both names of this server', { aud: [issuer, endpoint] }],
  ['without iat', { iat: undefined }],
  ['that expired within the tolerance', { exp: now - 29 }],
  ['issued ahead within the tolerance', { iat: now + 30, nbf: now + 30 }],
  ['valid for an hour', { exp: now + 3_600 }],
  ['of the type JWT', {}, { typ: 'JWT' }],
  ['of the type client-authentication+jwt', {}, { typ: 'client-authentication+jwt' }],
] as [string, object, object?][]) {
  test(`an assertion ${what} is accepted`, async () => {
    await verify(await signed(changes, header))
  })
}

for (const [what, changes, reason] of [
  ['of another issuer', { iss: 'other' }, 'iss is missing or wrong'],
  ['without issuer', { iss: undefined }, 'iss is missing or wrong'],
  ['about another subject', { sub: 'other' }, 'sub is missing or wrong'],
  ['without subject', { sub: undefined }, 'sub is missing or wrong'],
  ['for another server', { aud: 'https://evil.example' }, `aud must be ${issuer} or ${endpoint}`],
  ['for another server, too', { aud: [issuer, 'https://evil.example'] }, `aud must be ${issuer} or ${endpoint}`],
  ['for a longer address', { aud: `${issuer}/` }, `aud must be ${issuer} or ${endpoint}`],
  ['without any audience', { aud: [] }, `aud must be ${issuer} or ${endpoint}`],
  ['without audience', { aud: undefined }, 'aud is missing or wrong'],
  ['without expiry', { exp: undefined }, 'exp is missing or wrong'],
  ['with expiry as text', { exp: String(now + 60) }, 'exp is missing or wrong'],
  ['that has expired', { exp: now - 30 }, 'it has expired'],
  ['valid for more than an hour', { exp: now + 3_631 }, 'exp is more than an hour ahead'],
  ['from the future', { iat: now + 31 }, 'iat is in the future'],
  ['from long ago', { iat: now - 3_631 }, 'iat is more than an hour ago'],
  ['with iat as text', { iat: String(now) }, 'iat is missing or wrong'],
  ['not valid yet', { nbf: now + 31 }, 'nbf is missing or wrong'],
  ['without jti', { jti: undefined }, 'jti is missing or wrong'],
  ['with an empty jti', { jti: '' }, 'jti must be 1 to 256 printable characters'],
  ['with a number as jti', { jti: 7 }, 'jti must be 1 to 256 printable characters'],
  ['with a long jti', { jti: 'j'.repeat(257) }, 'jti must be 1 to 256 printable characters'],
  ['with U+0000 in jti', { jti: 'a\0b' }, 'jti must be 1 to 256 printable characters'],
  ['of more than 4096 characters', { more: 'x'.repeat(4_096) }, 'it has more than 4096 characters'],
] as [string, object, string][]) {
  test(`an assertion ${what} is rejected`, async () => {
    await assert.rejects(verify(await signed(changes)), rejected(reason))
  })
}

for (const [what, header, reason] of [
  ['a DPoP proof', { typ: 'dpop+jwt' }, 'typ is that of another kind of token'],
  ['an access token', { typ: 'at+jwt' }, 'typ is that of another kind of token'],
  ['a token with an unknown critical header', { crit: [critical], [critical]: 1 }, 'it is not a valid JWT'],
  ['a token with an unknown kid', { kid: 'k2' }, 'the client has no public key for its kid and alg'],
] as [string, object, string][]) {
  test(`${what} is no client assertion`, async () => {
    await assert.rejects(verify(await signed({}, header)), rejected(reason))
  })
}

test('an assertion that needs no private key is rejected', async () => {
  for (const [what, assertion] of Object.entries(await forge(key, { kid: 'k1' }, claims)))
    await assert.rejects(verify(assertion), rejected('its algorithm is not allowed'), what)
  for (const assertion of ['', 'a.b.c', '..', 'e30.e30.', `${await signed()}x`, (await signed()).slice(0, -20)])
    await assert.rejects(verify(assertion), { code: 'unauthorized' }, assertion)
})

test("an assertion is rejected if another key signed it, with the client's kid", async () => {
  const foreign = await createKey('ES256', 'k1')
  await assert.rejects(verify(await signed({}, {}, foreign)), rejected('the signature does not match'))
  const embedded = await signed(
    {},
    { jwk: foreign.jwk, jku: 'http://127.0.0.1:1/', x5u: 'http://127.0.0.1:1/' },
    foreign,
  )
  await assert.rejects(verify(embedded), rejected('the signature does not match'))
})

test("only keys for signatures count, and only with the client's algorithm", async () => {
  const [rsa, p384] = [await createKey('RS256', 'k1'), await createKey('ES384', 'k1')]
  const cases: [string, string, object[]][] = [
    ['no keys', await signed(), []],
    ['a key for encryption', await signed(), [{ ...key.jwk, use: 'enc' }]],
    ['a key of another algorithm', await signed(), [{ ...key.jwk, alg: 'ES384' }]],
    ['a private key', await signed(), [key.privateJwk]],
    ['a shared secret', await signed(), [{ kty: 'oct', k: 'c2VjcmV0', kid: 'k1' }]],
    ['a key of another type', await signed(), [rsa.jwk]],
    ['an algorithm that is not offered', await signed({}, {}, p384), [p384.jwk]],
    ['something else', await signed(), [{ kty: 'EC', crv: 'P-256', kid: 'k1', x: 'AAAA', y: 'AAAA' }]],
  ]
  for (const [what, assertion, keys] of cases)
    await assert.rejects(verify(assertion, keys), { code: 'unauthorized' }, what)
})

test('with several keys, an assertion must name its key', async () => {
  const other = await createKey('ES256', 'k2')
  const unnamed = await signed({}, { kid: undefined })
  await verify(unnamed)
  await assert.rejects(
    verify(unnamed, [key.jwk, other.jwk]),
    rejected('several keys of the client fit: name one with kid'),
  )
  await verify(await signed(), [key.jwk, other.jwk])
})

test('an assertion is remembered by its jti and client', async () => {
  const again = await verify(await signed({ exp: now + 120 }))
  assert.equal((await verify(await signed())).id, again.id)
  assert.notEqual((await verify(await signed({ jti: 'other' }))).id, again.id)
  const other = { ...request(await signed({ iss: 'other', sub: 'other' })), clientId: 'other' }
  assert.notEqual((await proofs.verifyClientAssertion(other)).id, again.id)
})

/** A client's key set on loopback. */
async function publish(t: TestContext) {
  const state = { requests: 0, status: 200, body: JSON.stringify({ keys: [key.jwk] }) }
  const server = createServer((_, response) => {
    state.requests++
    response.writeHead(state.status, { location: 'http://127.0.0.1:1/' }).end(state.body)
  })
  const port = await listen(t, server)
  return Object.assign(state, { jwksUri: `http://127.0.0.1:${port}/jwks.json` })
}

test('published keys are kept for five minutes, and read again for an unknown kid every half minute at most', async (t) => {
  const clock = { at: 0 }
  const { verifyClientAssertion } = openProofs(clock)
  const published = await publish(t)
  const verifyPublished = async (assertion: string) =>
    verifyClientAssertion({ ...request(assertion), keys: { jwksUri: published.jwksUri } })
  const next = await createKey('ES256', 'k2')
  const [first, second] = [await signed(), await signed({}, {}, next)]
  await Promise.all(Array.from({ length: 8 }, () => verifyPublished(first)))
  assert.equal(published.requests, 1)
  published.body = JSON.stringify({ keys: [next.jwk] })
  clock.at = 29_999
  await assert.rejects(verifyPublished(second), rejected('the client has no public key for its kid and alg'))
  assert.equal(published.requests, 1)
  clock.at = 30_000
  await verifyPublished(second)
  assert.equal(published.requests, 2)
  published.body = JSON.stringify({ keys: [] })
  clock.at += 299_999
  await verifyPublished(second)
  clock.at += 1
  await assert.rejects(verifyPublished(second), rejected('the client has no public key for its kid and alg'))
  assert.equal(published.requests, 3)
})

for (const [what, response] of [
  ['fail to be read', { status: 500 }],
  ['are at another address', { status: 302 }],
  ['are no key set', { body: '{"keys":{}}' }],
  ['are no JSON', { body: '<html>' }],
  ['are too many', { body: JSON.stringify({ keys: Array.from({ length: 101 }, () => key.jwk) }) }],
  ['are not objects', { body: '{"keys":["k"]}' }],
  ['are longer than 64 kB', { body: JSON.stringify({ keys: [key.jwk], more: 'x'.repeat(70_000) }) }],
] as [string, { status?: number; body?: string }][]) {
  test(`published keys that ${what} are an outage, which is repeated for seconds without a request`, async (t) => {
    const clock = { at: 0 }
    const { verifyClientAssertion } = openProofs(clock)
    const published = Object.assign(await publish(t), response)
    const verifyPublished = async () =>
      verifyClientAssertion({ ...request(await signed()), keys: { jwksUri: published.jwksUri } })
    const outage = { name: 'Outage', message: /^The key set of the client is unavailable/ }
    for (let times = 0; times < 3; times++) await assert.rejects(verifyPublished(), outage)
    assert.equal(published.requests, 1)
    Object.assign(published, { status: 200, body: JSON.stringify({ keys: [key.jwk] }) })
    clock.at += 2_000
    await verifyPublished()
  })
}

test("keys are not read from addresses that the operator doesn't allow", async (t) => {
  const { jwksUri } = await publish(t)
  const { createClientProofs } = await import('../../../src/adapters/client-proofs/lazy.ts')
  const closed = createClientProofs({ networks: [], now: () => now * 1000, monotonic: () => 0 })
  for (const uri of [jwksUri, 'http://169.254.169.254/keys', 'file:///etc/passwd'])
    await assert.rejects(closed.verifyClientAssertion({ ...request(await signed()), keys: { jwksUri: uri } }), {
      name: 'Outage',
    })
})
