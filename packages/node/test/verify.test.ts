import assert from 'node:assert/strict'
import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { createApplication } from '@thumbturn/service/core/model/applications/create.ts'
import { completed, vouched, withSettings } from '@thumbturn/service-harness/mfa.ts'
import { origin } from '@thumbturn/service-harness/service.ts'
import { bodyOf, granted, newDevice, newName, signedUp } from '@thumbturn/service-harness/situations.ts'
import { encoded, readClaims, readHeader, signed, signedByService } from './forged.ts'
import { catchError, issuer, startRunning, useRunning } from './running.ts'

const running = useRunning()
const coded = async (promise: Promise<unknown>) => (await catchError(promise)).code

test('an access token of the service is verified by its public keys, without an API key', async () => {
  const { client, ...service } = running()
  const { jwtAccess, userId, username, passkeyId } = await signedUp(service)
  const claims = await client({ apiKey: undefined }).verifyToken(jwtAccess)
  assert.deepEqual(
    [claims.sub, claims.username, claims.credID, claims.aud, claims.tokenType],
    [userId, username, passkeyId, 'demo', 'jwtAccess'],
  )
  assert.ok(claims.scopes.includes('passkey:write'))
})

test('the tokens of a flow are verified each as what it is, and as nothing else', async () => {
  const service = running()
  const { done, userId } = await completed(service)
  const thumbturn = service.client()
  assert.equal((await thumbturn.verifyToken(done.accessToken)).sub, userId)
  assert.equal((await thumbturn.verifyToken(done.idToken, { type: 'idToken' })).acr, 'phr')
  assert.equal((await thumbturn.verifyToken(done.payloadSignature, { type: 'mfaPayload' })).sub, userId)
  for (const token of [done.idToken, done.payloadSignature, done.refreshToken])
    assert.equal(await coded(thumbturn.verifyToken(token)), 'token_wrong_type')
  for (const token of [done.accessToken, done.payloadSignature, done.refreshToken])
    assert.equal(await coded(thumbturn.verifyToken(token, { type: 'idToken' })), 'token_wrong_type')
})

test("a grant and a backend's word prove no sign-in, and the message says what they are", async () => {
  const service = running()
  const { username } = await signedUp(service)
  const grant = await catchError(service.client().verifyToken(await granted(service, username, ['passkey:read'])))
  assert.deepEqual([grant.code, grant.message.includes('a grant, which proves no sign-in')], ['token_wrong_type', true])
  const word = await catchError(service.client().verifyToken(await vouched(service, username)))
  assert.equal(word.code, 'token_wrong_type')
})

test('a token that has expired says since when', async () => {
  const past = await startRunning({ ahead: -700_000 })
  const { jwtAccess } = await signedUp(past)
  const refused = await catchError(past.client({ now: Date.now }).verifyToken(jwtAccess))
  assert.equal(refused.code, 'token_expired')
  assert.match(refused.message, /^The token expired 1\d\d s ago: let the user sign in again/)
  await past.close()
})

test('a clock that is off is not taken for an expired token, and the message says by how much', async () => {
  const service = running()
  const { jwtAccess } = await signedUp(service)
  const hour = 3_600_000
  const ahead = await catchError(service.client({ now: () => Date.now() + hour }).verifyToken(jwtAccess))
  assert.equal(ahead.code, 'clock_off')
  assert.match(ahead.message, /this machine's clock is 3(600|599|601) s ahead of the service's. Synchronise it/)
  const behind = await catchError(service.client({ now: () => Date.now() - hour }).verifyToken(jwtAccess))
  assert.equal(behind.code, 'clock_off')
  assert.match(behind.message, /clock is 3(600|599|601) s behind the service's/)
})

test('the clock may differ by the tolerance, and not by more', async () => {
  const service = running()
  const now = Math.floor(Date.now() / 1000)
  const { jwtAccess } = await signedUp(service)
  const timed = (times: object) => signedByService(service, { ...readClaims(jwtAccess), ...times })
  const at = (seconds: number) => service.client({ now: () => seconds * 1000 })
  await at(now).verifyToken(await timed({ iat: now - 100, exp: now - 4 }))
  assert.equal(await coded(at(now).verifyToken(await timed({ iat: now - 100, exp: now - 5 }))), 'token_expired')
  await at(now).verifyToken(await timed({ iat: now + 5 }))
  assert.equal(await coded(at(now).verifyToken(await timed({ iat: now + 6 }))), 'clock_off')
  const patient = service.client({ now: () => now * 1000, clockTolerance: 60 })
  await patient.verifyToken(await timed({ iat: now - 100, exp: now - 59 }))
})

test("another application's token is refused, and the message says whose it is", async () => {
  const service = running()
  await createApplication(service.core, { id: 'tenant', rpId: 'localhost', origins: [origin] })
  const { jwtAccess } = await signedUp(service)
  const other = await catchError(service.client({ appId: 'tenant' }).verifyToken(jwtAccess))
  assert.equal(other.code, 'token_wrong_audience')
  assert.match(other.message, /is of application "demo", not tenant/)
  const stated = await signedByService(service, { ...readClaims(jwtAccess), aud: 'tenant', iss: issuer })
  assert.equal(await coded(service.client({ appId: 'tenant' }).verifyToken(stated)), 'token_unknown_key')
})

test('a token that was issued elsewhere is refused, and the message names the setting', async () => {
  const service = running()
  const { jwtAccess } = await signedUp(service)
  const refused = await catchError(service.client({ issuer: undefined }).verifyToken(jwtAccess))
  assert.equal(refused.code, 'token_wrong_issuer')
  assert.match(refused.message, /"http:\/\/localhost:4300\/apps\/demo", not .*: set issuer if that is your service/)
})

for (const [baseUrl, iss] of [
  ['http://localhost:4300', 'http://localhost:4300/apps/demo'],
  ['http://localhost:4300/apps/demo', 'http://localhost:4300/apps/demo'],
  ['http://demo.localhost:4300', 'http://localhost:4300/apps/demo'],
  ['https://login.example.com', 'https://login.example.com'],
] as const) {
  test(`tokens of ${iss} are those of the application at ${baseUrl}`, async () => {
    const service = running()
    const { jwtAccess } = await signedUp(service)
    const token = await signedByService(service, { ...readClaims(jwtAccess), iss })
    const fetch: typeof globalThis.fetch = (url, init) =>
      globalThis.fetch(`${service.url}${new URL(String(url)).pathname}`, init)
    const thumbturn = service.client({ baseUrl, issuer: undefined, fetch })
    assert.equal((await thumbturn.verifyToken(token)).iss, iss)
  })
}

test('no other algorithm makes a token, also not with the public key as its secret', async () => {
  const service = running()
  const { jwtAccess } = await signedUp(service)
  const { kid } = readHeader(jwtAccess)
  const [jwk] = bodyOf<{ keys: object[] }>(await service.ask('GET', '/.well-known/jwks.json')).keys
  const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  const secrets = [publicKey.export({ format: 'pem', type: 'spki' }), JSON.stringify(jwk), '']
  const thumbturn = service.client()
  for (const alg of ['HS256', 'HS384', 'HS512']) {
    for (const secret of secrets) {
      const head = `${encoded({ alg, typ: 'JWT', kid })}.${jwtAccess.split('.')[1]}`
      const mac = createHmac(`sha${alg.slice(2)}`, secret)
        .update(head)
        .digest('base64url')
      assert.equal(await coded(thumbturn.verifyToken(`${head}.${mac}`)), 'token_wrong_algorithm')
    }
  }
  const [, payload, signature] = jwtAccess.split('.')
  for (const alg of ['none', 'None', 'nOnE', 'es256', 'ES384', 'RS256', '', null, 7, ['ES256']])
    for (const end of ['', signature])
      assert.match(
        await coded(thumbturn.verifyToken(`${encoded({ alg, typ: 'JWT', kid })}.${payload}.${end}`)),
        /^token_(wrong_algorithm|malformed)$/,
      )
})

test('a key that the token brings along, or names elsewhere, is not used', async () => {
  const service = running()
  const { jwtAccess } = await signedUp(service)
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
    assert.equal(await coded(thumbturn.verifyToken(signed(own.privateKey, header, claims))), 'token_bad_signature')
  assert.equal(
    await coded(thumbturn.verifyToken(signed(own.privateKey, { kid, crit: ['exp'] }, claims))),
    'token_malformed',
  )
  for (const id of ["' or 1=1 --", '../../etc/passwd', '\0', 'https://evil.example/key', '__proto__', 'constructor'])
    assert.equal(
      await coded(thumbturn.verifyToken(signed(own.privateKey, { kid: id, jwk }, claims))),
      'token_unknown_key',
    )
  for (const id of [undefined, '', 7, null, [], {}, true])
    assert.equal(
      await coded(thumbturn.verifyToken(signed(own.privateKey, { kid: id, jwk }, claims))),
      'token_malformed',
    )
  assert.deepEqual(asked, [`${service.url}/apps/demo/fido2/v2/.well-known/jwks.json`])
})

test('a changed token, and every part of one, is refused', async () => {
  const service = running()
  const thumbturn = service.client()
  const { jwtAccess } = await signedUp(service)
  const [head, , signature] = jwtAccess.split('.')
  const raised = encoded({ ...readClaims(jwtAccess), username: 'root@example.com' })
  assert.equal(await coded(thumbturn.verifyToken(`${head}.${raised}.${signature}`)), 'token_bad_signature')
  for (let length = 0; length < jwtAccess.length; length += 7)
    for (const cut of [jwtAccess.slice(0, length), jwtAccess.slice(length + 1)])
      assert.match(await coded(thumbturn.verifyToken(cut)), /^token_(missing|malformed|bad_signature)$/)
})

for (const [what, changes, code] of [
  ['has no exp', { exp: undefined }, 'token_malformed'],
  ['has exp as text', { exp: '9999999999' }, 'token_malformed'],
  ['has a negative exp', { exp: -1 }, 'token_expired'],
  ['has no iat', { iat: undefined }, 'token_malformed'],
  ['has several aud', { aud: ['demo', 'other'] }, 'token_wrong_audience'],
  ['has no aud', { aud: undefined }, 'token_wrong_audience'],
  ['has an iss with a line break', { iss: 'https://evil.example\nINFO all is well' }, 'token_wrong_issuer'],
  ['has no sub', { sub: undefined }, 'token_malformed'],
  ['has no jti', { jti: undefined }, 'token_malformed'],
  ['has scopes as text', { scopes: 'passkey:write' }, 'token_malformed'],
  ['has no scopes', { scopes: undefined }, 'token_malformed'],
  ['has no username', { username: undefined }, 'token_malformed'],
  ['has no kind', { tokenType: undefined }, 'token_wrong_type'],
  ['has the kind of every object', { tokenType: 'toString' }, 'token_wrong_type'],
] as const) {
  test(`a token that the service itself signed is refused when it ${what}`, async () => {
    const service = running()
    const { jwtAccess } = await signedUp(service)
    const token = await signedByService(service, { ...readClaims(jwtAccess), ...changes })
    const refused = await catchError(service.client().verifyToken(token))
    assert.equal(refused.code, code)
    assert.doesNotMatch(refused.message, /\n/)
  })
}

test('what is no token at all is refused, and no message has it in it', async () => {
  const { client, ...service } = running()
  const { jwtAccess } = await signedUp(service)
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
    const refused = await catchError(thumbturn.verifyToken(odd))
    assert.equal(refused.code, 'token_malformed', odd.slice(0, 30))
    assert.ok(!`${refused.message}`.includes(jwtAccess.slice(-20)))
  }
  for (const nothing of ['', undefined, null, 7, {}])
    assert.equal(await coded(thumbturn.verifyToken(nothing as string)), 'token_missing')
})

test('a token can be held to scopes, to a passkey, and to the time of the sign-in', async (t) => {
  const service = running()
  const thumbturn = service.client()
  await withSettings(service, t, { mfaPolicy: 'passkey' })
  const { done } = await completed(service)
  await thumbturn.verifyToken(done.accessToken, { scopes: ['passkey:write', 'auth:write'], passkey: true })
  await thumbturn.verifyToken(done.idToken, { type: 'idToken', passkey: true, maxAge: 300 })
  const less = { ...readClaims(done.accessToken), scopes: ['reg:write'], credID: undefined, amr: ['otp'] }
  const byCode = await signedByService(service, less)
  await thumbturn.verifyToken(byCode)
  assert.equal(await coded(thumbturn.verifyToken(byCode, { scopes: ['passkey:write'] })), 'token_missing_scope')
  assert.equal(await coded(thumbturn.verifyToken(byCode, { passkey: true })), 'token_without_passkey')
  const claims = readClaims(done.idToken)
  const old = await signedByService(service, { ...claims, auth_time: claims.auth_time - 310 })
  await thumbturn.verifyToken(old, { type: 'idToken', maxAge: 600 })
  assert.equal(await coded(thumbturn.verifyToken(old, { type: 'idToken', maxAge: 300 })), 'token_too_old')
  const loose = { maxAge: 300 } as object
  assert.equal(await coded(thumbturn.verifyToken(done.accessToken, loose)), 'token_too_old')
})

test('a token of a deleted passkey is refused by the call, and by the keys only once it has expired', async () => {
  const service = running()
  const thumbturn = service.client()
  const { jwtAccess, passkeyId, userId } = await signedUp(service, { username: newName(), device: newDevice() })
  assert.equal((await thumbturn.verifyTokenRemotely(jwtAccess)).sub, userId)
  await thumbturn.passkeys.delete(passkeyId)
  assert.equal((await thumbturn.verifyToken(jwtAccess)).sub, userId)
  assert.equal(await coded(thumbturn.verifyTokenRemotely(jwtAccess)), 'token_rejected')
})

test('a token is refused by the call once its user deletes the passkey, or is signed out everywhere', async () => {
  const service = running()
  const thumbturn = service.client()
  const { jwtAccess: token, passkeyId } = await signedUp(service)
  assert.equal((await service.ask('DELETE', `/passkeys/${passkeyId}`, { token })).status, 204)
  assert.equal((await service.ask('GET', '/passkeys', { token })).status, 200)
  assert.equal(await coded(thumbturn.verifyTokenRemotely(token)), 'token_rejected')

  const { jwtAccess, userId } = await signedUp(service)
  await thumbturn.users.signOut(userId)
  assert.equal(await coded(thumbturn.verifyTokenRemotely(jwtAccess)), 'token_rejected')
})

test('the call tells a bad token from a bad key, and takes nothing that is no token', async () => {
  const service = running()
  const { jwtAccess } = await signedUp(service)
  const wrongKey = service.client({ apiKey: `ttk_0123456789abcdef.${'A'.repeat(43)}` })
  assert.equal(await coded(wrongKey.verifyTokenRemotely(jwtAccess)), 'invalid_api_key')
  assert.equal(await coded(service.client().verifyTokenRemotely('a.b.c')), 'token_rejected')
  assert.equal(await coded(service.client().verifyTokenRemotely('')), 'token_malformed')
  const grant = await granted(service, newName(), ['reg:write'])
  assert.equal(await coded(service.client().verifyTokenRemotely(grant)), 'token_rejected')
})
