import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addOpenidClient,
  addPublicClient,
  basicOf,
  clientSecret,
  exchangeOf,
  issuer,
  type OpenidTokens,
  readCookies,
  requestCode,
  send,
  signInToClient,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { type Answer, useService } from '@thumbturn/service-harness/service.ts'
import { readBody, readClaims } from '@thumbturn/service-harness/situations.ts'
import { rowCounts } from '@thumbturn/service-harness/store-situations.ts'
import { signOutBrowser } from '../../../src/core/flows/authorization/sign-in-browser.ts'
import type { Write } from '../../../src/core/writes.ts'

const offline = { scope: 'openid offline_access' }
const long = 'a'.repeat(20_000)

const refreshOf = (refreshToken: string, change: Record<string, string> = {}) => ({
  grant_type: 'refresh_token',
  refresh_token: refreshToken,
  ...change,
})

function assertError({ status, body, headers, text }: Answer, error: string, expected = 400) {
  assert.deepEqual([status, (body as { error?: string }).error], [expected, error], text)
  if (expected === 401) assert.match(String(headers['www-authenticate']), /^Basic realm=/)
}

eachEngine('the token endpoint', (fresh) => {
  const running = useService(fresh)

  test('a code yields tokens for the user, the session, and the request that it comes from', async () => {
    const service = running()
    const client = await addOpenidClient(service, { resources: ['https://api.example.com'] })
    const { tokens, userId } = await signInToClient(service, client, { nonce: 'a nonce', scope: 'openid email' })
    const { token_type, expires_in, scope, refresh_token, id_token, access_token } = tokens
    assert.deepEqual([token_type, expires_in, scope, refresh_token], ['Bearer', 600, 'openid email', undefined])
    const [id, access] = [readClaims(id_token), readClaims(access_token)]
    const at = Math.floor(service.clock.now() / 1000)
    const { iss, aud, sub, nonce, acr, auth_time, exp } = id
    assert.deepEqual(
      { iss, aud, sub, nonce, acr, auth_time, exp },
      { iss: issuer, aud: client.id, sub: userId, nonce: 'a nonce', acr: 'phrh', auth_time: at, exp: at + 600 },
    )
    assert.deepEqual(
      [access.aud, access.sub, access.client_id, access.scope],
      [`${issuer}/openid/userinfo`, userId, client.id, 'openid email'],
    )
    const other = await signInToClient(service, client, { scope: 'openid', resource: 'https://api.example.com' })
    assert.equal(readClaims(other.tokens.access_token).aud, 'https://api.example.com')
  })

  test('without openid there is no ID token, and with offline_access there is a refresh token', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const { tokens } = await signInToClient(service, client, { scope: 'offline_access' })
    assert.equal(tokens.id_token, undefined)
    assert.ok(tokens.refresh_token)
    const without = await addOpenidClient(service, { grantTypes: ['authorization_code'] })
    assert.equal((await signInToClient(service, without, offline)).tokens.refresh_token, undefined)
  })

  test('a second use of a code revokes what the first one issued', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const { code, tokens } = await signInToClient(service, client, offline)
    assertError(await send(service, 'token', { client, fields: exchangeOf(client, code) }), 'invalid_grant')
    assertError(await send(service, 'token', { client, fields: refreshOf(tokens.refresh_token) }), 'invalid_grant')
    const events = await service.core.store.events.list('demo', 10)
    assert.ok(events.some(({ type }) => type === 'fido2.openid.code_reused'))
  })

  test('a second use of a code with a wrong verifier revokes nothing', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const { code, tokens } = await signInToClient(service, client, offline)
    const fields = { ...exchangeOf(client, code), code_verifier: 'a'.repeat(43) }
    assertError(await send(service, 'token', { client, fields }), 'invalid_grant')
    readBody(await send(service, 'token', { client, fields: refreshOf(tokens.refresh_token) }))
  })

  const wrong: readonly [what: string, change: Record<string, string>, error: string][] = [
    ['no grant_type', { grant_type: '' }, 'invalid_request'],
    ['an unknown grant_type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['a grant_type of every object', { grant_type: 'constructor' }, 'unsupported_grant_type'],
    ['no code', { code: '' }, 'invalid_request'],
    ['a forged code', { code: 'forged' }, 'invalid_grant'],
    ['a code that is too long', { code: long }, 'invalid_request'],
    ['no redirect_uri', { redirect_uri: '' }, 'invalid_grant'],
    ['another redirect_uri', { redirect_uri: 'https://evil.example' }, 'invalid_grant'],
    ['no code_verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another code_verifier', { code_verifier: 'b'.repeat(43) }, 'invalid_grant'],
    ['a short code_verifier', { code_verifier: 'short' }, 'invalid_grant'],
    ['no refresh_token', { grant_type: 'refresh_token' }, 'invalid_request'],
    ['client_credentials', { grant_type: 'client_credentials' }, 'unauthorized_client'],
    ['an assertion of another kind', { client_assertion: 'a', client_assertion_type: 'b' }, 'invalid_request'],
  ]

  for (const [what, change, error] of wrong)
    test(`${what} gets ${error}, and the code still works`, async () => {
      const service = running()
      const [client, { browser }] = [await addPublicClient(service), await signUpInBrowser(service)]
      const fields = exchangeOf(client, await requestCode(service, { client, browser }))
      assertError(await send(service, 'token', { client, fields: { ...fields, ...change } }), error)
      readBody(await send(service, 'token', { client, fields }))
    })

  test('every field twice is rejected', async () => {
    const service = running()
    const [client, { browser }] = [await addPublicClient(service), await signUpInBrowser(service)]
    const fields = exchangeOf(client, await requestCode(service, { client, browser }))
    for (const [name, value] of Object.entries(fields))
      assertError(
        await send(service, 'token', { client, fields: [...Object.entries(fields), [name, value]] }),
        'invalid_request',
      )
  })

  test('a code works for its client and application only, for a minute, and while its session lasts', async () => {
    const service = running()
    const [client, other] = [await addPublicClient(service), await addPublicClient(service)]
    const { browser } = await signUpInBrowser(service)
    const request = () => requestCode(service, { client, browser })
    assertError(
      await send(service, 'token', { client: other, fields: exchangeOf(client, await request()) }),
      'invalid_grant',
    )
    const late = await request()
    service.clock.advance(60_000)
    assertError(await send(service, 'token', { client, fields: exchangeOf(client, late) }), 'invalid_grant')
    const ended = await request()
    await signOutBrowser(service.core, service.application, readCookies(browser))
    assertError(await send(service, 'token', { client, fields: exchangeOf(client, ended) }), 'invalid_grant')
  })

  test('a code verifier without a challenge is rejected: the challenge may have been removed on the way', async () => {
    const service = running()
    const client = await addOpenidClient(service, { requirePkce: false })
    const { browser } = await signUpInBrowser(service)
    const code = await requestCode(service, { client, browser }, { code_challenge: '', code_challenge_method: '' })
    const fields = exchangeOf(client, code)
    assertError(await send(service, 'token', { client, fields }), 'invalid_grant')
    const { code_verifier, ...without } = fields
    readBody(await send(service, 'token', { client, fields: without }))
  })

  test('the refresh token of a public client is replaced, and its reuse revokes the authorization', async () => {
    const service = running()
    const client = await addPublicClient(service)
    const { tokens } = await signInToClient(service, client, offline)
    const refresh = (token: string) => send(service, 'token', { client, fields: refreshOf(token) })
    const next = readBody<OpenidTokens>(await refresh(tokens.refresh_token))
    const retried = readBody<OpenidTokens>(await refresh(tokens.refresh_token))
    assert.equal(readClaims(next.id_token).nonce, undefined)
    service.clock.advance(10_001)
    const last = readBody<OpenidTokens>(await refresh(retried.refresh_token))
    assertError(await refresh(tokens.refresh_token), 'invalid_grant')
    assertError(await refresh(last.refresh_token), 'invalid_grant')
  })

  test('a client that authenticates keeps its refresh token, which lasts while it is used', async () => {
    const service = running()
    const client = await addOpenidClient(service, { refreshTokenSeconds: 3_600 })
    const { tokens } = await signInToClient(service, client, offline)
    const refresh = () => send(service, 'token', { client, fields: refreshOf(tokens.refresh_token) })
    for (let hour = 0; hour < 3; hour++) {
      service.clock.advance(3_599_000)
      readBody(await refresh())
    }
    service.clock.advance(3_600_000)
    assertError(await refresh(), 'invalid_grant')
  })

  for (const add of [addPublicClient, addOpenidClient])
    test(`refresh tokens of ${add.name === 'addPublicClient' ? 'a public' : 'an authenticated'} client end a fixed time after the first one`, async () => {
      const service = running()
      const client = await add(service, { refreshTokenSeconds: 3_600, refreshTokenAbsoluteSeconds: 9_000 })
      service.clock.advance(60_000)
      const { tokens } = await signInToClient(service, client, offline)
      const issuedAt = service.clock.now()
      let latest = tokens.refresh_token
      const refresh = () => send(service, 'token', { client, fields: refreshOf(latest) })
      for (let hour = 0; hour < 2; hour++) {
        service.clock.advance(3_599_000)
        latest = readBody<OpenidTokens>(await refresh()).refresh_token
      }
      service.clock.advance(issuedAt + 9_000_000 - service.clock.now() - 1)
      latest = readBody<OpenidTokens>(await refresh()).refresh_token
      if (client.secrets.length > 0)
        assert.equal(
          readBody<{ exp: number }>(await send(service, 'introspect', { client, fields: { token: latest } })).exp,
          Math.floor((issuedAt + 9_000_000) / 1000),
        )
      service.clock.advance(1)
      assertError(await refresh(), 'invalid_grant')
    })

  test('an absolute lifetime that is shortened ends refresh tokens that were issued before', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const { tokens } = await signInToClient(service, client, offline)
    const refresh = () => send(service, 'token', { client, fields: refreshOf(tokens.refresh_token) })
    service.clock.advance(60_000)
    readBody(await refresh())
    await service.core.store.commit([{ changeClient: { ...client, refreshTokenAbsoluteSeconds: 60 } }])
    assertError(await refresh(), 'invalid_grant')
  })

  test('a refresh token works for its client only, and narrows its scopes, but never widens them', async () => {
    const service = running()
    const resources = ['https://a.example', 'https://b.example']
    const [client, other] = [await addOpenidClient(service, { resources }), await addOpenidClient(service)]
    const { tokens } = await signInToClient(service, client, { ...offline, resource: resources[0]! })
    const refresh = (change = {}, as = client) =>
      send(service, 'token', { client: as, fields: refreshOf(tokens.refresh_token, change) })
    assertError(await refresh({}, other), 'invalid_grant')
    assertError(await refresh({ scope: 'openid email' }), 'invalid_scope')
    assertError(await refresh({ resource: resources[1]! }), 'invalid_target')
    assert.equal(readBody<OpenidTokens>(await refresh({ scope: 'openid' })).scope, 'openid')
    assert.equal(readBody<OpenidTokens>(await refresh()).scope, offline.scope)
    for (const forged of ['forged', 'a'.repeat(512), tokens.access_token.slice(0, 500)])
      assertError(await send(service, 'token', { client, fields: refreshOf(forged) }), 'invalid_grant')
  })

  test('a refresh token ends with the sign-outs of its user, with their passkey, and with their consent', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const [appId, clientId, at] = ['demo', client.id, service.clock.now()]
    const ends: ((of: { userId: string; passkeyId: string }) => Write[])[] = [
      ({ userId }) => [{ signOutUser: { appId, userId } }],
      ({ userId, passkeyId: id }) => [{ deletePasskey: { appId, userId, id } }],
      ({ userId }) => [{ deleteUser: { appId, userId } }],
      ({ userId }) => [
        {
          addConsent: {
            appId,
            userId,
            clientId,
            scopes: [],
            resources: [],
            resourceScopes: {},
            grantedAt: at,
            updatedAt: at,
          },
        },
        { revokeConsent: { appId, userId, clientId } },
      ],
    ]
    for (const end of ends) {
      const { tokens, ...user } = await signInToClient(service, client, offline)
      for (const write of end(user)) assert.equal(await service.core.store.commit([write]), undefined)
      assertError(await send(service, 'token', { client, fields: refreshOf(tokens.refresh_token) }), 'invalid_grant')
    }
  })

  test('a machine gets a token for the resources that it registered, and nothing is written', async () => {
    const service = running()
    const resources = ['https://api.example.com']
    const client = await addOpenidClient(service, {
      type: 'machine',
      grantTypes: ['client_credentials'],
      scopes: ['read', 'write', 'openid'],
      resources,
    })
    const before = await rowCounts(service.database)
    const ask = (change: Record<string, string> = {}) =>
      send(service, 'token', { client, fields: { grant_type: 'client_credentials', ...change } })
    const all = readBody<OpenidTokens>(await ask())
    assert.deepEqual([all.scope, readClaims(all.access_token).aud], ['read write', resources[0]])
    assert.equal(readClaims(all.access_token).sub, client.id)
    assert.equal(readBody<OpenidTokens>(await ask({ scope: 'read' })).scope, 'read')
    assertError(await ask({ scope: 'openid' }), 'invalid_scope')
    assertError(await ask({ resource: 'https://other.example' }), 'invalid_target')
    assert.deepEqual(await rowCounts(service.database), before)
  })

  test('an unauthenticated client writes nothing, whatever it sends', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const before = await rowCounts(service.database)
    for (const grant of ['authorization_code', 'refresh_token', 'client_credentials'])
      assertError(
        await send(service, 'token', {
          fields: { grant_type: grant, code: 'a', refresh_token: 'b', client_id: client.id },
        }),
        'invalid_client',
        401,
      )
    assert.deepEqual(await rowCounts(service.database), before)
  })
})

eachEngine('client authentication', (fresh) => {
  const running = useService(fresh)

  const secret = (text: string) => ({ client_secret: text })

  test('a secret with special characters is form-encoded in the header, and plain in the form', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const { browser } = await signUpInBrowser(service)
    const fields = async () => exchangeOf(client, await requestCode(service, { client, browser }))
    readBody(await send(service, 'token', { client, fields: await fields() }))
    readBody(
      await send(service, 'token', { fields: { ...(await fields()), client_id: client.id, ...secret(clientSecret) } }),
    )
    const both = { ...(await fields()), client_id: client.id }
    readBody(await send(service, 'token', { client, fields: both }))
  })

  test('a client authenticates by one method, the right one, with the right secret', async () => {
    const service = running()
    const [client, open] = [await addOpenidClient(service), await addPublicClient(service)]
    const fields = { grant_type: 'authorization_code', code: 'forged' }
    const plain = Buffer.from(`${client.id}:${clientSecret}`).toString('base64')
    for (const [sent, headers] of [
      [{}, {}],
      [{ client_id: 'nothing' }, {}],
      [{ client_id: client.id }, {}],
      [{ client_id: client.id, ...secret('wrong') }, {}],
      [{ client_id: open.id, ...secret(clientSecret) }, {}],
      [{}, { authorization: basicOf(client, 'wrong') }],
      [{}, { authorization: basicOf({ id: 'nothing' }) }],
      [{}, { authorization: `Basic ${plain}` }],
      [{}, { authorization: 'Basic' }],
      [{}, { authorization: 'Basic !' }],
      [{}, { authorization: 'Bearer token' }],
    ] as [Record<string, string>, Record<string, string>][])
      assertError(await send(service, 'token', { fields: { ...fields, ...sent }, headers }), 'invalid_client', 401)
    for (const sent of [
      secret(clientSecret),
      { client_id: open.id },
      { client_assertion: 'a.b.c', client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
    ] as Record<string, string>[])
      assertError(await send(service, 'token', { client, fields: { ...fields, ...sent } }), 'invalid_request')
  })

  test('a disabled client, an expired secret, and a client of another application are not accepted', async () => {
    const service = running()
    const fields = { grant_type: 'authorization_code', code: 'forged' }
    const disabled = await addOpenidClient(service, { disabled: true })
    assertError(await send(service, 'token', { client: disabled, fields }), 'invalid_client', 401)
    const client = await addOpenidClient(service)
    const secrets = client.secrets.map((one) => ({ ...one, expiresAt: service.clock.now() }))
    await service.core.store.commit([{ changeClient: { ...client, secrets } }])
    assertError(await send(service, 'token', { client, fields }), 'invalid_client', 401)
  })

  test('pages of every origin can call the endpoint, with a preflight', async () => {
    const service = running()
    const headers = { origin: 'https://spa.example', 'access-control-request-method': 'POST' }
    const preflight = await service.ask('OPTIONS', '//apps/demo/openid/token', { headers })
    assert.deepEqual(
      [
        preflight.status,
        preflight.headers['access-control-allow-origin'],
        preflight.headers['access-control-allow-credentials'],
      ],
      [204, '*', undefined],
    )
    assert.match(String(preflight.headers['access-control-allow-headers']), /authorization.*content-type.*dpop/)
    const failed = await send(service, 'token', {
      fields: { grant_type: 'x' },
      headers: { origin: 'https://spa.example' },
    })
    assert.equal(failed.headers['access-control-allow-origin'], '*')
  })
})
