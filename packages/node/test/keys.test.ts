import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { leadMs } from '@thumbturn/service/core/model/applications/key-schedule.ts'
import {
  listSigningKeys,
  retireSigningKey,
  rotateSigningKey,
} from '@thumbturn/service/core/model/applications/signing-keys.ts'
import { signedUp } from '@thumbturn/service-harness/situations.ts'
import { readClaims, readHeader, signed } from './forged.ts'
import { catchError, listening, startRunning, useRunning } from './running.ts'

const running = useRunning()
const keySet = '/apps/demo/fido2/v2/.well-known/jwks.json'

/** What the service was asked for its keys. */
function counted() {
  let asked = 0
  const fetch: typeof globalThis.fetch = (url, init) => {
    if (String(url).endsWith('/jwks.json')) asked++
    return globalThis.fetch(url, init)
  }
  return { fetch, asked: () => asked }
}

/** Tokens that anybody can make: each names a key that nobody has. */
const forgeries = (token: string, count: number) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return Array.from({ length: count }, (_, at) => signed(privateKey, { kid: `forged-${at}` }, readClaims(token)))
}

const by = 'command line'

test('the keys are fetched once, when the first token comes, also by many tokens at once', async () => {
  const service = running()
  const { fetch, asked } = counted()
  const thumbturn = service.client({ fetch })
  const { jwtAccess } = await signedUp(service)
  assert.equal(asked(), 0)
  await Promise.all(Array.from({ length: 50 }, () => thumbturn.verifyToken(jwtAccess)))
  await thumbturn.verifyToken(jwtAccess)
  assert.equal(asked(), 1)
  service.clock.advance(299_000)
  await thumbturn.verifyToken(jwtAccess)
  assert.equal(asked(), 1)
  service.clock.advance(2_000)
  await thumbturn.verifyToken(jwtAccess)
  assert.equal(asked(), 2)
})

test('a token of a new key is verified at once, and those of the old key still are', async () => {
  const service = running()
  const { core, application, clock } = service
  const { fetch, asked } = counted()
  const thumbturn = service.client({ fetch })
  const { kid } = await rotateSigningKey(core, application, by)
  clock.advance(leadMs - 60_000)
  const before = (await signedUp(service)).jwtAccess
  assert.notEqual(readHeader(before).kid, kid)
  await thumbturn.verifyToken(before)
  clock.advance(60_000)
  const after = (await signedUp(service)).jwtAccess
  assert.equal(readHeader(after).kid, kid)
  await Promise.all([after, before, after].map((token) => thumbturn.verifyToken(token)))
  assert.equal(asked(), 1, 'the new key was in the key set before it signed')
})

test('where a leaked key was retired, the next one is fetched when its first token comes, and the leaked one is gone', async () => {
  const service = running()
  const { core, application, clock } = service
  const { fetch, asked } = counted()
  const thumbturn = service.client({ fetch })
  const leaked = (await signedUp(service)).jwtAccess
  await thumbturn.verifyToken(leaked)
  const { kid } = await rotateSigningKey(core, application, by)
  for (const key of await listSigningKeys(core, application))
    if (key.kid !== kid && key.state !== 'retired') await retireSigningKey(core, application, { kid: key.kid, by })
  clock.advance(31_000)
  const after = (await signedUp(service)).jwtAccess
  assert.equal(readHeader(after).kid, kid)
  await thumbturn.verifyToken(after)
  assert.equal(asked(), 2)
  assert.equal((await catchError(thumbturn.verifyToken(leaked))).code, 'token_unknown_key')
})

test('a flood of tokens with unknown keys asks the service for its keys at most every 30 seconds', async () => {
  const service = running()
  const { fetch, asked } = counted()
  const thumbturn = service.client({ fetch })
  const { jwtAccess } = await signedUp(service)
  const flood = async () => {
    const forged = forgeries(jwtAccess, 200)
    const codes = await Promise.all(forged.map(async (token) => (await catchError(thumbturn.verifyToken(token))).code))
    assert.deepEqual([...new Set(codes)], ['token_unknown_key'])
  }
  await flood()
  await flood()
  assert.equal(asked(), 1)
  service.clock.advance(29_000)
  await flood()
  assert.equal(asked(), 1)
  service.clock.advance(2_000)
  await flood()
  await flood()
  assert.equal(asked(), 2)
  await thumbturn.verifyToken(jwtAccess)
})

test('while the service is down its keys are believed for an hour, and nothing unknown is called forged', async (t) => {
  const service = await startRunning()
  t.after(() => service.close())
  const { jwtAccess } = await signedUp(service)
  let down = false
  let asked = 0
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked++
    if (down) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    return globalThis.fetch(url, init)
  }
  let now = Date.now()
  const thumbturn = service.client({ fetch, now: () => now })
  await thumbturn.verifyToken(jwtAccess)
  down = true
  now += 301_000
  await thumbturn.verifyToken(jwtAccess)
  const [forged] = forgeries(jwtAccess, 1)
  assert.equal((await catchError(thumbturn.verifyToken(forged!))).code, 'unreachable')
  const askedBefore = asked
  await Promise.all(
    forgeries(jwtAccess, 50).map(async (token) =>
      assert.equal((await catchError(thumbturn.verifyToken(token))).code, 'unreachable'),
    ),
  )
  assert.equal(asked, askedBefore, 'within two seconds of a failure nothing is asked')
  now += 3_600_000
  assert.equal((await catchError(thumbturn.verifyToken(jwtAccess))).code, 'unreachable')
  down = false
  now -= 3_600_000 - 3_000
  await thumbturn.verifyToken(jwtAccess)
})

test('a token verifies as soon as a service that was down at first is there', async () => {
  const service = running()
  const { jwtAccess } = await signedUp(service)
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

for (const [what, body] of [
  ['is no key set', '{"hello":"world"}'],
  ['has no keys', '{"keys":"none"}'],
  ['is a list', '[]'],
  ['is a text', '"keys"'],
] as const) {
  test(`an answer that ${what} is called a wrong address`, async (t) => {
    const { jwtAccess } = await signedUp(running())
    const baseUrl = await listening(t, ({ url }, response) => {
      assert.equal(url, keySet)
      response.setHeader('content-type', 'application/json').end(body)
    })
    assert.equal((await catchError(running().client({ baseUrl }).verifyToken(jwtAccess))).code, 'wrong_base_url')
  })
}

test('a secret, a key of another curve or without a purpose in the key set makes no token valid', async (t) => {
  const { jwtAccess } = await signedUp(running())
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const keys = [
    { kty: 'oct', k: 'c2VjcmV0', kid: 'secret', alg: 'HS256' },
    { ...jwk, kid: 'other-algorithm', alg: 'ES384' },
    { ...jwk, kid: 'for-encryption', alg: 'ES256', use: 'enc' },
    { ...jwk, kid: 'for-signing', alg: 'ES256', key_ops: ['sign'] },
    { ...privateKey.export({ format: 'jwk' }), kid: 'private', alg: 'ES256' },
  ]
  const baseUrl = await listening(t, (_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  const thumbturn = running().client({ baseUrl })
  for (const { kid } of keys) {
    const token = signed(privateKey, { kid }, readClaims(jwtAccess))
    assert.match((await catchError(thumbturn.verifyToken(token))).code, /^token_(unknown_key|malformed)$/, kid)
  }
})
