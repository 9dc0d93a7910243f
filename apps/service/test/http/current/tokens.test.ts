import assert from 'node:assert/strict'
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Answer, origin, type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  app,
  assertRejected,
  deviceInfo,
  newName,
  readBody,
  readClaims,
  requestGrant,
  signIn,
  signUpUser,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { openBytes } from '../../../src/adapters/sealed-box.ts'
import type { PublicJwk } from '../../../src/core/ports/tokens.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

const scopes = ['passkey:read', 'passkey:write', 'auth:write', 'reg:write', 'profile:read', 'profile:write']
const notValid = { status: 401, msg: 'The token is not valid', msgCode: 'unauthorized' }

type KeySet = { keys: PublicJwk[] }
const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const keySet = async (service: Service) => readBody<KeySet>(await service.ask('GET', '/.well-known/jwks.json')).keys

anyEngine('tokens', (fresh) => {
  const running = useService(fresh)

  test('an access token contains the claims that clients read', async () => {
    const service = running()
    const { jwtAccess, userId, passkeyId, username } = await signUpUser(service)
    const [key] = await keySet(service)
    const header = JSON.parse(Buffer.from(jwtAccess.split('.')[0]!, 'base64url').toString())
    assert.deepEqual(header, { alg: 'ES256', typ: 'JWT', kid: key!.kid })
    const { jti, ...claims } = readClaims(jwtAccess)
    const iat = service.clock.now() / 1000
    assert.match(String(jti), /^[0-9a-f-]{36}$/)
    assert.deepEqual(claims, {
      tokenType: 'jwtAccess',
      sub: userId,
      username,
      scopes,
      credID: passkeyId,
      aud: 'demo',
      iss: `${origin}/apps/demo`,
      rpId: 'localhost',
      verify: '/fido2/v2/mgmt/token/verify',
      iat,
      exp: iat + 600,
    })
  })

  test('a grant names its user and contains exactly the granted scopes, for one minute', async () => {
    const service = running()
    const username = newName()
    const token = await requestGrant(service, username, ['reg:write', 'passkey:read'])
    const { jti, iat, exp, ...claims } = readClaims(token)
    assert.equal(Number(exp) - Number(iat), 60)
    assert.deepEqual(claims, {
      tokenType: 'grant',
      username,
      scopes: ['reg:write', 'passkey:read'],
      aud: 'demo',
      iss: `${origin}/apps/demo`,
      rpId: 'localhost',
      verify: '/fido2/v2/mgmt/token/verify',
    })
  })

  test('every sign-in response has its own token, in the same two fields', async () => {
    const service = running()
    const { device, ...first } = await signUpUser(service)
    const second = readBody<Tokens>(await signIn(service, { device }))
    assert.deepEqual(Object.keys(second), ['jwtAccess', 'token', 'userId', 'deviceId', 'passkeyId', 'displayName'])
    assert.notEqual(readClaims(first.jwtAccess).jti, readClaims(second.jwtAccess).jti)
  })

  test('any party can verify a token with the published keys, which have no private parameters', async () => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    const [jwk, ...more] = await keySet(service)
    assert.equal(more.length, 0)
    assert.deepEqual(Object.keys(jwk!), ['kty', 'use', 'key_ops', 'alg', 'kid', 'crv', 'x', 'y'])
    const { kid, x, y, ...rest } = jwk as Extract<PublicJwk, { kty: 'EC' }>
    assert.deepEqual(rest, { kty: 'EC', use: 'sig', key_ops: ['verify'], alg: 'ES256', crv: 'P-256' })
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('jwk', jwk as object, algorithm, false, ['verify'])
    const [header, payload, signature] = jwtAccess.split('.')
    const signed = Buffer.from(`${header}.${payload}`)
    assert.ok(await crypto.subtle.verify(algorithm, key, Buffer.from(signature!, 'base64url'), signed))
  })

  test('a client with a current key set gets 304', async () => {
    const service = running()
    const { headers } = await service.ask('GET', '/.well-known/jwks.json')
    assert.equal(headers['cache-control'], 'public, max-age=300, must-revalidate')
    const etag = String(headers.etag)
    for (const have of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await service.ask('GET', '/.well-known/jwks.json', { headers: { 'if-none-match': have } })
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag], have)
    }
    const other = await service.ask('GET', '/.well-known/jwks.json', { headers: { 'if-none-match': '"other"' } })
    assert.equal(other.status, 200)
  })

  test('every application has its own keys', async () => {
    const service = running()
    await createApplication(service.core, { id: 'keys', rpId: 'localhost', origins: [origin] })
    const other = readBody<KeySet>(await service.ask('GET', '//apps/keys/fido2/v2/.well-known/jwks.json')).keys
    assert.notEqual(other[0]!.kid, (await keySet(service))[0]!.kid)
  })

  test('iss and verify together form a working URL, also for an application with its own base URL', async (t) => {
    const service = running()
    const change = (baseUrl: string | undefined) => changeApplication(service.core, service.application, { baseUrl })
    t.after(() => change(undefined))
    const { text } = await apiKey(service)
    for (const baseUrl of [undefined, 'https://login.example.com']) {
      await change(baseUrl)
      const { jwtAccess } = await signUpUser(service)
      const { iss, verify } = readClaims(jwtAccess)
      const url = new URL(`${iss}${verify}`)
      const path = baseUrl === undefined ? `/${url.pathname}` : `//apps/demo${url.pathname}`
      const response = await service.post(path, { jwtAccess }, { token: text })
      assert.equal(response.status, 204, response.text)
    }
  })

  for (const baseUrl of [
    'https://login.example.com/',
    'ftp://x',
    'javascript:alert(1)',
    'https://x.example?y=1',
    'x',
  ]) {
    test(`${baseUrl} is rejected as a base URL, as iss + verify would not work`, async () => {
      const service = running()
      await assert.rejects(
        createApplication(service.core, { id: 'base', rpId: 'localhost', origins: [origin], baseUrl }),
        { code: 'bad_request', message: /^base URL/ },
      )
    })
  }

  verifying(running)
  attacks(running)
})

const verified = async (service: Service, jwtAccess: string) => {
  const { text } = await apiKey(service)
  return service.post('/mgmt/token/verify', { jwtAccess }, { token: text })
}

function verifying(running: () => Service & { database: { query(sql: string): Promise<unknown> } }) {
  test('a token is valid until it expires, to the second', async () => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    assert.deepEqual(
      [(await verified(service, jwtAccess)).status, (await verified(service, jwtAccess)).text],
      [204, ''],
    )
    service.clock.advance(599_000)
    assert.equal((await verified(service, jwtAccess)).status, 204)
    service.clock.advance(1_000)
    assertRejected(await verified(service, jwtAccess), notValid)
    assertRejected(await service.ask('GET', '/passkeys', { token: jwtAccess }), notValid)
  })

  for (const change of [`update users set status = 'inactive'`, 'delete from users']) {
    test(`a token and a grant end with their user: ${change}`, async () => {
      const service = running()
      const { jwtAccess, userId, username } = await signUpUser(service)
      const grant = await requestGrant(service, username, ['passkey:read'])
      await service.database.query(`${change} where id = '${userId}'`)
      for (const token of [jwtAccess, grant]) {
        assertRejected(await verified(service, token), notValid)
        assertRejected(await service.ask('GET', '/passkeys', { token }), notValid)
      }
    })
  }
}

/** Asserts that every endpoint that accepts tokens rejects this one. */
async function assertWorthless(service: Service, token: string, what: string) {
  const responses: Answer[] = [await verified(service, token)]
  // A value that isn't a valid header value can't be sent.
  if (/^[!-~]+$/.test(token) && token.length < 8000) {
    responses.push(await service.ask('GET', '/passkeys', { token }))
    responses.push(await service.ask('GET', '/passkeys', { token: `Bearer ${token}` }))
    responses.push(await service.post('/reg/init', { app, deviceInfo, user: { username: newName() } }, { token }))
  }
  for (const response of responses) assert.equal(response.status, 401, `${what}: ${response.text}`)
}

function attacks(running: () => Service) {
  test('every prefix and suffix of a token is rejected', async () => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    const { text } = await apiKey(service)
    for (let length = 1; length < jwtAccess.length; length++) {
      for (const cut of [jwtAccess.slice(0, length), jwtAccess.slice(length)]) {
        const response = await service.post('/mgmt/token/verify', { jwtAccess: cut }, { token: text })
        assertRejected(response, notValid)
      }
    }
  })

  test('a token with another algorithm, key, or header is rejected', async () => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    const [jwk] = await keySet(service)
    const claims = readClaims(jwtAccess)
    const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' })
    const pem = publicKey.export({ format: 'pem', type: 'spki' })
    const secrets = [pem, `\n${pem}`, publicKey.export({ format: 'der', type: 'spki' }), JSON.stringify(jwk), '']
    for (const alg of ['HS256', 'HS384', 'HS512'] as const) {
      for (const secret of secrets) {
        const head = `${encoded({ alg, typ: 'JWT', kid: jwk!.kid })}.${encoded(claims)}`
        const mac = createHmac(`sha${alg.slice(2)}`, secret)
          .update(head)
          .digest('base64url')
        await assertWorthless(service, `${head}.${mac}`, alg)
      }
    }
    const [, payload, signature] = jwtAccess.split('.')
    for (const alg of ['none', 'None', 'nOnE', 'es256', 'ES384', 'RS256', '', null, 7, ['ES256']]) {
      const head = encoded({ alg, typ: 'JWT', kid: jwk!.kid })
      for (const end of ['', signature]) await assertWorthless(service, `${head}.${payload}.${end}`, String(alg))
    }
  })

  test('a key embedded in or referenced by the token is ignored', async () => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    const [jwk] = await keySet(service)
    const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const brought = own.publicKey.export({ format: 'jwk' })
    const forge = (header: object) => {
      const head = `${encoded({ alg: 'ES256', typ: 'JWT', ...header })}.${encoded(readClaims(jwtAccess))}`
      const key = { key: own.privateKey, dsaEncoding: 'ieee-p1363' } as const
      return `${head}.${sign('sha256', Buffer.from(head), key).toString('base64url')}`
    }
    const kid = jwk!.kid
    const headers = [
      {},
      { kid },
      { kid, jwk: brought },
      { kid, jku: 'http://127.0.0.1:1/keys' },
      { kid, x5u: 'http://127.0.0.1:1/x' },
      { kid, x5c: ['AAAA'] },
      { kid, crit: ['exp'] },
      ...["' or 1=1 --", '../../etc/passwd', 'k'.repeat(4000), '\0', '', 'https://evil.example/key'].map((id) => ({
        kid: id,
      })),
      ...['__proto__', 'constructor', 7, null, [], {}, true].map((id) => ({ kid: id, jwk: brought })),
    ]
    for (const header of headers) await assertWorthless(service, forge(header), JSON.stringify(header).slice(0, 80))
  })

  for (const [what, claims] of [
    ['has no exp', { exp: undefined }],
    ['has exp as a string', { exp: '9999999999' }],
    ['has a negative exp', { exp: -1 }],
    ['has expired', { exp: 1 }],
    ['has no aud', { aud: undefined }],
    ['has several aud', { aud: ['demo', 'other'] }],
    ['is for another application', { aud: 'other' }],
    ['has another issuer', { iss: 'https://evil.example' }],
    ['has another type', { tokenType: 'idToken' }],
    ['has no type', { tokenType: undefined }],
    ['has no username', { username: undefined }],
    ['has scopes as text', { scopes: 'passkey:read' }],
    ['has no scopes', { scopes: undefined }],
    ['has no jti', { jti: undefined }],
    ['names an unknown user', { sub: '5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968' }],
    ['has another epoch', { epoch: 1 }],
    ['has a non-numeric epoch', { epoch: '0' }],
  ] as const) {
    test(`a token signed by the service is rejected when it ${what}`, async () => {
      const service = running()
      const { jwtAccess } = await signUpUser(service)
      await assertWorthless(service, await signedByUs(service, { ...readClaims(jwtAccess), ...claims }), what)
      assert.equal((await verified(service, await signedByUs(service, readClaims(jwtAccess)))).status, 204)
    })
  }

  test('a malformed token is rejected', async () => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    const parts = jwtAccess.split('.')
    const odd = [
      '.',
      '..',
      '...',
      'a.b.c',
      `${jwtAccess}.`,
      `.${jwtAccess}`,
      parts.toReversed().join('.'),
      'x'.repeat(8192),
    ]
    for (const token of [...odd, 'null', '{}', '[]', '\u{1f511}', '\0', `${jwtAccess}\n`, ` ${jwtAccess}`])
      await assertWorthless(service, token, token.slice(0, 40))
  })
}

/** Signs any claims with the application's real key, bypassing the service; undefined claims are omitted. */
async function signedByUs({ core, root }: Service, claims: object): Promise<string> {
  const [key] = await core.store.applications.signingKeys('demo')
  const sealed = Buffer.from(key!.sealedPrivateKey, 'base64url')
  const der = openBytes(root.derive('signing keys'), sealed, `signing key demo ${key!.kid}`)
  const privateKey = createPrivateKey({ key: der!, format: 'der', type: 'pkcs8' })
  const head = `${encoded({ alg: 'ES256', typ: 'JWT', kid: key!.kid })}.${encoded(claims)}`
  return `${head}.${sign('sha256', Buffer.from(head), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
