import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { leadMs } from '@thumbturn/service/core/model/applications/key-schedule.ts'
import {
  ensureSigningKey,
  listSigningKeys,
  retireSigningKey,
  rotateSigningKey,
} from '@thumbturn/service/core/use-cases/applications/signing-keys.ts'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import { catchError, startServer, startTestService, useTestService } from './service.ts'
import { readClaims, readHeader, signToken, signWithKey } from './tokens.ts'

const running = useTestService()
const keySet = '/apps/demo/fido2/v2/.well-known/jwks.json'

/** A fetch that counts the requests for the key set. */
function countKeySetRequests() {
  let requestCount = 0
  const fetch: typeof globalThis.fetch = (url, init) => {
    if (String(url).endsWith('/jwks.json')) requestCount++
    return globalThis.fetch(url, init)
  }
  return { fetch, asked: () => requestCount }
}

/** Forged tokens, each with an unknown `kid`. */
const forgeTokens = (token: string, count: number) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return Array.from({ length: count }, (_, at) => signToken(privateKey, { kid: `forged-${at}` }, readClaims(token)))
}

const by = 'command line'

test('the keys are fetched once, with the first token, even for concurrent verifications', async () => {
  const service = running()
  const { fetch, asked: requestCount } = countKeySetRequests()
  const { jwtAccess } = await signUpUser(service)
  // Unlike the clock of the service, it stands still: however busy the machine is, no second passes between two steps.
  let now = service.clock.now()
  const thumbturn = service.client({ fetch, now: () => now })
  assert.equal(requestCount(), 0)
  await Promise.all(Array.from({ length: 50 }, () => thumbturn.verifyToken(jwtAccess)))
  await thumbturn.verifyToken(jwtAccess)
  assert.equal(requestCount(), 1)
  now += 299_000
  await thumbturn.verifyToken(jwtAccess)
  assert.equal(requestCount(), 1)
  now += 2_000
  await thumbturn.verifyToken(jwtAccess)
  assert.equal(requestCount(), 2)
})

test('tokens of a new key are verified at once, and tokens of the old key still are', async () => {
  const service = running()
  const { core, application, clock } = service
  const { fetch, asked: requestCount } = countKeySetRequests()
  const thumbturn = service.client({ fetch })
  const { kid } = await rotateSigningKey(core, application, { alg: 'ES256', by })
  clock.advance(leadMs - 60_000)
  const before = (await signUpUser(service)).jwtAccess
  assert.notEqual(readHeader(before).kid, kid)
  await thumbturn.verifyToken(before)
  clock.advance(60_000)
  const after = (await signUpUser(service)).jwtAccess
  assert.equal(readHeader(after).kid, kid)
  await Promise.all([after, before, after].map((token) => thumbturn.verifyToken(token)))
  assert.equal(requestCount(), 1, 'the new key was in the key set before it signed')
})

test('after a leaked key is retired, the next key is fetched with its first token and the leaked key is rejected', async () => {
  const service = running()
  const { core, application, clock } = service
  const { fetch, asked: requestCount } = countKeySetRequests()
  const thumbturn = service.client({ fetch })
  const leaked = (await signUpUser(service)).jwtAccess
  await thumbturn.verifyToken(leaked)
  const { kid } = await rotateSigningKey(core, application, { alg: 'ES256', by })
  for (const key of await listSigningKeys(core, application))
    if (key.kid !== kid && key.state !== 'retired') await retireSigningKey(core, application, { kid: key.kid, by })
  clock.advance(31_000)
  const after = (await signUpUser(service)).jwtAccess
  assert.equal(readHeader(after).kid, kid)
  await thumbturn.verifyToken(after)
  assert.equal(requestCount(), 2)
  assert.equal((await catchError(thumbturn.verifyToken(leaked))).code, 'token_unknown_key')
})

test('a flood of tokens with unknown keys fetches the key set at most every 30 seconds', async () => {
  const service = running()
  const { fetch, asked: requestCount } = countKeySetRequests()
  const { jwtAccess } = await signUpUser(service)
  let now = service.clock.now()
  const thumbturn = service.client({ fetch, now: () => now })
  const flood = async () => {
    const forged = forgeTokens(jwtAccess, 200)
    const codes = await Promise.all(forged.map(async (token) => (await catchError(thumbturn.verifyToken(token))).code))
    assert.deepEqual([...new Set(codes)], ['token_unknown_key'])
  }
  await flood()
  await flood()
  assert.equal(requestCount(), 1)
  now += 29_000
  await flood()
  assert.equal(requestCount(), 1)
  now += 2_000
  await flood()
  await flood()
  assert.equal(requestCount(), 2)
  await thumbturn.verifyToken(jwtAccess)
})

test('during an outage, cached keys are used for an hour, and unknown keys are unreachable rather than forged', async (t) => {
  const service = await startTestService()
  t.after(() => service.close())
  const { jwtAccess } = await signUpUser(service)
  let down = false
  let requestCount = 0
  const fetch: typeof globalThis.fetch = async (url, init) => {
    requestCount++
    if (down) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    return globalThis.fetch(url, init)
  }
  let now = Date.now()
  const thumbturn = service.client({ fetch, now: () => now })
  await thumbturn.verifyToken(jwtAccess)
  down = true
  now += 301_000
  await thumbturn.verifyToken(jwtAccess)
  const [forged] = forgeTokens(jwtAccess, 1)
  assert.equal((await catchError(thumbturn.verifyToken(forged!))).code, 'unreachable')
  const askedBefore = requestCount
  await Promise.all(
    forgeTokens(jwtAccess, 50).map(async (token) =>
      assert.equal((await catchError(thumbturn.verifyToken(token))).code, 'unreachable'),
    ),
  )
  assert.equal(requestCount, askedBefore, 'within two seconds of a failure, nothing is fetched')
  now += 3_600_000
  assert.equal((await catchError(thumbturn.verifyToken(jwtAccess))).code, 'unreachable')
  down = false
  now -= 3_600_000 - 3_000
  await thumbturn.verifyToken(jwtAccess)
  down = true
  now -= 304_000
  await thumbturn.verifyToken(jwtAccess)
})

test('a token verifies as soon as an unreachable service is back', async () => {
  const service = running()
  const { jwtAccess } = await signUpUser(service)
  let down = true
  let now = service.clock.now()
  const fetch: typeof globalThis.fetch = (url, init) =>
    down ? Promise.reject(new TypeError('fetch failed')) : globalThis.fetch(url, init)
  const thumbturn = service.client({ fetch, now: () => now })
  assert.equal((await catchError(thumbturn.verifyToken(jwtAccess))).code, 'unreachable')
  down = false
  now += 2_001
  await thumbturn.verifyToken(jwtAccess)
})

test('after the clock is set back, an unknown key is fetched, and a failed request is repeated', async () => {
  const service = running()
  const { core, application, clock } = service
  const { fetch, asked: requestCount } = countKeySetRequests()
  const day = 86_400_000
  let [ahead, isDown] = [day, false]
  const send: typeof globalThis.fetch = (url, init) =>
    isDown ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)
  const thumbturn = service.client({ fetch: send, now: () => clock.now() + ahead })
  const [forged, other] = forgeTokens((await signUpUser(service)).jwtAccess, 2)
  await catchError(thumbturn.verifyToken(forged!))
  ahead = 0
  await rotateSigningKey(core, application, { alg: 'ES256', by })
  clock.advance(leadMs)
  await thumbturn.verifyToken((await signUpUser(service)).jwtAccess)
  assert.equal(requestCount(), 2)
  ;[ahead, isDown] = [day, true]
  assert.equal((await catchError(thumbturn.verifyToken(other!))).code, 'unreachable')
  ;[ahead, isDown] = [0, false]
  await thumbturn.verifyToken((await signUpUser(service)).jwtAccess)
})

for (const [what, body] of [
  ['is not a key set', '{"hello":"world"}'],
  ['has no list of keys', '{"keys":"none"}'],
  ['is an array', '[]'],
  ['is a string', '"keys"'],
] as const) {
  test(`a response that ${what} is wrong_base_url`, async (t) => {
    const { jwtAccess } = await signUpUser(running())
    const baseUrl = await startServer(t, ({ url }, response) => {
      assert.equal(url, keySet)
      response.setHeader('content-type', 'application/json').end(body)
    })
    assert.equal((await catchError(running().client({ baseUrl }).verifyToken(jwtAccess))).code, 'wrong_base_url')
  })
}

test('no token is valid under a secret, another curve, or a key with another purpose', async (t) => {
  const { jwtAccess } = await signUpUser(running())
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const keys = [
    { kty: 'oct', k: 'c2VjcmV0', kid: 'secret', alg: 'HS256' },
    { ...jwk, kid: 'other-algorithm', alg: 'ES384' },
    { ...jwk, kid: 'for-encryption', alg: 'ES256', use: 'enc' },
    { ...jwk, kid: 'for-signing', alg: 'ES256', key_ops: ['sign'] },
    { ...privateKey.export({ format: 'jwk' }), kid: 'private', alg: 'ES256' },
  ]
  const baseUrl = await startServer(t, (_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  const thumbturn = running().client({ baseUrl })
  for (const { kid } of keys) {
    const token = signToken(privateKey, { kid }, readClaims(jwtAccess))
    assert.match((await catchError(thumbturn.verifyToken(token))).code, /^token_(unknown_key|malformed)$/, kid)
  }
})

test('an RS256 key in the key set is for OpenID clients: it verifies no token, and ES256 tokens stay valid', async () => {
  const service = running()
  const { core, application, clock } = service
  await ensureSigningKey(core, application, { alg: 'RS256', by })
  clock.advance(1_000)
  const { jwtAccess } = await signUpUser(service)
  const thumbturn = service.client()
  await thumbturn.verifyToken(jwtAccess)
  const rsa = (await core.store.applications.signingKeys('demo')).find(({ publicJwk }) => publicJwk.kty === 'RSA')!
  const claims = readClaims(jwtAccess)
  const signed = signWithKey(service, rsa, { header: { alg: 'RS256' }, claims })
  assert.equal((await catchError(thumbturn.verifyToken(signed))).code, 'token_wrong_algorithm')
  const confused = signWithKey(service, rsa, { header: { alg: 'ES256' }, claims })
  assert.equal((await catchError(thumbturn.verifyToken(confused))).code, 'token_unknown_key')
})
