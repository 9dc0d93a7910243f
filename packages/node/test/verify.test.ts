import assert from 'node:assert/strict'
import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { createApplication } from '@thumbturn/service/core/use-cases/applications/create.ts'
import { completed, requestBackendAssertion, withSettings } from '@thumbturn/service-harness/mfa.ts'
import { origin } from '@thumbturn/service-harness/service.ts'
import { newName, readBody, requestGrant, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { catchError, issuer, startTestService, useTestService } from './service.ts'
import { encodePart, readClaims, readHeader, signToken, signWithServiceKey } from './tokens.ts'

const running = useTestService()
const catchCode = async (promise: Promise<unknown>) => (await catchError(promise)).code

test("an access token is verified with the application's public keys, without an API key", async () => {
  const { client, ...service } = running()
  const { jwtAccess, userId, username, passkeyId } = await signUpUser(service)
  const claims = await client({ apiKey: undefined }).verifyToken(jwtAccess)
  assert.deepEqual(
    [claims.sub, claims.username, claims.credID, claims.aud, claims.tokenType],
    [userId, username, passkeyId, 'demo', 'jwtAccess'],
  )
  assert.ok(claims.scopes.includes('passkey:write'))
})

test('each token of a flow verifies only as its own type', async () => {
  const service = running()
  const { done, userId } = await completed(service)
  const thumbturn = service.client()
  assert.equal((await thumbturn.verifyToken(done.accessToken)).sub, userId)
  assert.equal((await thumbturn.verifyToken(done.idToken, { type: 'idToken' })).acr, 'phr')
  assert.equal((await thumbturn.verifyToken(done.payloadSignature, { type: 'mfaPayload' })).sub, userId)
  for (const token of [done.idToken, done.payloadSignature, done.refreshToken])
    assert.equal(await catchCode(thumbturn.verifyToken(token)), 'token_wrong_type')
  for (const token of [done.accessToken, done.payloadSignature, done.refreshToken])
    assert.equal(await catchCode(thumbturn.verifyToken(token, { type: 'idToken' })), 'token_wrong_type')
})

test("grants and backend assertions don't prove a sign-in, and the message names their type", async () => {
  const service = running()
  const { username } = await signUpUser(service)
  const grant = await catchError(service.client().verifyToken(await requestGrant(service, username, ['passkey:read'])))
  assert.deepEqual(
    [grant.code, grant.message.includes('a grant, which does not prove a sign-in')],
    ['token_wrong_type', true],
  )
  const word = await catchError(service.client().verifyToken(await requestBackendAssertion(service, username)))
  assert.equal(word.code, 'token_wrong_type')
})

test('the error of an expired token says since when', async () => {
  const past = await startTestService({ ahead: -700_000 })
  const { jwtAccess } = await signUpUser(past)
  const error = await catchError(past.client({ now: Date.now }).verifyToken(jwtAccess))
  assert.equal(error.code, 'token_expired')
  assert.match(error.message, /^The token expired 1\d\d s ago: let the user sign in again/)
  await past.close()
})

test('a wrong clock is not reported as an expired token, and the message says by how much it is off', async () => {
  const service = running()
  const { jwtAccess } = await signUpUser(service)
  const hour = 3_600_000
  const ahead = await catchError(service.client({ now: () => Date.now() + hour }).verifyToken(jwtAccess))
  assert.equal(ahead.code, 'clock_off')
  assert.match(ahead.message, /this machine's clock is 3(600|599|601) s ahead of the service's. Synchronize it/)
  const behind = await catchError(service.client({ now: () => Date.now() - hour }).verifyToken(jwtAccess))
  assert.equal(behind.code, 'clock_off')
  assert.match(behind.message, /clock is 3(600|599|601) s behind the service's/)
})

test('the age of keys from a cache does not make the clock wrong', async () => {
  const service = running()
  const { jwtAccess } = await signUpUser(service)
  const now = Number(readClaims(jwtAccess).exp) * 1_000 + 100_000
  const headers = { 'content-type': 'application/json', date: new Date(now - 290_000).toUTCString(), age: '290' }
  const fetch: typeof globalThis.fetch = async (url, init) =>
    new Response((await globalThis.fetch(url, init)).body, { headers })
  const error = await catchError(service.client({ fetch, now: () => now }).verifyToken(jwtAccess))
  assert.equal(error.code, 'token_expired')
})

test('clocks can differ by the tolerance, but no more', async () => {
  const service = running()
  const now = Math.floor(Date.now() / 1000)
  const { jwtAccess } = await signUpUser(service)
  const timed = (times: object) => signWithServiceKey(service, { ...readClaims(jwtAccess), ...times })
  const at = (seconds: number) => service.client({ now: () => seconds * 1000 })
  await at(now).verifyToken(await timed({ iat: now - 100, exp: now - 4 }))
  assert.equal(await catchCode(at(now).verifyToken(await timed({ iat: now - 100, exp: now - 5 }))), 'token_expired')
  await at(now).verifyToken(await timed({ iat: now + 5 }))
  assert.equal(await catchCode(at(now).verifyToken(await timed({ iat: now + 6 }))), 'clock_off')
  const patient = service.client({ now: () => now * 1000, clockTolerance: 60 })
  await patient.verifyToken(await timed({ iat: now - 100, exp: now - 59 }))
})

test("another application's token is rejected, and the message names the application", async () => {
  const service = running()
  await createApplication(service.core, { id: 'tenant', rpId: 'localhost', origins: [origin] })
  const { jwtAccess } = await signUpUser(service)
  const other = await catchError(service.client({ appId: 'tenant' }).verifyToken(jwtAccess))
  assert.equal(other.code, 'token_wrong_audience')
  assert.match(other.message, /is for application "demo", not tenant/)
  const stated = await signWithServiceKey(service, { ...readClaims(jwtAccess), aud: 'tenant', iss: issuer })
  assert.equal(await catchCode(service.client({ appId: 'tenant' }).verifyToken(stated)), 'token_unknown_key')
})

test('a token of another issuer is rejected, and the message names the option', async () => {
  const service = running()
  const { jwtAccess } = await signUpUser(service)
  const error = await catchError(service.client({ issuer: undefined }).verifyToken(jwtAccess))
  assert.equal(error.code, 'token_wrong_issuer')
  assert.match(error.message, /"http:\/\/localhost:4300\/apps\/demo", not .*: set issuer if that is your service/)
})

for (const [baseUrl, iss] of [
  ['http://localhost:4300', 'http://localhost:4300/apps/demo'],
  ['http://localhost:4300/apps/demo', 'http://localhost:4300/apps/demo'],
  ['http://demo.localhost:4300', 'http://localhost:4300/apps/demo'],
  ['https://login.example.com', 'https://login.example.com'],
] as const) {
  test(`the application at ${baseUrl} accepts tokens of ${iss}`, async () => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    const token = await signWithServiceKey(service, { ...readClaims(jwtAccess), iss })
    const fetch: typeof globalThis.fetch = (url, init) =>
      globalThis.fetch(`${service.url}${new URL(String(url)).pathname}`, init)
    const thumbturn = service.client({ baseUrl, issuer: undefined, fetch })
    assert.equal((await thumbturn.verifyToken(token)).iss, iss)
  })
}

test('no other algorithm is accepted, not even with the public key as its secret', async () => {
  const service = running()
  const { jwtAccess } = await signUpUser(service)
  const { kid } = readHeader(jwtAccess)
  const [jwk] = readBody<{ keys: object[] }>(await service.ask('GET', '/.well-known/jwks.json')).keys
  const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  const secrets = [publicKey.export({ format: 'pem', type: 'spki' }), JSON.stringify(jwk), '']
  const thumbturn = service.client()
  for (const alg of ['HS256', 'HS384', 'HS512']) {
    for (const secret of secrets) {
      const head = `${encodePart({ alg, typ: 'JWT', kid })}.${jwtAccess.split('.')[1]}`
      const mac = createHmac(`sha${alg.slice(2)}`, secret)
        .update(head)
        .digest('base64url')
      assert.equal(await catchCode(thumbturn.verifyToken(`${head}.${mac}`)), 'token_wrong_algorithm')
    }
  }
  const [, payload, signature] = jwtAccess.split('.')
  for (const alg of ['none', 'None', 'nOnE', 'es256', 'ES384', 'RS256', '', null, 7, ['ES256']])
    for (const end of ['', signature])
      assert.match(
        await catchCode(thumbturn.verifyToken(`${encodePart({ alg, typ: 'JWT', kid })}.${payload}.${end}`)),
        /^token_(wrong_algorithm|malformed)$/,
      )
})

test('keys embedded in a token or referenced by it are not used', async () => {
  const service = running()
  const { jwtAccess } = await signUpUser(service)
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = own.publicKey.export({ format: 'jwk' })
  const { kid } = readHeader(jwtAccess)
  const claims = readClaims(jwtAccess)
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    asked.push(String(url))
    return globalThis.fetch(url, init)
  }
  const thumbturn = service.client({ fetch })
  for (const header of [
    { kid },
    { kid, jwk },
    { kid, jku: 'http://localhost:1/keys' },
    { kid, x5u: 'http://localhost:1/x' },
  ])
    assert.equal(
      await catchCode(thumbturn.verifyToken(signToken(own.privateKey, header, claims))),
      'token_bad_signature',
    )
  assert.equal(
    await catchCode(thumbturn.verifyToken(signToken(own.privateKey, { kid, crit: ['exp'] }, claims))),
    'token_malformed',
  )
  for (const id of ["' or 1=1 --", '../../etc/passwd', '\0', 'https://evil.example/key', '__proto__', 'constructor'])
    assert.equal(
      await catchCode(thumbturn.verifyToken(signToken(own.privateKey, { kid: id, jwk }, claims))),
      'token_unknown_key',
    )
  for (const id of [undefined, '', 7, null, [], {}, true])
    assert.equal(
      await catchCode(thumbturn.verifyToken(signToken(own.privateKey, { kid: id, jwk }, claims))),
      'token_malformed',
    )
  assert.deepEqual(asked, [`${service.url}/apps/demo/fido2/v2/.well-known/jwks.json`])
})

test('changed and truncated tokens are rejected', async () => {
  const service = running()
  const thumbturn = service.client()
  const { jwtAccess } = await signUpUser(service)
  const [head, , signature] = jwtAccess.split('.')
  const raised = encodePart({ ...readClaims(jwtAccess), username: 'root@example.com' })
  assert.equal(await catchCode(thumbturn.verifyToken(`${head}.${raised}.${signature}`)), 'token_bad_signature')
  for (let length = 0; length < jwtAccess.length; length += 7)
    for (const cut of [jwtAccess.slice(0, length), jwtAccess.slice(length + 1)])
      assert.match(await catchCode(thumbturn.verifyToken(cut)), /^token_(missing|malformed|bad_signature)$/)
})

for (const [what, changes, code] of [
  ['has no exp', { exp: undefined }, 'token_malformed'],
  ['has a string as exp', { exp: '9999999999' }, 'token_malformed'],
  ['has a negative exp', { exp: -1 }, 'token_expired'],
  ['has no iat', { iat: undefined }, 'token_malformed'],
  ['has several aud', { aud: ['demo', 'other'] }, 'token_wrong_audience'],
  ['has no aud', { aud: undefined }, 'token_wrong_audience'],
  ['has an iss with a line break', { iss: 'https://evil.example\nINFO all is well' }, 'token_wrong_issuer'],
  ['has no sub', { sub: undefined }, 'token_malformed'],
  ['has no jti', { jti: undefined }, 'token_malformed'],
  ['has a string as scopes', { scopes: 'passkey:write' }, 'token_malformed'],
  ['has no scopes', { scopes: undefined }, 'token_malformed'],
  ['has no username', { username: undefined }, 'token_malformed'],
  ['has no type', { tokenType: undefined }, 'token_wrong_type'],
  ['has the name of an object method as type', { tokenType: 'toString' }, 'token_wrong_type'],
] as const) {
  test(`a token signed by the service is rejected if it ${what}`, async () => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    const token = await signWithServiceKey(service, { ...readClaims(jwtAccess), ...changes })
    const error = await catchError(service.client().verifyToken(token))
    assert.equal(error.code, code)
    assert.doesNotMatch(error.message, /\n/)
  })
}

test("text that isn't a token is rejected, and no message contains it", async () => {
  const { client, ...service } = running()
  const { jwtAccess } = await signUpUser(service)
  const thumbturn = client()
  for (const odd of [
    '.',
    '..',
    'a.b.c',
    `Bearer ${jwtAccess}`,
    `${jwtAccess}.`,
    ` ${jwtAccess}`,
    `${jwtAccess}\n`,
    '{}',
    'x'.repeat(20_000),
  ]) {
    const error = await catchError(thumbturn.verifyToken(odd))
    assert.equal(error.code, 'token_malformed', odd.slice(0, 30))
    assert.ok(!`${error.message}`.includes(jwtAccess.slice(-20)))
  }
  for (const nothing of ['', undefined, null, 7, {}])
    assert.equal(await catchCode(thumbturn.verifyToken(nothing as string)), 'token_missing')
})

test('a verification can require scopes, a passkey, and a recent sign-in', async (t) => {
  const service = running()
  const thumbturn = service.client()
  await withSettings(service, t, { mfaPolicy: 'passkey' })
  const { done } = await completed(service)
  await thumbturn.verifyToken(done.accessToken, { scopes: ['passkey:write', 'auth:write'], passkey: true })
  await thumbturn.verifyToken(done.idToken, { type: 'idToken', passkey: true, maxAge: 300 })
  const less = { ...readClaims(done.accessToken), scopes: ['reg:write'], credID: undefined, amr: ['otp'] }
  const byCode = await signWithServiceKey(service, less)
  await thumbturn.verifyToken(byCode)
  assert.equal(await catchCode(thumbturn.verifyToken(byCode, { scopes: ['passkey:write'] })), 'token_missing_scope')
  assert.equal(await catchCode(thumbturn.verifyToken(byCode, { passkey: true })), 'token_without_passkey')
  const claims = readClaims(done.idToken)
  const old = await signWithServiceKey(service, { ...claims, auth_time: claims.auth_time - 310 })
  await thumbturn.verifyToken(old, { type: 'idToken', maxAge: 600 })
  assert.equal(await catchCode(thumbturn.verifyToken(old, { type: 'idToken', maxAge: 300 })), 'token_too_old')
  const loose = { maxAge: 300 } as object
  const undated = await signWithServiceKey(service, { ...readClaims(done.accessToken), auth_time: undefined })
  assert.equal(await catchCode(thumbturn.verifyToken(undated, loose)), 'token_too_old')
})

test('a token is rejected remotely once its user deletes the passkey or is signed out everywhere', async () => {
  const service = running()
  const thumbturn = service.client()
  const { jwtAccess: token, passkeyId, userId: owner } = await signUpUser(service)
  assert.equal((await thumbturn.verifyTokenRemotely(token)).sub, owner)
  assert.equal((await service.ask('DELETE', `/passkeys/${passkeyId}`, { token })).status, 204)
  assert.equal((await service.ask('GET', '/passkeys', { token })).status, 200)
  assert.equal(await catchCode(thumbturn.verifyTokenRemotely(token)), 'token_rejected')

  const { jwtAccess, userId } = await signUpUser(service)
  await thumbturn.users.signOut(userId)
  assert.equal(await catchCode(thumbturn.verifyTokenRemotely(jwtAccess)), 'token_rejected')
})

test('remote verification tells a bad token from a bad key', async () => {
  const service = running()
  const { jwtAccess } = await signUpUser(service)
  const wrongKey = service.client({ apiKey: `ttk_0123456789abcdef.${'A'.repeat(43)}` })
  assert.equal(await catchCode(wrongKey.verifyTokenRemotely(jwtAccess)), 'invalid_api_key')
  assert.equal(await catchCode(service.client().verifyTokenRemotely('a.b.c')), 'token_rejected')
  assert.equal(await catchCode(service.client().verifyTokenRemotely('')), 'token_malformed')
  const grant = await requestGrant(service, newName(), ['reg:write'])
  assert.equal(await catchCode(service.client().verifyTokenRemotely(grant)), 'token_rejected')
})
