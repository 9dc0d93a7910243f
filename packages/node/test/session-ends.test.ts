import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import type { EndedSessions, SessionOptions } from '../src/session/index.ts'
import { createClosedUrl, issuer, type TestService, useTestService } from './service.ts'
import { createBrowser, openIdSignIn, servers, toOptions } from './sessions.ts'
import { signWithServiceKey } from './tokens.ts'

const running = useTestService()
const serve = servers['plain node:http']!
const minute = 60_000

/** A user who signed in at an instance. */
async function signIn(service: TestService, address: string) {
  const browser = createBrowser()
  const user = await signUpUser(service)
  assert.equal((await browser.signIn(address, user.jwtAccess)).status, 200)
  const isSignedIn = async (at = address) => (await browser.ask(`${at}/me`)).status === 200
  return { ...browser, ...user, isSignedIn }
}

const countChecks = ({ calls }: TestService) => calls.filter((call) => call.endsWith('/mgmt/session/verify')).length

test('a sign-out everywhere is seen within a minute, for which the service is asked once', async (t) => {
  const service = running()
  const address = await serve(t, await toOptions(service))
  const { userId, isSignedIn, jar } = await signIn(service, address)
  const before = countChecks(service)
  service.clock.advance(minute)
  for (let requests = 0; requests < 5; requests++) assert.equal(await isSignedIn(), true)
  assert.equal(countChecks(service) - before, 1)
  await service.client().users.signOut(userId)
  service.clock.advance(minute)
  // A page that still has the token would show its user as signed in.
  jar.set('thumbturn_demo_token', 'x')
  assert.equal(await isSignedIn(), false)
  assert.deepEqual([...jar.keys()], ['session-ended'])
})

test('with check "always", a sign-out everywhere and a deleted passkey are seen at once', async (t) => {
  const service = running()
  const address = await serve(t, await toOptions(service, { check: 'always' }))
  const [ada, grace] = [await signIn(service, address), await signIn(service, address)]
  assert.deepEqual([await ada.isSignedIn(), await grace.isSignedIn()], [true, true])
  await service.client().users.signOut(ada.userId)
  await service.client().passkeys.delete(grace.passkeyId)
  assert.deepEqual([await ada.isSignedIn(), await grace.isSignedIn()], [false, false])
})

test('with check "never", a session ends by its own lifetimes only', async (t) => {
  const service = running()
  const address = await serve(t, await toOptions(service, { check: 'never' }))
  const { userId, isSignedIn } = await signIn(service, address)
  const before = countChecks(service)
  await service.client().users.signOut(userId)
  service.clock.advance(5 * minute)
  assert.equal(await isSignedIn(), true)
  assert.equal(countChecks(service), before)
})

test('during an outage of the service, sessions last for an hour after the last check, and none is renewed', async (t) => {
  const service = running()
  const outage = { isOn: false }
  const fetch: typeof globalThis.fetch = (url, init) =>
    outage.isOn ? Promise.reject(new TypeError('fetch failed')) : globalThis.fetch(url, init)
  const errors: string[] = []
  const onError: SessionOptions['onError'] = ({ code }) => errors.push(code)
  const options = await toOptions(service, { fetch, onError })
  const address = await serve(t, options)
  const { isSignedIn, ask, jar, jwtAccess } = await signIn(service, address)
  outage.isOn = true
  service.clock.advance(59 * minute)
  const kept = jar.get('session')
  assert.equal(await isSignedIn(), true)
  // An instance that was started during the outage knows the time of the last renewal.
  assert.equal(await isSignedIn(await serve(t, options)), true)
  service.clock.advance(2 * minute)
  const { status, headers, body, cookies } = await ask(`${address}/me`)
  assert.deepEqual([status, headers.get('retry-after'), body?.msgCode, cookies], [503, '5', 'server_error', []])
  assert.equal(jar.get('session'), kept)
  assert.equal((await createBrowser().signIn(address, jwtAccess)).status, 503)
  assert.deepEqual(new Set(errors), new Set(['unreachable']))
  outage.isOn = false
  service.clock.advance(6_000)
  assert.equal(await isSignedIn(), true)
})

test('with check "always", an outage is a 503 at once, and the session continues afterward', async (t) => {
  const service = running()
  const outage = { isOn: false }
  const fetch: typeof globalThis.fetch = (url, init) =>
    outage.isOn ? Promise.reject(new TypeError('fetch failed')) : globalThis.fetch(url, init)
  const address = await serve(t, await toOptions(service, { fetch, check: 'always' }))
  const { ask, isSignedIn } = await signIn(service, address)
  outage.isOn = true
  assert.equal((await ask(`${address}/me`)).status, 503)
  outage.isOn = false
  service.clock.advance(6_000)
  assert.equal(await isSignedIn(), true)
  outage.isOn = true
  assert.equal((await ask(`${address}/me`)).status, 503)
  outage.isOn = false
  // A clock that is set back must not prolong the pause.
  service.clock.advance(-4 * minute)
  assert.equal(await isSignedIn(), true)
  service.clock.advance(4 * minute)
})

test('a sign-in on one instance counts on another, and many renewals at the same time keep the user signed in', async (t) => {
  const service = running()
  const options = await toOptions(service)
  const instances = [await serve(t, options), await serve(t, options)]
  const { jwtAccess } = await signUpUser(service)
  const browser = createBrowser()
  const started = await browser.signIn(instances[0]!, jwtAccess)
  for (let rounds = 0; rounds < 10; rounds++) {
    service.clock.advance(61 * minute)
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, at) => browser.askLate(`${instances[at % 2]}/me`)),
    )
    for (const { status, body, cookies } of responses) {
      assert.deepEqual([status, body?.id, cookies.length], [200, started.body!.id, 1])
    }
    // The browser keeps whichever came last.
    for (const { cookies } of responses.sort(() => Math.random() - 0.5)) browser.accept(cookies)
  }
})

test('a response that was under way brings no session back that ended, on any instance', async (t) => {
  const service = running()
  const options = await toOptions(service)
  const [first, second] = [await serve(t, options), await serve(t, options)]
  const { ask, askLate, accept, signOut, isSignedIn } = await signIn(service, first)
  service.clock.advance(61 * minute)
  const late = await askLate(`${first}/me`)
  assert.equal(late.cookies.length, 1)
  assert.equal((await signOut(second)).status, 204)
  accept(late.cookies)
  for (const instance of [first, second, first]) assert.equal(await isSignedIn(instance), false)
  assert.equal((await ask(`${first}/`)).body, null)
})

test("a response that was under way doesn't bring back the previous user of a browser", async (t) => {
  const service = running()
  const options = await toOptions(service)
  const [first, second] = [await serve(t, options), await serve(t, options)]
  const browser = await signIn(service, first)
  service.clock.advance(61 * minute)
  const late = await browser.askLate(`${first}/me`)
  const grace = await signUpUser(service)
  await browser.signIn(second, grace.jwtAccess)
  browser.accept(late.cookies)
  assert.equal(await browser.isSignedIn(first), false)
})

test('a sign-out ends also copies of the cookie: on its instance, and with a shared store on all', async (t) => {
  const service = running()
  const names = new Map<string, number>()
  const shared: EndedSessions = {
    add: async (name, seconds) => void names.set(name, seconds),
    has: async (asked) => asked.some((name) => names.has(name)),
  }
  for (const [ended, expected] of [
    [undefined, [false, true]],
    [shared, [false, false]],
  ] as const) {
    const options = await toOptions(service, { ended })
    const instances = [await serve(t, options), await serve(t, options)]
    const { jar, signOut } = await signIn(service, instances[0]!)
    const copy = createBrowser()
    copy.jar.set('session', jar.get('session')!)
    await signOut(instances[0]!)
    for (const [at, isSignedIn] of expected.entries())
      assert.equal((await copy.ask(`${instances[at]}/me`)).status === 200, isSignedIn)
  }
  assert.deepEqual([...names.values()], [7 * 86_400])
})

test('a store of ended sessions that fails is a 503', async (t) => {
  const service = running()
  const state = { isDown: false }
  const ended: EndedSessions = {
    add: () => {},
    has: () => {
      if (state.isDown) throw new Error('connection lost')
      return false
    },
  }
  const address = await serve(t, await toOptions(service, { ended }))
  const { ask, isSignedIn } = await signIn(service, address)
  state.isDown = true
  assert.equal((await ask(`${address}/me`)).status, 503)
  state.isDown = false
  assert.equal(await isSignedIn(), true)
})

test('clocks of instances can differ by five minutes, and a session from further ahead does not count', async (t) => {
  const service = running()
  const options = await toOptions(service)
  const ahead = (ms: number) => ({ ...options, now: () => service.clock.now() + ms, clockTolerance: 300 })
  const [own, near] = [await serve(t, options), await serve(t, ahead(4 * minute))]
  const { isSignedIn } = await signIn(service, near)
  assert.equal(await isSignedIn(own), true)
  const far = await serve(t, { ...ahead(9 * minute), check: 'never' })
  const other = await signIn(service, far)
  assert.equal(await other.isSignedIn(own), false)
})

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const sendLogout = (address: string, token: string) =>
  fetch(`${address}/logout`, { method: 'POST', body: new URLSearchParams({ logout_token: token }) })

for (const [what, serveOpenId] of Object.entries(servers)) {
  test(`${what}: a logout token ends the session that it names, and a forged one ends none`, async (t) => {
    const service = running()
    const address = await serveOpenId(t, await toOptions(service, { clientId: 'my-program', apiKey: undefined }))
    const browser = createBrowser()
    await browser.ask(`${address}/start`, { method: 'POST' })
    const { sid } = openIdSignIn.claims
    const iat = Math.floor(service.clock.now() / 1000)
    const claims = {
      iss: issuer,
      aud: 'my-program',
      iat,
      exp: iat + 120,
      jti: 'j-1',
      sid,
      events: { [logoutEvent]: {} },
    }
    const header = { typ: 'logout+jwt' }
    for (const token of [
      'x',
      await signWithServiceKey(service, claims),
      ...(await Promise.all(
        [
          { aud: 'other' },
          { iss: 'https://example.net' },
          { exp: iat - 10 },
          { events: undefined },
          { events: { other: {} } },
          { nonce: 'n' },
          { sid: undefined },
          { sid: 7 },
          { jti: undefined },
        ].map((change) => signWithServiceKey(service, { ...claims, ...change }, header)),
      )),
    ]) {
      const response = await sendLogout(address, token)
      assert.deepEqual([response.status, await response.json()], [400, { error: 'invalid_request' }], token)
    }
    await sendLogout(address, await signWithServiceKey(service, { ...claims, sid: 's-2' }, header))
    assert.equal((await browser.ask(`${address}/me`)).status, 200)
    const { status, headers } = await sendLogout(address, await signWithServiceKey(service, claims, header))
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
    assert.equal((await browser.ask(`${address}/me`)).status, 401)
  })
}

test('a logout token that cannot be verified now is sent again, as the response is 503', async (t) => {
  const service = running()
  const token = await signWithServiceKey(service, { iss: issuer, aud: 'my-program' }, { typ: 'logout+jwt' })
  for (const change of [{ baseUrl: await createClosedUrl(), clientId: 'my-program' }, {}])
    assert.equal((await sendLogout(await serve(t, await toOptions(service, change)), token)).status, 503)
  const address = await serve(t, await toOptions(service, { clientId: 'my-program' }))
  const response = await fetch(`${address}/logout`, { method: 'POST', body: `logout_token=${'x'.repeat(20_000)}` })
  assert.equal(response.status, 400)
})
