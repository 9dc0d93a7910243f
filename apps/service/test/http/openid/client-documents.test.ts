import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  allowDocuments,
  answerJson,
  clientDocument,
  documentClient,
  startDocumentHost,
  trustDocumentHosts,
} from '@thumbturn/service-harness/client-documents.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addOpenidClient,
  authorize,
  type Browser,
  exchangeOf,
  issuer,
  type OpenidTokens,
  readCookies,
  readPage,
  readRedirect,
  requestOf,
  send,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { type Answer, type Service, useService } from '@thumbturn/service-harness/service.ts'
import { readBody, readClaims } from '@thumbturn/service-harness/situations.ts'
import { decideConsent, describeRequest } from '../../../src/core/flows/authorization/pages.ts'
import { revokeConsent } from '../../../src/core/use-cases/browser-sessions/manage.ts'
import { createResource } from '../../../src/core/use-cases/protected-resources/manage.ts'
import { createKey, sign } from '../../adapters/client-proofs/situations.ts'

trustDocumentHosts()

const offline = { scope: 'openid offline_access' }

type Change = Record<string, string>

async function useHost(t: TestContext, service: Service) {
  const host = await startDocumentHost(t)
  await allowDocuments(service, [host.host])
  return { ...host, client: documentClient(host.urlOf()) }
}

type Asking = { client: ReturnType<typeof documentClient>; browser: Browser; change?: Change }

async function allow(service: Service, { client, browser, change = {} }: Asking): Promise<string> {
  const { page, request } = readPage(await authorize(service, { ...requestOf(client), ...change }, browser))
  assert.equal(page, 'consent')
  const call = { request, cookies: readCookies(browser), decision: 'allow' } as const
  const { location } = await decideConsent(service.core, await findDemo(service), call)
  return new URL(location).searchParams.get('code')!
}

/** With its settings as they are now. */
const findDemo = async ({ core }: Service) => (await core.applications.findFresh('demo'))!

async function signIn(service: Service, asking: Asking) {
  const code = await allow(service, asking)
  const fields = exchangeOf(asking.client, code)
  return readBody<OpenidTokens>(await send(service, 'token', { client: asking.client, fields }))
}

const refresh = (service: Service, client: Asking['client'], token: string) =>
  send(service, 'token', { client, fields: { grant_type: 'refresh_token', refresh_token: token } })

function assertError({ status, body, text }: Answer, error: string, expected: number) {
  assert.deepEqual([status, (body as { error?: string }).error], [expected, error], text)
}

/** The problem that the page says to a browser that must not be led back to the client. */
const readProblem = ({ status, text }: Answer) => [status, /<code>(.*)<\/code>/.exec(text)?.[1]]

eachEngine('clients that are known by their document', (fresh) => {
  const running = useService(fresh)

  test('a public client signs a user in, gets tokens, and rotates its refresh tokens', async (t) => {
    const service = running()
    const { client, calls } = await useHost(t, service)
    const { browser, userId } = await signUpInBrowser(service)
    const tokens = await signIn(service, { client, browser, change: offline })
    const { sub, aud, client_id } = { ...readClaims(tokens.access_token), ...readClaims(tokens.id_token) }
    assert.deepEqual([sub, aud, client_id], [userId, client.id, client.id])
    const next = readBody<OpenidTokens>(await refresh(service, client, tokens.refresh_token))
    assert.notEqual(next.refresh_token, tokens.refresh_token)
    service.clock.advance(20_000)
    assertError(await refresh(service, client, tokens.refresh_token), 'invalid_grant', 400)
    assert.equal(calls.length, 1)
    const { headers } = calls[0]!
    assert.deepEqual(
      [headers.accept, headers.cookie, headers.authorization],
      ['application/json', undefined, undefined],
    )
  })

  test('the user is asked each time, and sees the host instead of the name that proves nothing', async (t) => {
    const service = running()
    const { client, host } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    for (const redirectUri of [client.redirectUris[0]!, 'http://127.0.0.1:41234/callback']) {
      await allow(service, { client, browser, change: { redirect_uri: redirectUri } })
      const change = { redirect_uri: redirectUri }
      const { request } = readPage(await authorize(service, { ...requestOf(client), ...change }, browser))
      const path = `//apps/demo/openid/pages/request?request=${request}`
      const shown = readBody<{ client: object; returnsTo: object }>(
        await service.ask('GET', path, { headers: { 'sec-fetch-site': 'same-origin', cookie: browser.cookie } }),
      )
      assert.deepEqual(shown.client, { name: host, claimedName: 'Example MCP Client' })
      const isLoopback = redirectUri.startsWith('http:')
      assert.deepEqual(shown.returnsTo, { host: new URL(redirectUri).host, isLoopback })
    }
    const silent = await authorize(service, { ...requestOf(client), prompt: 'none' }, browser)
    assert.equal(readRedirect(silent).error, 'consent_required')
  })

  test('a request without a scope asks for the identity of the user', async (t) => {
    const service = running()
    const { client } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    assert.equal((await signIn(service, { client, browser, change: { scope: '' } })).scope, 'openid')
  })

  test('PKCE with S256 is required', async (t) => {
    const service = running()
    const { client } = await useHost(t, service)
    const changes: Change[] = [{ code_challenge: '', code_challenge_method: '' }, { code_challenge_method: 'plain' }]
    for (const change of changes)
      assert.equal(readRedirect(await authorize(service, { ...requestOf(client), ...change })).error, 'invalid_request')
  })

  test('a client can ask for tokens for the registered resources of the application, and only for these', async (t) => {
    const service = running()
    const { client } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    const resource = 'https://mcp.example.com/mcp'
    const scopes = [{ name: 'files:read', description: 'Read your files' }]
    await createResource(service.core, await findDemo(service), { uri: resource, name: 'Files', scopes })
    const tokens = await signIn(service, { client, browser, change: { resource, scope: '' } })
    const { aud, scope } = readClaims(tokens.access_token)
    assert.deepEqual([aud, scope], [resource, 'files:read'])
    const other = await authorize(service, { ...requestOf(client), resource: 'https://else.example' }, browser)
    assert.equal(readRedirect(other).error, 'invalid_target')
  })

  test('a redirect URI must be in the document, exactly, except for the port of a loopback address', async (t) => {
    const service = running()
    const { client } = await useHost(t, service)
    for (const redirectUri of [
      'https://mcp-client.example/callback?next=1',
      'https://MCP-client.example/callback',
      'https://evil.example/callback',
      'http://127.0.0.1:1/other',
      'http://localhost.evil.example:3000/callback',
    ]) {
      const { status } = await authorize(service, { ...requestOf(client), redirect_uri: redirectUri })
      assert.equal(status, 400, redirectUri)
    }
  })

  test('a pushed request works as one of a browser', async (t) => {
    const service = running()
    const { client } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    const { body } = await send(service, 'par', { client, fields: requestOf(client) })
    const { request_uri } = body as { request_uri: string }
    assert.equal(readPage(await authorize(service, { client_id: client.id, request_uri }, browser)).page, 'consent')
  })

  test('what a document no longer says does not count: its redirect URIs, and that it is a client at all', async (t) => {
    const service = running()
    const { client, state } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    const tokens = await signIn(service, { client, browser, change: offline })
    state.answer = answerJson({ redirect_uris: ['https://other.example/callback'] })
    service.clock.advance(300_000)
    assert.equal((await authorize(service, requestOf(client))).status, 400)
    state.answer = (_, response) => void response.writeHead(404).end()
    service.clock.advance(300_000)
    assertError(await refresh(service, client, tokens.refresh_token), 'invalid_client', 401)
  })

  test('tokens outlive a host that is down for a day, and new requests do not', async (t) => {
    const service = running()
    const { client, state } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    const tokens = await signIn(service, { client, browser, change: offline })
    state.answer = (_, response) => void response.writeHead(503).end()
    service.clock.advance(300_000)
    const next = readBody<OpenidTokens>(await refresh(service, client, tokens.refresh_token))
    assert.deepEqual(readProblem(await authorize(service, requestOf(client))), [
      400,
      'The metadata document of the client cannot be read now',
    ])
    service.clock.advance(24 * 3_600_000)
    assertError(await refresh(service, client, next.refresh_token), 'temporarily_unavailable', 503)
    state.answer = answerJson()
    service.clock.advance(10_000)
    readBody(await refresh(service, client, next.refresh_token))
  })

  test('access ends at once when the application turns them off, or removes the host', async (t) => {
    const service = running()
    const { client, host } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    const reader = await addOpenidClient(service, { resources: [`${issuer}/openid/userinfo`] })
    const tokens = await signIn(service, { client, browser, change: offline })
    const { request } = readPage(await authorize(service, requestOf(client), browser))
    const isActive = async () => {
      const { status } = await service.ask('GET', '//apps/demo/openid/userinfo', {
        token: `Bearer ${tokens.access_token}`,
      })
      const answer = await send(service, 'introspect', { client: reader, fields: { token: tokens.access_token } })
      assert.equal(readBody<{ active: boolean }>(answer).active, status === 200)
      return status === 200
    }
    assert.equal(await isActive(), true)
    for (const end of [
      () => allowDocuments(service, [host], 'off'),
      () => allowDocuments(service, ['other.example']),
    ]) {
      await end()
      assert.equal(await isActive(), false)
      assertError(await refresh(service, client, tokens.refresh_token), 'invalid_client', 401)
      assert.deepEqual(readProblem(await authorize(service, requestOf(client))), [
        400,
        'There is no client with this client_id',
      ])
      await assert.rejects(
        describeRequest(service.core, await findDemo(service), { request, cookies: readCookies(browser) }),
        {
          code: 'bad_request',
        },
      )
      await allowDocuments(service, [host])
      assert.equal(await isActive(), true)
    }
  })

  test('access ends with the consent of the user, and nothing of the client is kept', async (t) => {
    const service = running()
    const { client } = await useHost(t, service)
    const [one, other] = [await signUpInBrowser(service), await signUpInBrowser(service)]
    const tokens = await signIn(service, { client, browser: one.browser, change: offline })
    const others = await signIn(service, { client, browser: other.browser, change: offline })
    const application = await findDemo(service)
    await revokeConsent(service.core, { application, userId: one.userId }, client.id)
    assertError(await refresh(service, client, tokens.refresh_token), 'invalid_grant', 400)
    const { refresh_token } = readBody<OpenidTokens>(await refresh(service, client, others.refresh_token))
    await revokeConsent(service.core, { application, userId: other.userId }, client.id)
    assertError(await refresh(service, client, refresh_token), 'invalid_grant', 400)
    assert.equal(await service.core.store.openidClients.find({ appId: 'demo', clientId: client.id }), undefined)
  })

  test('a client revokes its own tokens, and nothing without one', async (t) => {
    const service = running()
    const { client, calls } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    const tokens = await signIn(service, { client, browser, change: offline })
    const stranger = documentClient(client.id.replace('client.json', 'other.json'))
    assert.equal((await send(service, 'revoke', { client: stranger, fields: { token: 'made-up' } })).status, 200)
    assert.equal(calls.length, 1)
    await send(service, 'revoke', { client: stranger, fields: { token: tokens.refresh_token } })
    const { refresh_token } = readBody<OpenidTokens>(await refresh(service, client, tokens.refresh_token))
    assert.equal((await send(service, 'revoke', { client, fields: { token: refresh_token } })).status, 200)
    assertError(await refresh(service, client, refresh_token), 'invalid_grant', 400)
  })

  test('codes and refresh tokens work for the client at their URL only', async (t) => {
    const service = running()
    const { client, urlOf } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    const other = documentClient(urlOf('/other.json'))
    const code = await allow(service, { client, browser })
    assertError(await send(service, 'token', { client: other, fields: exchangeOf(client, code) }), 'invalid_grant', 400)
    const tokens = await signIn(service, { client, browser, change: offline })
    assertError(await refresh(service, other, tokens.refresh_token), 'invalid_grant', 400)
  })

  test('members do not see them among the clients that they registered, and cannot change them', async (t) => {
    const service = running()
    const { client } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    await signIn(service, { client, browser })
    const listed = await service.core.store.openidClients.list('demo')
    assert.ok(listed.every(({ id }) => !id.startsWith('https:')))
  })

  test('a user allows a hundred of them at most', async (t) => {
    const service = running()
    const { client, urlOf } = await useHost(t, service)
    const { browser, userId } = await signUpInBrowser(service)
    const at = service.clock.now()
    for (let number = 0; number < 100; number++) {
      const kept = documentClient(urlOf(`/${number}.json`))
      const consent = {
        appId: 'demo',
        userId,
        clientId: kept.id,
        scopes: [],
        resources: [],
        resourceScopes: {},
        grantedAt: at,
        updatedAt: at,
      }
      await service.core.store.commit([{ putDocumentClient: kept }, { addConsent: consent }])
    }
    const { request } = readPage(await authorize(service, requestOf(client), browser))
    const call = { request, cookies: readCookies(browser), decision: 'allow' } as const
    const { location } = await decideConsent(service.core, await findDemo(service), call)
    assert.equal(new URL(location).searchParams.get('error'), 'access_denied')
  })

  test('a document without refresh_token among its grant types gets no refresh token', async (t) => {
    const service = running()
    const { client, state } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    state.answer = answerJson({ grant_types: undefined })
    assert.equal((await signIn(service, { client, browser, change: offline })).refresh_token, undefined)
  })

  test('what is wrong with a document is said to the developer, and nothing leads to its redirect URI', async (t) => {
    const service = running()
    const { client, state } = await useHost(t, service)
    state.answer = (url, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(clientDocument(url, { client_id: 'https://other.example/client.json' })))
    assert.deepEqual(readProblem(await authorize(service, requestOf(client))), [
      400,
      'The metadata document of the client cannot be used: its client_id must be the URL of the document',
    ])
    assertError(await send(service, 'par', { client, fields: requestOf(client) }), 'invalid_client', 401)
  })

  test('a client that has a key authenticates with it, and without it, nothing works', async (t) => {
    const service = running()
    const { client, state } = await useHost(t, service)
    const { browser } = await signUpInBrowser(service)
    const key = await createKey('ES256', 'k1')
    state.answer = answerJson({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } })
    const at = Math.floor(service.clock.now() / 1000)
    const claims = { iss: client.id, sub: client.id, aud: issuer, iat: at, exp: at + 60 }
    const authenticate = async (jti: string, by = key) => ({
      client_assertion: await sign(by, { kid: 'k1' }, { ...claims, jti }),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
    const code = await allow(service, { client, browser, change: offline })
    const exchange = (fields: Change) => send(service, 'token', { fields: { ...exchangeOf(client, code), ...fields } })
    assertError(await exchange({ client_id: client.id }), 'invalid_client', 401)
    assertError(await exchange(await authenticate('a', await createKey('ES256', 'k1'))), 'invalid_client', 401)
    const tokens = readBody<OpenidTokens>(await exchange(await authenticate('b')))
    const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    assertError(await send(service, 'token', { client, fields: again }), 'invalid_client', 401)
    const next = await send(service, 'token', { fields: { ...again, ...(await authenticate('c')) } })
    readBody(next)
    const asking = { token: tokens.access_token, ...(await authenticate('d')) }
    assertError(await send(service, 'introspect', { fields: asking }), 'invalid_client', 401)
  })
})
