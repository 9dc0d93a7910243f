import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addOpenidClient,
  addPublicClient,
  authorize,
  type Browser,
  exchangeOf,
  issuer,
  type OpenidTokens,
  open,
  readCookies,
  readLocation,
  readPage,
  readRedirect,
  requestOf,
  send,
  signInAgain,
  signInToBrowser,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { type Answer, origin, type Service, useService } from '@thumbturn/service-harness/service.ts'
import { readBody, readClaims, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { rowCounts } from '@thumbturn/service-harness/store-situations.ts'
import { decideConsent } from '../../../src/core/flows/authorization/pages.ts'
import type { Client } from '../../../src/core/model/authorization/client.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { createGroup } from '../../../src/core/use-cases/groups/manage.ts'
import { addMembers } from '../../../src/core/use-cases/groups/members.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const long = 'a'.repeat(2_048)

anyEngine('authorization requests', (fresh) => {
  const running = useService(fresh)

  test('a browser in which a user is signed in returns with a code, the state, and the issuer at once', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service), await signUpInBrowser(service)]
    const location = readLocation(await authorize(service, requestOf(client), browser))
    assert.equal(location.origin + location.pathname, client.redirectUris[0])
    const { code, ...others } = Object.fromEntries(location.searchParams)
    assert.ok(code)
    assert.deepEqual(others, { state: 'a state', iss: issuer })
  })

  test('any other browser gets the sign-in page, and nothing is written', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const before = await rowCounts(service.database)
    for (const browser of [undefined, { cookie: 'thumbturn-demo-4300=forged' }])
      assert.equal(readPage(await authorize(service, requestOf(client), browser)).page, 'sign-in')
    assert.deepEqual(await rowCounts(service.database), before)
  })

  test('a sign-in on the page returns to the client, and the next request needs none', async () => {
    const service = running()
    const [client, user] = [await addOpenidClient(service), await signUpUser(service)]
    const { request } = readPage(await authorize(service, requestOf(client)))
    const { step, location, browser } = await signInToBrowser(service, { token: user.jwtAccess, request })
    assert.equal(step, 'done')
    assert.ok(new URL(location).searchParams.has('code'))
    assert.ok(readRedirect(await authorize(service, requestOf(client), browser)).code)
  })

  test('two cookies of that name count as none, as one can be from another site', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service), await signUpInBrowser(service)]
    const cookie = `${browser.cookie}; ${browser.cookie}`
    assert.equal(readPage(await authorize(service, requestOf(client), { cookie })).page, 'sign-in')
  })

  test('state and nonce of two thousand characters come back as they were', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service), await signUpInBrowser(service)]
    const answer = await authorize(service, { ...requestOf(client), state: long, nonce: long }, browser)
    assert.equal(readRedirect(answer).state, long)
  })

  test('a posted request continues as one that the browser opens, with its cookie', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service), await signUpInBrowser(service)]
    const headers = { ...form, origin: new URL(client.redirectUris[0]!).origin, 'sec-fetch-site': 'cross-site' }
    const posted = await service.post('//apps/demo/openid/authorize', requestOf(client), { headers })
    assert.equal(posted.headers['access-control-allow-origin'], undefined)
    const { href } = readLocation(posted)
    assert.match(href, /^http:\/\/localhost:4300\/apps\/demo\/openid\/authorize\?client_id=/)
    assert.ok(readRedirect(await open(service, href, browser)).code)
    assert.equal(readPage(await open(service, href)).page, 'sign-in')
  })

  test('a sealed request of another client, changed, or expired shows the problem to the user', async () => {
    const service = running()
    const [client, other] = [await addOpenidClient(service), await addOpenidClient(service)]
    const { href } = readLocation(
      await service.post('//apps/demo/openid/authorize', requestOf(client), { headers: form }),
    )
    assertProblem(await open(service, href.replace(client.id, other.id)))
    assertProblem(await open(service, `${href.slice(0, -4)}AAAA`))
    service.clock.advance(90_001)
    assertProblem(await open(service, href))
  })

  for (const [what, change, message] of [
    ['without client_id', { client_id: '' }, /client_id is required/],
    ['of an unknown client', { client_id: 'nothing' }, /There is no client/],
    ['with a client_id that is too long', { client_id: long }, /client_id is required/],
    ['without redirect_uri', { redirect_uri: '' }, /redirect_uri is required/],
    ['with a longer redirect_uri', { redirect_uri: 'https://evil.example/' }, /redirect_uri is not one/],
    ['with script in its redirect_uri', { redirect_uri: 'https://x/<script>' }, /redirect_uri is not one/],
  ] as const)
    test(`a request ${what} shows the problem to the user, and sends the browser nowhere`, async () => {
      const service = running()
      const client = await addOpenidClient(service)
      const answer = await authorize(service, { ...requestOf(client), ...change })
      assertProblem(answer)
      assert.match(answer.text, message)
      assert.doesNotMatch(answer.text, /<script|evil\.example/)
      const posted = { ...requestOf(client), ...change }
      assertProblem(await service.post('//apps/demo/openid/authorize', posted, { headers: form }))
    })

  for (const name of ['client_id', 'redirect_uri'])
    test(`a request with ${name} twice shows the problem to the user`, async () => {
      const service = running()
      const request = requestOf(await addOpenidClient(service))
      assertProblem(await authorize(service, [...Object.entries(request), [name, request[name]!]]))
    })

  test('a disabled client, and that of another application, show the problem to the user', async () => {
    const service = running()
    assertProblem(await authorize(service, requestOf(await addOpenidClient(service, { disabled: true }))))
    const shop = { id: 'shop', name: 'Shop', rpId: 'localhost', origins: [origin] }
    await createApplication(service.core, shop)
    const query = new URLSearchParams(requestOf(await addOpenidClient(service)))
    assertProblem(await service.ask('GET', `//apps/shop/openid/authorize?${query}`))
  })

  const rejected: readonly [what: string, change: Record<string, string>, error: string][] = [
    ['no response_type', { response_type: '' }, 'invalid_request'],
    ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
    ['response_type=code id_token', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['response_mode=fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['response_mode=form_post', { response_mode: 'form_post' }, 'invalid_request'],
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['only unknown scopes', { scope: 'everything' }, 'invalid_scope'],
    ['scopes joined by an encoded plus sign', { scope: 'openid+profile' }, 'invalid_scope'],
    ['a malformed scope', { scope: 'openid "profile"' }, 'invalid_scope'],
    ['a long scope', { scope: 'a'.repeat(4_201) }, 'invalid_request'],
    ['a long state', { state: `${long}a` }, 'invalid_request'],
    ['a long nonce', { nonce: `${long}a` }, 'invalid_request'],
    [
      'more than an address can hold',
      {
        state: long,
        nonce: long,
        login_hint: 'é'.repeat(320),
        claims: `{"x":"${'a'.repeat(2_000)}"}`,
        resource: `https://${'a'.repeat(1_900)}`,
      },
      'invalid_request',
    ],
    ['a nonce with a line break', { nonce: 'a\nb' }, 'invalid_request'],
    ['no code_challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['only code_challenge_method', { code_challenge: '' }, 'invalid_request'],
    ['code_challenge_method=plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no code_challenge_method', { code_challenge_method: '' }, 'invalid_request'],
    ['a short code_challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['an unknown prompt', { prompt: 'always' }, 'invalid_request'],
    ['prompt=none login', { prompt: 'none login' }, 'invalid_request'],
    ['prompt=none without a session', { prompt: 'none' }, 'login_required'],
    ['a negative max_age', { max_age: '-1' }, 'invalid_request'],
    ['a max_age in words', { max_age: 'soon' }, 'invalid_request'],
    ['claims that are no JSON', { claims: '{' }, 'invalid_request'],
    ['claims in a list', { claims: '{"id_token":[]}' }, 'invalid_request'],
    ['a wrong kind of claim', { claims: '{"id_token":{"acr":1}}' }, 'invalid_request'],
    ['a long list of claims', { claims: `{"userinfo":{"${long}":null}}` }, 'invalid_request'],
    ['two subjects', { claims: '{"id_token":{"sub":{"values":["a","b"]}}}' }, 'invalid_request'],
    ['an unknown resource', { resource: 'https://api.example.com' }, 'invalid_target'],
    ['a short dpop_jkt', { dpop_jkt: 'short' }, 'invalid_request'],
    [
      'a state and a nonce of quotation marks',
      { state: '"'.repeat(2_048), nonce: '"'.repeat(2_048) },
      'invalid_request',
    ],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['a request_uri', { request_uri: 'https://example.com/request' }, 'request_uri_not_supported'],
    ['registration', { registration: '{}' }, 'registration_not_supported'],
  ]

  for (const [what, change, error] of rejected)
    test(`${what} returns ${error} to the client, with the state and the issuer`, async () => {
      const service = running()
      const client = await addPublicClient(service)
      const parameters = { ...requestOf(client), ...change }
      const redirect = readRedirect(await authorize(service, parameters))
      assert.deepEqual([redirect.error, redirect.iss, redirect.code], [error, issuer, undefined])
      if (!('state' in change)) assert.equal(redirect.state, 'a state')
      const posted = await service.post('//apps/demo/openid/authorize', parameters, { headers: form })
      if (what !== 'prompt=none without a session') assert.equal(readRedirect(posted).error, error)
    })

  for (const name of ['response_type', 'scope', 'state', 'code_challenge', 'prompt', 'resource'])
    test(`${name} twice is rejected`, async () => {
      const service = running()
      const request = requestOf(await addOpenidClient(service))
      const twice: [string, string][] = [...Object.entries({ ...request, [name]: 'a' }), [name, 'b']]
      const { error, state } = readRedirect(await authorize(service, twice))
      assert.deepEqual(
        [error, state],
        [name === 'resource' ? 'invalid_target' : 'invalid_request', name === 'state' ? undefined : 'a state'],
      )
    })

  test('a client without the grant type, or whose requests must be pushed, gets an error', async () => {
    const service = running()
    const machine = await addOpenidClient(service, { grantTypes: ['client_credentials'] })
    assert.equal(readRedirect(await authorize(service, requestOf(machine))).error, 'unauthorized_client')
    const pushing = await addOpenidClient(service, { requirePar: true })
    assert.equal(readRedirect(await authorize(service, requestOf(pushing))).error, 'invalid_request')
    const posted = await service.post('//apps/demo/openid/authorize', requestOf(pushing), { headers: form })
    assert.equal(readRedirect(posted).error, 'invalid_request')
  })

  test('only a confidential client for which it was turned off can do without PKCE', async () => {
    const service = running()
    const { browser } = await signUpInBrowser(service)
    const ask = async (client: Client) => {
      const { code_challenge, code_challenge_method, ...request } = requestOf(client)
      return readRedirect(await authorize(service, request, browser))
    }
    assert.ok((await ask(await addOpenidClient(service, { requirePkce: false }))).code)
    assert.equal((await ask(await addPublicClient(service, { requirePkce: false }))).error, 'invalid_request')
  })

  const allow = async (service: Service, answer: Answer, browser: Browser) => {
    const { request } = readPage(answer)
    const allowed = { request, cookies: readCookies(browser), decision: 'allow' } as const
    return (await decideConsent(service.core, service.application, allowed)).location
  }

  for (const [registered, sent, isAccepted] of [
    ['https://a.example/cb?x=1', 'https://a.example/cb?x=1', true],
    ['https://a.example/cb?x=1', 'https://a.example/cb', false],
    ['https://a.example:8443/cb', 'https://a.example:8443/cb', true],
    ['https://a.example/cb', 'https://a.example:443/cb', false],
    ['https://a.example/cb', 'https://A.example/cb', false],
    ['https://a.example/cb', 'https://a.example/cb/', false],
    ['https://a.example/cb', 'https://a.example/cb/../x', false],
    ['https://[2001:db8::1]/cb', 'https://[2001:db8::1]/cb', true],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb', true],
    ['http://127.0.0.1:80/cb', 'http://127.0.0.1:51004/cb', true],
    ['http://[::1]/cb', 'http://[::1]:51004/cb', true],
    ['http://localhost/cb', 'http://localhost:51004/cb', true],
    ['http://127.0.0.1/cb', 'http://localhost:51004/cb', false],
    ['http://localhost/cb', 'http://127.0.0.1:51004/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/other', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:69152/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:1@evil.example/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1.evil.example/cb', false],
    ['com.example.app:/cb', 'com.example.app:/cb', true],
  ] as const)
    test(`${sent} is ${isAccepted ? '' : 'not '}accepted from a native client with ${registered}`, async () => {
      const service = running()
      const { browser } = await signUpInBrowser(service)
      const client = await addPublicClient(service, { type: 'native', redirectUris: [registered] })
      const answer = await authorize(service, { ...requestOf(client), redirect_uri: sent }, browser)
      if (!isAccepted) return assertProblem(answer)
      const location = sent.startsWith('https:') ? answer.headers.location : await allow(service, answer, browser)
      assert.ok(String(location).startsWith(`${sent}${sent.includes('?') ? '&' : '?'}code=`))
    })

  test('the port of a loopback address is free only for native clients', async () => {
    const service = running()
    const client = await addOpenidClient(service, { redirectUris: ['http://127.0.0.1/cb'] })
    assertProblem(await authorize(service, { ...requestOf(client), redirect_uri: 'http://127.0.0.1:51004/cb' }))
  })
})

anyEngine('sessions of authorization requests', (fresh) => {
  const running = useService(fresh)

  for (const change of [{ prompt: 'login' }, { prompt: 'create' }, { max_age: '0' }] as Record<string, string>[])
    test(`${Object.entries(change).join().replace(',', '=')} requires a sign-in for this very request`, async () => {
      const service = running()
      const client = await addOpenidClient(service)
      const { browser, device, username } = await signUpInBrowser(service)
      const answer = await authorize(service, { ...requestOf(client), ...change }, browser)
      const { page, request } = readPage(answer)
      assert.equal(page, 'sign-in')
      const jwtAccess = await signInAgain(service, { device, username })
      const again = await signInToBrowser(service, { token: jwtAccess, request, browser })
      assert.ok(new URL(again.location).searchParams.has('code'))
      const next = await authorize(service, { ...requestOf(client), ...change }, again.browser)
      assert.equal(readPage(next).page, 'sign-in')
    })

  for (const [seconds, page] of [
    [299, undefined],
    [300, 'sign-in'],
    [-300, 'sign-in'],
  ] as const)
    test(`${seconds} seconds after a sign-in, max_age=300 ${page ? 'requires another one' : 'is satisfied'}`, async () => {
      const service = running()
      const [client, { browser }] = [await addOpenidClient(service), await signUpInBrowser(service)]
      service.clock.set(seconds * 1000)
      const answer = await authorize(service, { ...requestOf(client), max_age: '300' }, browser)
      service.clock.set(-seconds * 1000)
      if (page) assert.equal(readPage(answer).page, page)
      else assert.ok(readRedirect(answer).code)
    })

  test('prompt=none never shows a page', async () => {
    const service = running()
    const [asked, skipped] = [await addOpenidClient(service, { consent: 'ask' }), await addOpenidClient(service)]
    const { browser } = await signUpInBrowser(service)
    const ask = async (client: Client, change: Record<string, string> = {}) =>
      readRedirect(await authorize(service, { ...requestOf(client), prompt: 'none', ...change }, browser))
    assert.ok((await ask(skipped)).code)
    assert.equal((await ask(asked)).error, 'consent_required')
    service.clock.advance(1_000)
    assert.equal((await ask(skipped, { max_age: '0' })).error, 'login_required')
    assert.equal((await ask(skipped, { claims: '{"id_token":{"sub":{"value":"another"}}}' })).error, 'login_required')
  })

  test('a session ends with its user, its sign-outs, its idle time, and its lifetime', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const pageOf = async (cookie: { cookie: string }) =>
      readPage(await authorize(service, requestOf(client), cookie)).page
    const signedOut = await signUpInBrowser(service)
    await service.core.store.commit([{ signOutUser: { appId: 'demo', userId: signedOut.userId } }])
    assert.equal(await pageOf(signedOut.browser), 'sign-in')
    const idle = await signUpInBrowser(service)
    service.clock.advance(7 * 86_400_000)
    assert.equal(await pageOf(idle.browser), 'sign-in')
    const used = await signUpInBrowser(service)
    for (let day = 0; day < 29; day++) {
      service.clock.advance(86_400_000)
      assert.ok(readRedirect(await authorize(service, requestOf(client), used.browser)).code)
    }
    service.clock.advance(86_400_000)
    assert.equal(await pageOf(used.browser), 'sign-in')
  })

  test('only members of the allowed groups can sign in, and their groups are claims', async () => {
    const service = running()
    const client = await addOpenidClient(service, { allowedGroups: ['Admins'] })
    const { browser, userId } = await signUpInBrowser(service)
    const parameters = { ...requestOf(client), scope: 'openid groups' }
    assert.equal(readRedirect(await authorize(service, parameters, browser)).error, 'access_denied')
    const { core, application } = service
    const backend = { application, keyId: undefined }
    const { id } = await createGroup(core, backend, { name: 'admins' })
    await addMembers(core, backend, { id, userIds: [userId] })
    const { code } = readRedirect(await authorize(service, parameters, browser))
    const tokens = await send(service, 'token', { client, fields: exchangeOf(client, code!) })
    assert.deepEqual(readClaims(readBody<OpenidTokens>(tokens).id_token).groups, ['admins'])
  })

  test('an essential acr that the user does not reach is an error, and a voluntary one is none', async () => {
    const service = running()
    const [client, user] = [await addOpenidClient(service), await signUpUser(service)]
    const { device, username } = user
    const signInFor = async (change: Record<string, string>) => {
      const { request } = readPage(await authorize(service, { ...requestOf(client), ...change }))
      const jwtAccess = await signInAgain(service, { device, username })
      return new URL((await signInToBrowser(service, { token: jwtAccess, request })).location).searchParams
    }
    const essential = { claims: '{"id_token":{"acr":{"essential":true,"values":["gold"]}}}' }
    assert.equal((await signInFor(essential)).get('error'), 'unmet_authentication_requirements')
    assert.ok((await signInFor({ acr_values: 'gold' })).has('code'))
  })
})

/** The user sees a page, which no frame can show and which runs nothing. */
function assertProblem({ status, headers, text }: { status: number; headers: Record<string, unknown>; text: string }) {
  assert.equal(status, 400, text)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
  assert.equal(headers.location, undefined)
}
