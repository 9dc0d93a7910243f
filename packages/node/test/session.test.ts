import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createClosedUrl, useTestService } from './service.ts'
import { createBrowser, openIdSignIn, servers, toOptions } from './sessions.ts'
import { readClaims, signWithServiceKey } from './tokens.ts'

const running = useTestService()

for (const [what, serve] of Object.entries(servers)) {
  test(`${what}: a token starts a session, which knows the user until sign-out`, async (t) => {
    const service = running()
    const address = await serve(t, await toOptions(service))
    const { jwtAccess, userId, username, passkeyId } = await signUpUser(service)
    const browser = createBrowser()
    const started = await browser.signIn(address, jwtAccess)
    assert.equal(started.status, 200)
    assert.match(started.cookies[0]!, /^session=[\w-]{100,}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/)
    const wanted = { userId, username, passkeyId, data: {} }
    for (const path of ['/me', '/']) assert.partialDeepStrictEqual((await browser.ask(address + path)).body, wanted)
    assert.deepEqual((await browser.ask(`${address}/me`, { method: 'POST' })).status, 200)
    assert.equal((await browser.signOut(address)).status, 204)
    const { status, headers, body } = await browser.ask(`${address}/me`)
    assert.deepEqual([status, body], [401, { msg: 'This needs a session: sign in', msgCode: 'session_missing' }])
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal((await browser.ask(`${address}/`)).body, null)
  })

  test(`${what}: at an address with TLS, the cookie belongs to that host only`, async (t) => {
    const service = running()
    const address = await serve(t, await toOptions(service, { secure: true }))
    const { jwtAccess } = await signUpUser(service)
    const browser = createBrowser()
    const { cookies } = await browser.signIn(address, jwtAccess)
    assert.match(cookies[0]!, /^__Host-session=.*; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/)
    assert.equal((await browser.ask(`${address}/me`)).status, 200)
    // A page of another host can plant a cookie without the prefix.
    browser.jar.set('session', browser.jar.get('__Host-session')!)
    browser.jar.delete('__Host-session')
    assert.equal((await browser.ask(`${address}/me`)).status, 401)
  })

  test(`${what}: a request from a page of another site has no session, and changes nothing`, async (t) => {
    const service = running()
    const address = await serve(t, await toOptions(service, { trustedOrigins: ['https://admin.example.com'] }))
    const { jwtAccess } = await signUpUser(service)
    const browser = createBrowser()
    await browser.signIn(address, jwtAccess)
    const { host, origin } = new URL(address)
    const rejected: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:1' },
      { 'sec-fetch-site': 'cross-site', origin },
      { 'sec-fetch-site': 'same-origin, cross-site' },
      { origin: 'https://example.net' },
      { origin: 'null' },
      { origin: `${origin}.example.net` },
    ]
    for (const headers of rejected) {
      for (const [method, path] of [
        ['POST', '/me'],
        ['DELETE', '/session'],
      ] as const) {
        const { status, body, cookies } = await browser.ask(address + path, { method, headers })
        assert.deepEqual([status, body?.msgCode, cookies], [403, 'session_cross_origin', []], JSON.stringify(headers))
      }
      const signIn = { method: 'POST', headers: { ...headers, authorization: `Bearer ${jwtAccess}` } }
      assert.equal((await browser.ask(`${address}/session`, signIn)).status, 403)
      assert.equal((await browser.ask(`${address}/me`, { headers })).status, 200)
    }
    const admitted: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: `http://${host}` },
      { 'sec-fetch-site': 'same-site', origin: 'https://admin.example.com' },
      {},
    ]
    for (const headers of admitted)
      assert.equal(
        (await browser.ask(`${address}/me`, { method: 'POST', headers })).status,
        200,
        JSON.stringify(headers),
      )
  })

  test(`${what}: what is no token of a sign-in starts no session`, async (t) => {
    const service = running()
    const address = await serve(t, await toOptions(service))
    const { jwtAccess, userId } = await signUpUser(service)
    const transaction = { ...readClaims(jwtAccess), txHash: 'x', nonce: 'x', lNonce: 'x' }
    const browser = createBrowser()
    for (const [token, code] of [
      ['', 'token_missing'],
      ['x', 'token_malformed'],
      [await signWithServiceKey(service, { ...readClaims(jwtAccess), iat: 1, exp: 2 }), 'token_expired'],
      [await signWithServiceKey(service, transaction), 'token_wrong_type'],
    ]) {
      const { status, body, cookies } = await browser.signIn(address, token!)
      assert.deepEqual([status, body?.msgCode, cookies], [401, code, []])
    }
    await service.client().users.signOut(userId)
    assert.deepEqual((await browser.signIn(address, jwtAccess)).body?.msgCode, 'token_rejected')
    const down = await serve(t, await toOptions(service, { baseUrl: await createClosedUrl() }))
    assert.equal((await browser.signIn(down, jwtAccess)).status, 503)
  })

  test(`${what}: use keeps a session alive, and it ends without use, and after a week at the latest`, async (t) => {
    const service = running()
    const address = await serve(t, await toOptions(service))
    const { jwtAccess } = await signUpUser(service)
    const [used, unused] = [createBrowser(), createBrowser()]
    for (const browser of [used, unused]) await browser.signIn(address, jwtAccess)
    const { expiresAt } = (await used.ask(`${address}/me`)).body!
    for (let hours = 0; hours < 7 * 24 - 20; hours += 20) {
      service.clock.advance(20 * 3_600_000)
      const { status, body, cookies } = await used.ask(`${address}/`)
      assert.deepEqual([status, body?.expiresAt], [200, expiresAt])
      assert.equal(cookies.length, 1)
    }
    assert.equal((await unused.ask(`${address}/me`)).status, 401)
    service.clock.advance(20 * 3_600_000)
    assert.equal((await used.ask(`${address}/me`)).status, 401)
  })

  test(`${what}: an OpenID sign-in starts a session with the data that you keep`, async (t) => {
    const service = running()
    const address = await serve(t, await toOptions(service, { clientId: 'my-program' }))
    const browser = createBrowser()
    const { claims, data } = openIdSignIn
    const { body } = await browser.ask(`${address}/start`, { method: 'POST' })
    assert.partialDeepStrictEqual(body, { userId: claims.sub, username: claims.preferred_username, data })
    assert.deepEqual((await browser.ask(`${address}/me`)).body, body)
  })
}

test('the response to the form of a sign-out leads to the start page', async (t) => {
  const service = running()
  const address = await servers['Express 5']!(t, await toOptions(service))
  const headers = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-site': 'same-origin' }
  const { status, headers: received } = await createBrowser().ask(`${address}/session`, { method: 'DELETE', headers })
  assert.deepEqual([status, received.get('location')], [303, '/'])
})

test('a session has a new ID at each sign-in, and the previous one of the browser ends', async (t) => {
  const service = running()
  const address = await servers['plain node:http']!(t, await toOptions(service))
  const [ada, grace] = [await signUpUser(service), await signUpUser(service)]
  const browser = createBrowser()
  const first = await browser.signIn(address, ada.jwtAccess)
  const kept = browser.jar.get('session')!
  const second = await browser.signIn(address, grace.jwtAccess)
  assert.notEqual(first.body!.id, second.body!.id)
  assert.equal((await browser.ask(`${address}/me`)).body?.username, grace.username)
  const other = createBrowser()
  other.jar.set('session', kept)
  assert.equal((await other.ask(`${address}/me`)).status, 401)
})
