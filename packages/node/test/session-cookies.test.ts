import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createSessions } from '../src/session/index.ts'
import { createSessions as createForNext } from '../src/session/next.ts'
import { startServer, useTestService } from './service.ts'
import { createBrowser, secret, servers, toOptions } from './sessions.ts'

const running = useTestService()
const serve = servers['plain node:http']!
const other = 'another secret of the tests, also long enough'
const third = 'the third secret of the tests, also long enough'

/** A browser with a session at an instance. */
async function signIn(address: string) {
  const browser = createBrowser()
  const { jwtAccess, username } = await signUpUser(running())
  assert.equal((await browser.signIn(address, jwtAccess)).status, 200)
  return { ...browser, username, value: browser.jar.get('session')! }
}

/** Whether a request with that Cookie header has a session. */
const isSignedIn = async (address: string, cookie: string) =>
  (await fetch(`${address}/me`, { headers: { cookie } })).status === 200

test('a cookie is found among malformed, quoted, repeated, and empty ones', async (t) => {
  const address = await serve(t, await toOptions(running()))
  const { value } = await signIn(address)
  for (const cookie of [
    `session="${value}"`,
    `a; =b; ;;c==d; session=${value} ;e="f;g`,
    `session=${value}; session=${value}`,
    `session=; session=${value}; session=x`,
    `xsession=1; session=${value}; session2=2; SESSION=3`,
    `$Version=1; session=${value}; $Path="/"`,
    `big=${'x'.repeat(12_000)}; session=${value}`,
  ])
    assert.equal(await isSignedIn(address, cookie), true, cookie.slice(0, 60))
})

test('a changed, cut, or foreign cookie is no session', async (t) => {
  const address = await serve(t, await toOptions(running()))
  const { value } = await signIn(address)
  const bytes = Buffer.from(value, 'base64url')
  const flip = (at: number) => {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    return changed.toString('base64url')
  }
  const values = [
    ...[0, 1, 16, 17, 60, bytes.length - 17, bytes.length - 1].map(flip),
    value.slice(0, -2),
    value.slice(0, 40),
    'x',
    'AQ',
    '{}',
    'x'.repeat(4_000),
  ]
  for (const changed of values)
    assert.equal(await isSignedIn(address, `session=${changed}`), false, changed.slice(0, 20))
  const flood = Array.from({ length: 5 }, (_, at) => `session=${flip(20 + at)}`).join('; ')
  assert.equal(await isSignedIn(address, `${flood}; session=${value}`), false)
})

test('of two sessions in one request, one was planted, so neither counts', async (t) => {
  const address = await serve(t, await toOptions(running()))
  const [own, planted] = [await signIn(address), await signIn(address)]
  for (const cookie of [
    `session=${own.value}; session=${planted.value}`,
    `session=${planted.value}; session=${own.value}`,
  ])
    assert.equal(await isSignedIn(address, cookie), false)
})

test('a cookie of another application, another name, or without TLS is no session', async (t) => {
  const options = await toOptions(running())
  const { value } = await signIn(await serve(t, options))
  const appId = 'shop'
  const foreign = await serve(t, { ...options, appId, check: 'never' })
  assert.equal(await isSignedIn(foreign, `session=${value}`), false)
  const renamed = await serve(t, { ...options, cookie: 'sid' })
  assert.equal(await isSignedIn(renamed, `sid=${value}`), false)
  const withTls = await serve(t, { ...options, secure: true })
  assert.equal(await isSignedIn(withTls, `__Host-session=${value}`), false)
})

test('in production, and behind a proxy with TLS, the cookie requires TLS also at localhost', async (t) => {
  const address = await serve(t, await toOptions(running()))
  const { jwtAccess } = await signUpUser(running())
  const headers = { authorization: `Bearer ${jwtAccess}` }
  const start = async (more: Record<string, string> = {}) =>
    (await fetch(`${address}/session`, { method: 'POST', headers: { ...headers, ...more } })).headers.getSetCookie()[0]
  assert.match((await start())!, /^session=/)
  assert.match((await start({ 'x-forwarded-proto': 'https' }))!, /^__Host-session=.*; Secure$/)
  process.env.NODE_ENV = 'production'
  t.after(() => delete process.env.NODE_ENV)
  assert.match((await start())!, /^__Host-session=.*; Secure$/)
})

test('a secret is replaced on one instance after the other, and every user stays signed in', async (t) => {
  const options = await toOptions(running())
  const [old, knowing, sealing, done] = await Promise.all(
    [secret, [secret, other], [other, secret], other].map((given) => serve(t, { ...options, secret: given })),
  )
  const before = await signIn(old!)
  for (const instance of [old!, knowing!, sealing!])
    assert.equal(await isSignedIn(instance, `session=${before.value}`), true)
  const after = await signIn(sealing!)
  for (const instance of [knowing!, sealing!, done!])
    assert.equal(await isSignedIn(instance, `session=${after.value}`), true)
  assert.equal(await isSignedIn(done!, `session=${before.value}`), false)
  // An instance that can't open a cookie leaves it to those that can.
  const { cookies } = await before.ask(`${done}/`)
  assert.deepEqual(cookies, [])
  running().clock.advance(2 * 3_600_000)
  await before.ask(`${sealing}/`)
  assert.equal((await before.ask(`${done}/me`)).body?.username, before.username)
  const foreign = await serve(t, { ...options, secret: third })
  assert.equal((await before.ask(`${foreign}/me`)).status, 401)
})

test('data that no cookie can hold is an error, and the largest that fits is kept', async (t) => {
  const sessions = createSessions({ ...(await toOptions(running())), clientId: 'my-program' })
  const claims = { sub: 'u-1' }
  const address = await startServer(t, async (request, response) => {
    const size = Number(request.headers['x-size'])
    const started = sessions.start(request, response, { claims, data: { text: 'x'.repeat(size) } })
    const code = await started.then(
      () => 'started',
      (error: { code: string }) => error.code,
    )
    response.end(JSON.stringify(code))
  })
  const start = async (size: number) => {
    const response = await fetch(address, { headers: { 'x-size': `${size}` } })
    return [await response.json(), response.headers.getSetCookie().length]
  }
  assert.deepEqual(await start(2_400), ['started', 1])
  assert.deepEqual(await start(2_600), ['session_too_large', 0])
})

/** The cookies function of next/headers, for a browser. */
const toCookies = (jar: Map<string, string>) => async () => ({
  getAll: () => [...jar].map(([name, value]) => ({ name, value })),
})

test('components of Next.js read the session from its cookies', async (t: TestContext) => {
  const options = await toOptions(running())
  for (const secure of [undefined, true]) {
    const browser = createBrowser()
    const address = await serve(t, { ...options, secure })
    const { jwtAccess, username } = await signUpUser(running())
    await browser.signIn(address, jwtAccess)
    const sessions = createForNext({ ...options, secure, cookies: toCookies(browser.jar) })
    assert.equal((await sessions.get())?.username, username)
  }
  await assert.rejects(createForNext(options).get(), { code: 'invalid_options', message: /next\/headers/ })
})

test('a renewed cookie is added also to a response whose headers cannot be changed', async () => {
  const options = await toOptions(running())
  const sessions = createForNext(options)
  const { jwtAccess } = await signUpUser(running())
  const headers = { authorization: `Bearer ${jwtAccess}` }
  const url = 'http://localhost:3000/session'
  const started = await sessions.signIn(new Request(url, { method: 'POST', headers }))
  const cookie = started.headers.getSetCookie()[0]!.split(';')[0]!
  running().clock.advance(2 * 3_600_000)
  const leave = sessions.withSession(() => Response.redirect('http://localhost:3000/elsewhere'))
  const response = await leave(new Request(url, { headers: { cookie } }))
  assert.deepEqual([response.status, response.headers.getSetCookie().length], [302, 1])
})

test('options that would make sessions unsafe are rejected, and the message says what to do', async () => {
  const options = await toOptions(running())
  const wrong: [object, RegExp][] = [
    [{ secret: undefined }, /secret is missing or too short.*openssl rand -base64 32/],
    [{ secret: 'short' }, /secret is missing or too short/],
    [{ secret: [] }, /secret is missing or too short/],
    [{ secret: [secret, 'short'] }, /secret is missing or too short/],
    [{ secret: Array(6).fill(secret) }, /more than 5/],
    [{ apiKey: undefined }, /apiKey is missing.*user:read/],
    [{ apiKey: undefined, clientId: 'my-program', check: 'minute' }, /apiKey is missing/],
    [{ cookie: 'a b' }, /cookie must be/],
    [{ absoluteSeconds: 59 }, /absoluteSeconds must be/],
    [{ absoluteSeconds: 401 * 86_400 }, /absoluteSeconds must be/],
    [{ idleSeconds: 8 * 86_400 }, /idleSeconds must be/],
    [{ idleSeconds: Number.NaN }, /idleSeconds must be/],
    [{ trustedOrigins: ['admin.example.com'] }, /trustedOrigins must be/],
    [{ trustedOrigins: ['https://admin.example.com/'] }, /trustedOrigins must be/],
  ]
  for (const [change, message] of wrong)
    assert.throws(() => createSessions({ ...options, ...change }), { code: 'invalid_options', message })
  for (const change of [
    { apiKey: undefined, check: 'never' as const },
    { apiKey: undefined, clientId: 'x' },
  ])
    createSessions({ ...options, ...change })
})
