import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addOpenidClient,
  addPublicClient,
  authorize,
  exchangeOf,
  issuer,
  type OpenidTokens,
  readRedirect,
  requestCode,
  requestOf,
  send,
  signInToClient,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { type Answer, type Service, useService } from '@thumbturn/service-harness/service.ts'
import { readBody, readClaims } from '@thumbturn/service-harness/situations.ts'
import { rowCounts } from '@thumbturn/service-harness/store-situations.ts'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { Client } from '../../../src/core/model/authorization/client.ts'

const offline = { scope: 'openid email offline_access' }
const userinfoPath = '//apps/demo/openid/userinfo'

const readUserinfo = ({ ask }: Service, token: string, headers = {}) => ask('GET', userinfoPath, { token, headers })

function assertError({ status, body, text }: Answer, error: string, expected = 400) {
  assert.deepEqual([status, (body as { error?: string }).error], [expected, error], text)
}

async function createKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const sign = (header: object, claims: object) =>
    new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey)
  return { jwk, jkt: await calculateJwkThumbprint(jwk), sign }
}

type Key = Awaited<ReturnType<typeof createKey>>

/** A DPoP proof for a call at an endpoint (RFC 9449 §4.2). */
const createProof = ({ clock }: Service, { jwk, sign }: Key, call: { path: string; method?: string; token?: string }) =>
  sign(
    { typ: 'dpop+jwt', jwk },
    {
      jti: randomUUID(),
      htm: call.method ?? 'POST',
      htu: `${issuer}/openid/${call.path}`,
      iat: Math.floor(clock.now() / 1000),
      ...(call.token !== undefined && { ath: createHash('sha256').update(call.token).digest('base64url') }),
    },
  )

eachEngine('userinfo', (fresh) => {
  const running = useService(fresh)

  test('it has the claims of the scopes, in the header and in a form', async () => {
    const service = running()
    const client = await addPublicClient(service)
    const { tokens, userId, username } = await signInToClient(service, client, { scope: 'openid profile email' })
    const { sub, preferred_username, email, phone_number } = readBody<Record<string, string>>(
      await readUserinfo(service, `Bearer ${tokens.access_token}`),
    )
    assert.deepEqual([sub, preferred_username, email, phone_number], [userId, username, undefined, undefined])
    const posted = await send(service, 'userinfo', { fields: { access_token: tokens.access_token } })
    assert.equal(readBody<{ sub: string }>(posted).sub, userId)
    const twice = await send(service, 'userinfo', {
      fields: { access_token: tokens.access_token },
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    assertError(twice, 'invalid_request')
  })

  test('single claims are returned where they were asked for, if the client may have them', async () => {
    const service = running()
    const claims = JSON.stringify({ userinfo: { preferred_username: null, email: null }, id_token: { name: null } })
    const client = await addPublicClient(service, { scopes: ['openid', 'profile'] })
    const { tokens } = await signInToClient(service, client, { claims })
    const found = readBody<object>(await readUserinfo(service, `Bearer ${tokens.access_token}`))
    assert.deepEqual(Object.keys(found).sort(), ['preferred_username', 'sub'])
    const { name, preferred_username } = readClaims(tokens.id_token)
    assert.deepEqual([typeof name, preferred_username], ['string', undefined])
  })

  test('a client that registered it gets a signed response with the pairwise subject of its ID token', async () => {
    const service = running()
    const client = await addPublicClient(service, { userinfoAlg: 'RS256', subjectType: 'pairwise' })
    const { tokens, userId } = await signInToClient(service, client)
    const { headers, text } = await readUserinfo(service, `Bearer ${tokens.access_token}`)
    assert.equal(headers['content-type'], 'application/jwt')
    const { sub, aud, iss } = readClaims(text)
    assert.deepEqual([sub, aud, iss], [readClaims(tokens.id_token).sub, client.id, issuer])
    assert.notEqual(sub, userId)
    assert.doesNotMatch(Buffer.from(tokens.access_token.split('.')[1]!, 'base64url').toString(), new RegExp(userId))
  })

  test('a missing token gets a challenge, and any other wrong one says invalid_token', async () => {
    const service = running()
    const client = await addPublicClient(service, { resources: ['https://api.example.com'] })
    const { tokens, jwtAccess } = await signInToClient(service, client, offline)
    const missing = await service.ask('GET', userinfoPath)
    assert.deepEqual([missing.status, missing.headers['www-authenticate']], [401, 'Bearer realm="OpenID Provider"'])
    const other = await signInToClient(service, client, { resource: 'https://api.example.com' })
    for (const token of [jwtAccess, tokens.id_token, tokens.refresh_token, other.tokens.access_token, 'a.b.c', 'a']) {
      const response = await readUserinfo(service, `Bearer ${token}`)
      assertError(response, 'invalid_token', 401)
      assert.match(String(response.headers['www-authenticate']), /^Bearer .*error="invalid_token"/)
    }
    assertError(await readUserinfo(service, `DPoP ${tokens.access_token}`), 'invalid_token', 401)
    service.clock.advance(600_000)
    assertError(await readUserinfo(service, `Bearer ${tokens.access_token}`), 'invalid_token', 401)
  })

  test('an access token is none of the API, and ends with its user, its client, and the reuse of its code', async () => {
    const service = running()
    const client = await addPublicClient(service)
    const { tokens } = await signInToClient(service, client)
    assert.equal((await service.ask('GET', '/passkeys', { token: tokens.access_token })).status, 401)
    const without = await signInToClient(service, client, { scope: 'email' })
    assertError(await readUserinfo(service, `Bearer ${without.tokens.access_token}`), 'insufficient_scope', 403)
    const ends: ((of: { userId: string; code: string }) => Promise<unknown>)[] = [
      ({ userId }) => service.core.store.commit([{ signOutUser: { appId: 'demo', userId } }]),
      ({ userId }) => service.core.store.commit([{ deleteUser: { appId: 'demo', userId } }]),
      ({ code }) => send(service, 'token', { client, fields: exchangeOf(client, code) }),
      () => service.core.store.commit([{ changeClient: { ...client, disabled: true } }]),
    ]
    for (const end of ends) {
      const signedIn = await signInToClient(service, client)
      const token = `Bearer ${signedIn.tokens.access_token}`
      readBody(await readUserinfo(service, token))
      await end(signedIn)
      assertError(await readUserinfo(service, token), 'invalid_token', 401)
    }
  })
})

eachEngine('introspection and revocation', (fresh) => {
  const running = useService(fresh)

  const introspect = (service: Service, client: Client, token: string) =>
    send(service, 'introspect', { client, fields: { token } })

  const isActive = async (service: Service, client: Client, token: string) =>
    readBody<{ active: boolean }>(await introspect(service, client, token)).active

  test('a client learns about its tokens, and a resource about tokens for it; everyone else learns nothing', async () => {
    const service = running()
    const resources = ['https://api.example.com']
    const [client, resource, other] = [
      await addOpenidClient(service, { resources }),
      await addOpenidClient(service, { type: 'machine', resources }),
      await addOpenidClient(service),
    ]
    const scope = `${offline.scope} profile`
    const { tokens, userId, username } = await signInToClient(service, client, { scope, resource: resources[0]! })
    const { active, sub, aud, client_id, ...more } = readBody<Record<string, unknown>>(
      await introspect(service, client, tokens.access_token),
    )
    assert.deepEqual([active, sub, aud, more.scope, client_id], [true, userId, resources, scope, client.id])
    assert.deepEqual([more.username, more.token_type, more.iss], [username, 'Bearer', issuer])
    assert.equal(await isActive(service, resource, tokens.access_token), true)
    assert.equal(await isActive(service, client, tokens.refresh_token), true)
    for (const token of [tokens.access_token, tokens.refresh_token])
      assert.deepEqual(readBody(await introspect(service, other, token)), { active: false })
    for (const token of [tokens.id_token, 'forged', 'a.b.c'])
      assert.equal(await isActive(service, client, token), false)
    const open = await addPublicClient(service)
    assertError(await introspect(service, open, tokens.access_token), 'invalid_client', 401)
    assertError(await send(service, 'introspect', { client, fields: { token: '' } }), 'invalid_request')
  })

  test('a client that may not know the username does not learn it', async () => {
    const service = running()
    const client = await addOpenidClient(service, { subjectType: 'pairwise' })
    const { tokens } = await signInToClient(service, client, offline)
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      const { sub, username } = readBody<Record<string, unknown>>(await introspect(service, client, token))
      assert.deepEqual([sub, username], [readClaims(tokens.id_token).sub, undefined])
    }
  })

  test('a revoked refresh token takes its access tokens along, and a revoked access token nothing', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const { tokens } = await signInToClient(service, client, offline)
    const revoke = (token: string, as = client) => send(service, 'revoke', { client: as, fields: { token } })
    const other = await addOpenidClient(service)
    for (const token of [tokens.access_token, tokens.refresh_token])
      assert.equal((await revoke(token, other)).status, 200)
    assert.equal(await isActive(service, client, tokens.access_token), true)
    const { status, text } = await revoke(tokens.access_token)
    assert.deepEqual([status, text], [200, ''])
    assert.deepEqual(
      [await isActive(service, client, tokens.access_token), await isActive(service, client, tokens.refresh_token)],
      [false, true],
    )
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const next = readBody<OpenidTokens>(await send(service, 'token', { client, fields }))
    assert.equal((await revoke(next.refresh_token)).status, 200)
    assert.equal((await revoke(next.refresh_token)).status, 200)
    for (const token of [next.access_token, next.refresh_token])
      assert.equal(await isActive(service, client, token), false)
    assertError(await send(service, 'token', { client, fields }), 'invalid_grant')
    assert.equal((await revoke('forged')).status, 200)
  })
})

eachEngine('pushed requests, and keys of clients', (fresh) => {
  const running = useService(fresh)

  const push = (service: Service, client: Client, change: Record<string, string> = {}) =>
    send(service, 'par', { client, fields: { ...requestOf(client), ...change } })

  test('a pushed request is what counts, whatever the browser adds, and nothing is written', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service, { requirePar: true }), await signUpInBrowser(service)]
    const before = await rowCounts(service.database)
    const response = await push(service, client)
    assert.equal(response.status, 201, response.text)
    const { request_uri, expires_in } = response.body as { request_uri: string; expires_in: number }
    assert.equal(expires_in, 90)
    const parameters = { client_id: client.id, request_uri, state: 'evil', redirect_uri: 'https://evil.example' }
    const { code, state } = readRedirect(await authorize(service, parameters, browser))
    assert.equal(state, 'a state')
    assert.deepEqual(await rowCounts(service.database), before)
    readBody(await send(service, 'token', { client, fields: exchangeOf(client, code!) }))
  })

  for (const [what, change, error, status] of [
    ['an unregistered redirect_uri', { redirect_uri: 'https://evil.example' }, 'invalid_request', 400],
    ['a request_uri', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 'invalid_request', 400],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported', 400],
    ['response_type=token', { response_type: 'token' }, 'unsupported_response_type', 400],
    ['no PKCE', { code_challenge: '' }, 'invalid_request', 400],
    ['another client_id', { client_id: 'another' }, 'invalid_request', 400],
  ] as const)
    test(`${what} is rejected when it is pushed`, async () => {
      const service = running()
      assertError(await push(service, await addOpenidClient(service), change), error, status)
    })

  test('a client without its secret can push nothing', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    assertError(await send(service, 'par', { fields: requestOf(client) }), 'invalid_client', 401)
  })

  test('a client that signs assertions authenticates with each once', async () => {
    const service = running()
    const key = await createKey()
    const client = await addOpenidClient(service, {
      authMethod: 'private_key_jwt',
      secrets: [],
      jwks: { keys: [{ ...key.jwk, kid: 'one' }] },
      type: 'machine',
      grantTypes: ['client_credentials'],
      resources: ['https://api.example.com'],
      scopes: [],
    })
    const at = Math.floor(service.clock.now() / 1000)
    const assertion = (change = {}) =>
      key.sign(
        { kid: 'one' },
        {
          iss: client.id,
          sub: client.id,
          aud: `${issuer}/openid/token`,
          jti: randomUUID(),
          iat: at,
          exp: at + 60,
          ...change,
        },
      )
    const ask = (signed: string) =>
      send(service, 'token', {
        fields: {
          grant_type: 'client_credentials',
          client_assertion: signed,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        },
      })
    const signed = await assertion()
    readBody(await ask(signed))
    assertError(await ask(signed), 'invalid_client', 401)
    readBody(await ask(await assertion({ aud: issuer })))
    for (const change of [{ aud: 'https://evil.example' }, { exp: at - 600 }, { iss: 'another' }, { sub: 'another' }])
      assertError(await ask(await assertion(change)), 'invalid_client', 401)
  })

  test('proofs of keys that anyone can create are not stored with calls that are rejected', async () => {
    const service = running()
    const [client, key] = [await addPublicClient(service), await createKey()]
    const before = await rowCounts(service.database)
    for (const fields of [
      { grant_type: 'authorization_code', code: 'forged' },
      { grant_type: 'refresh_token', refresh_token: 'forged' },
    ] as Record<string, string>[]) {
      const dpop = await createProof(service, key, { path: 'token' })
      assertError(await send(service, 'token', { client, fields, headers: { dpop } }), 'invalid_grant')
    }
    const dpop = await createProof(service, key, { path: 'par' })
    const pushed = await send(service, 'par', { client, fields: requestOf(client), headers: { dpop } })
    assert.equal(pushed.status, 201)
    assert.deepEqual(await rowCounts(service.database), before)
  })

  test('a token that is bound to a key works only with its proofs, each once', async () => {
    const service = running()
    const [client, { browser }, key, other] = [
      await addPublicClient(service, { dpop: 'required' }),
      await signUpInBrowser(service),
      await createKey(),
      await createKey(),
    ]
    const exchange = async (dpop?: string) => {
      const code = await requestCode(service, { client, browser }, { ...offline, dpop_jkt: key.jkt })
      return send(service, 'token', { client, fields: exchangeOf(client, code), headers: dpop ? { dpop } : {} })
    }
    assertError(await exchange(), 'invalid_dpop_proof')
    assertError(await exchange(await createProof(service, key, { path: 'userinfo' })), 'invalid_dpop_proof')
    assertError(await exchange(await createProof(service, other, { path: 'token' })), 'invalid_grant')
    const proof = await createProof(service, key, { path: 'token' })
    const tokens = readBody<OpenidTokens>(await exchange(proof))
    assert.deepEqual([tokens.token_type, readClaims(tokens.access_token).cnf], ['DPoP', { jkt: key.jkt }])
    assertError(await exchange(proof), 'invalid_dpop_proof')
    const token = tokens.access_token
    const call = { path: 'userinfo', method: 'GET', token }
    const dpop = await createProof(service, key, call)
    readBody(await readUserinfo(service, `DPoP ${token}`, { dpop }))
    assertError(await readUserinfo(service, `DPoP ${token}`, { dpop }), 'invalid_dpop_proof')
    assertError(await readUserinfo(service, `Bearer ${token}`), 'invalid_token', 401)
    assertError(await readUserinfo(service, `DPoP ${token}`), 'invalid_token', 401)
    const foreign = { dpop: await createProof(service, other, call) }
    assertError(await readUserinfo(service, `DPoP ${token}`, foreign), 'invalid_token', 401)
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const refresh = async (by: Key) =>
      send(service, 'token', { client, fields, headers: { dpop: await createProof(service, by, { path: 'token' }) } })
    assertError(await refresh(other), 'invalid_grant')
    readBody(await refresh(key))
  })
})
