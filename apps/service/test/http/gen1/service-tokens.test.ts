import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  assertGen1Rejected,
  type Gen1Backend,
  gen1Backend,
  newKeys,
  signedJwt,
  tokenNotAllowed,
  tokenRejected,
  toPem,
} from '@thumbturn/service-harness/gen1.ts'
import { origin, stored, useService } from '@thumbturn/service-harness/service.ts'
import { newName, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { addClientKey, revokeClientKey } from '../../../src/core/use-cases/clients/keys.ts'

const path = '//authenticate/fido2/init'

anyEngine('service tokens', (fresh) => {
  const running = useService(fresh)
  const begin = (token: string | undefined) =>
    running().ask('POST', path, { token, body: { client_id: 'demo', username: newName() } })
  const withClaims = (backend: Gen1Backend, changes: object) =>
    begin(signedJwt(backend.privateKey, { ...backend.claims('auth.login'), ...changes }))

  test('a token works once, on any node', async () => {
    const backend = await gen1Backend(running())
    const token = backend.token('auth.login')
    readBody(await begin(token))
    const before = await stored(running().database)
    assertGen1Rejected(await begin(token), tokenRejected)
    assert.deepEqual(await stored(running().database), before)
  })

  for (const [what, changes] of [
    ['older than five minutes', (now: number) => ({ iat: now - 300 })],
    ['issued in the future', (now: number) => ({ iat: now + 61 })],
    ['without iat', () => ({ iat: undefined })],
    ['with a string as iat', (now: number) => ({ iat: String(now) })],
    ['with a negative iat', () => ({ iat: -1 })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['with a short nonce', () => ({ nonce: '1234567' })],
    ['with a nonce of 129 characters', () => ({ nonce: 'n'.repeat(129) })],
    ['with a number as nonce', () => ({ nonce: 12345678 })],
    ['without a scope', () => ({ scope: undefined })],
    ['with an array as scope', () => ({ scope: ['auth.login'] })],
    ['of an unknown client', () => ({ client_id: 'unknown' })],
    ['of another client', () => ({ client_id: 'thumbturn' })],
    ['without a client', () => ({ client_id: undefined })],
    ['that has expired', (now: number) => ({ exp: now - 60 })],
    ['that is not yet valid', (now: number) => ({ nbf: now + 61 })],
    ['with an exp that is not a time', () => ({ exp: 'tomorrow' })],
    ['with null as nbf', () => ({ nbf: null })],
    ['with an array as username', () => ({ username: ['ada'] })],
  ] as const) {
    test(`a token ${what} is rejected`, async () => {
      const backend = await gen1Backend(running())
      const now = Math.floor(running().clock.now() / 1000)
      assertGen1Rejected(await withClaims(backend, changes(now)), tokenRejected)
    })
  }

  test('a token is valid for five minutes unless exp or nbf shorten that, with a minute of clock skew, and carries its scope in type or in a list', async () => {
    const backend = await gen1Backend(running())
    const now = Math.floor(running().clock.now() / 1000)
    readBody(await withClaims(backend, { iat: now - 299 }))
    readBody(await withClaims(backend, { iat: now + 60 }))
    readBody(await withClaims(backend, { exp: now - 59, nbf: now + 60 }))
    readBody(await withClaims(backend, { scope: undefined, type: 'auth.login' }))
    readBody(await withClaims(backend, { scope: 'auth.register auth.login' }))
    assertGen1Rejected(await withClaims(backend, { scope: 'auth.loginx' }), tokenNotAllowed)
  })

  test('a spent nonce stays spent until its token expires', async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const token = backend.token('auth.login')
    readBody(await begin(token))
    service.clock.advance(299_000)
    await service.core.store.forgetExpired(service.clock.now())
    assertGen1Rejected(await begin(token), tokenRejected)
  })

  test('a token with another algorithm, key, or signature is rejected', async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const claims = () => backend.claims('auth.login')
    const [head, payload, signature] = signedJwt(backend.privateKey, claims()).split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const hs256 = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')
    const mac = createHmac('sha256', backend.key.publicKey).update(`${hs256}.${payload}`).digest('base64url')
    const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
    for (const token of [
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${hs256}.${payload}.${mac}`,
      `${head}.${payload}.${signature!.slice(0, -4)}AAAA`,
      `${head}.${payload}`,
      `${head}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.${signature}`,
      signedJwt(newKeys().privateKey, claims()),
      signedJwt(p384, claims()),
      signedJwt(p384, claims(), { alg: 'ES384', typ: 'JWT' }),
      signedJwt(newKeys().privateKey, claims(), { alg: 'ES256', jwk: newKeys().publicKey.export({ format: 'jwk' }) }),
    ])
      assertGen1Rejected(await begin(token), tokenRejected)
  })

  test("a revoked key is rejected, and the client's other keys still work", async () => {
    const service = running()
    const [old, kept] = [await gen1Backend(service, { ownKey: true }), await gen1Backend(service)]
    readBody(await begin(old.token('auth.login')))
    await revokeClientKey(service.core, service.application, { id: old.key.id, by: 'test' })
    assertGen1Rejected(await begin(old.token('auth.login')), tokenRejected)
    readBody(await begin(kept.token('auth.login')))
    await assert.rejects(revokeClientKey(service.core, service.application, { id: old.key.id, by: 'test' }), {
      code: 'not_found',
    })
  })

  test("a client's token is rejected for any other client, wherever the request names it", async () => {
    const service = running()
    const other = await createApplication(service.core, { id: 'second', rpId: 'localhost', origins: [origin] })
    const backend = await gen1Backend(service, { application: other })
    const ask = (where: string, client_id: string) =>
      service.ask('POST', where, { token: backend.token('auth.login'), body: { client_id, username: newName() } })
    assertGen1Rejected(await ask('//apps/demo/authenticate/fido2/init', 'second'), tokenRejected)
    assertGen1Rejected(await ask(path, 'demo'), [400, 'bad_request', /names application demo/])
    readBody(await ask(path, 'second'))
    await assert.rejects(revokeClientKey(service.core, service.application, { id: backend.key.id, by: 'test' }), {
      code: 'not_found',
    })
  })

  test('a token signed for one user is rejected for another, known or unknown', async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const [ada, grace] = [await signUpUser(service), await signUpUser(service)]
    const ask = (username: string | undefined, claims: object, scope: 'auth.login' | 'auth.login_restricted') =>
      backend.call([scope, claims], '/authenticate/fido2/init', { username })
    for (const claims of [{ username: ada.username.toUpperCase() }, { user_id: ada.userId }]) {
      readBody(await ask(ada.username, claims, 'auth.login'))
      readBody(await ask(undefined, claims, 'auth.login'))
      readBody(await ask(ada.username, claims, 'auth.login_restricted'))
      for (const username of [grace.username, newName('unknown')])
        assertGen1Rejected(await ask(username, claims, 'auth.login'), tokenNotAllowed)
    }
    assertGen1Rejected(await ask(ada.username, {}, 'auth.login_restricted'), tokenNotAllowed)
  })

  test('only P-256 public keys can be registered, in either format, and at most ten', async () => {
    const { core } = running()
    const crowd = await createApplication(core, { id: 'crowd', rpId: 'localhost', origins: [origin] })
    const add = (publicKey: string) => addClientKey(core, crowd, { name: 'x', publicKey, by: 'test' })
    const { publicKey, privateKey } = newKeys()
    for (const wrong of [
      '',
      'garbage',
      privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
      toPem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey),
      toPem(generateKeyPairSync('ed25519').publicKey),
      toPem(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey),
    ])
      await assert.rejects(add(wrong), { code: 'bad_request' }, wrong)
    const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    assert.equal((await add(der)).publicKey, toPem(publicKey))
    for (let count = 1; count < 10; count++) await add(toPem(newKeys().publicKey))
    await assert.rejects(add(toPem(newKeys().publicKey)), { code: 'bad_request' })
  })
})
