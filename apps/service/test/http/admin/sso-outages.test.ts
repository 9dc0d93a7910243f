import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type IdentityProvider,
  startIdentityProvider,
  testClient,
} from '@thumbturn/service-harness/identity-provider.ts'
import { admin, type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { type Answer, type Clock, realClock, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import {
  addProvider,
  askIn,
  type Browser,
  complete,
  newBrowser,
  redirectUri,
  signInAt,
  visitProvider,
} from '@thumbturn/service-harness/sso.ts'

const down = {
  status: 503,
  msg: 'The identity provider is unavailable: try again later, or ask an owner to test the connection',
  msgCode: 'service_unavailable',
}
const configurationPath = '/.well-known/openid-configuration'

/** Ages of what was read only grow when a test says so, however slow the machine is. */
function monotonicOnDemand(): Clock {
  const real = realClock()
  let elapsed = 0
  const advance = (ms: number) => {
    elapsed += ms
    real.advance(ms)
  }
  return { ...real, advance, monotonic: () => elapsed }
}

anyEngine('an identity provider that does not work', (fresh) => {
  const service = useService(fresh, { clock: monotonicOnDemand() })
  let idp: IdentityProvider
  let owner: Dashboard
  before(async () => {
    idp = await startIdentityProvider({ redirectUris: [redirectUri('main')] })
    owner = await newMember(service())
    await addProvider(owner, idp, { id: 'main' })
    await addProvider(owner, { issuer: 'http://idp.internal.corp.example:8443' }, { id: 'unknown' })
  })
  after(() => idp?.close())
  beforeEach(() => {
    idp.tampering = {}
    idp.subject = `user-${Math.random()}`
    forget()
  })

  /** Lets what was read from the provider become too old. */
  const forget = () => service().clock.advance(10_000)

  const start = (provider = 'main') => askIn(service(), newBrowser(), { path: '/sso/start', body: { provider } })

  const logOut = (token: string) =>
    service().ask('POST', `${admin}/sso-providers/main/back-channel-logout`, {
      body: `logout_token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  function assertDown(answer: Answer) {
    assertRejected(answer, down)
    assert.equal(answer.headers['retry-after'], '5')
  }

  const finish = (browser: Browser, parameters: string) =>
    complete(service(), browser, { provider: 'main', parameters })

  for (const tampering of [
    { down: true },
    { status: 502 },
    { status: 404 },
    { pagesAt: [configurationPath] },
    { discovery: { issuer: 'https://evil.example' } },
    { discovery: { issuer: 'https://login.example/{tenantid}/v2.0' } },
    { discovery: { authorization_endpoint: 'javascript:alert(1)' } },
    { discovery: { jwks_uri: undefined } },
  ])
    test(`is unavailable before a sign-in, and works again seconds later: ${JSON.stringify(tampering)}`, async () => {
      const browser = newBrowser()
      const parameters = await visitProvider(service(), browser, 'main')
      forget()
      idp.tampering = tampering
      assertDown(await start())
      assertDown(await finish(browser, parameters))
      const { outcome, reason = '' } = readBody<{ outcome: string; reason?: string }>(
        await owner.ask('POST', '/sso-providers/main/test'),
      )
      assert.equal(outcome, 'failed')
      assert.match(reason, /127\.0\.0\.1|not a valid URL/)
      idp.tampering = {}
      forget()
      readBody(await finish(browser, parameters))
      const found = readBody(await owner.ask('POST', '/sso-providers/main/test'))
      assert.deepEqual(found, { outcome: 'good', issuer: idp.issuer })
    })

  for (const [path, outcome] of [
    ['/token', 503],
    ['/token', 500],
    ['/token', 429],
    ['/token', 404],
    ['/token', 302],
    ['/token', 'down'],
    ['/jwks', 500],
    ['/jwks', 404],
    ['/jwks', 'down'],
    ['/me', 500],
    ['/me', 503],
    ['/me', 429],
    ['/me', 'down'],
  ] as const)
    test(`is unavailable during a sign-in if ${path} is ${outcome}`, async () => {
      const browser = newBrowser()
      const parameters = await visitProvider(service(), browser, 'main')
      idp.tampering = { at: { [path]: outcome } }
      assertDown(await finish(browser, parameters))
    })

  for (const path of ['/token', '/jwks'])
    test(`is unavailable during a sign-in if ${path} is a page`, async () => {
      const browser = newBrowser()
      const parameters = await visitProvider(service(), browser, 'main')
      idp.tampering = { pagesAt: [path] }
      assertDown(await finish(browser, parameters))
    })

  for (const code of ['server_error', 'temporarily_unavailable'])
    test(`is unavailable during a sign-in if it says ${code} through the browser`, async () => {
      const browser = newBrowser()
      const { searchParams } = new URL(`http://x?${await visitProvider(service(), browser, 'main')}`)
      const parameters = new URLSearchParams({ error: code, state: searchParams.get('state')!, iss: idp.issuer })
      assertDown(await finish(browser, String(parameters)))
    })

  test('is unavailable for a logout token, too', async () => {
    const iat = Math.floor(service().clock.now() / 1000)
    const token = await idp.sign({ iss: idp.issuer, aud: testClient.clientId, iat, exp: iat + 60, sub: 'ada' })
    for (const tampering of [{ down: true }, { at: { '/jwks': 500 } }, { pagesAt: ['/jwks'] }]) {
      idp.tampering = tampering
      assertDown(await logOut(token))
      forget()
    }
  })

  test('tells callers nothing about the network, and owners what is wrong', async () => {
    assertDown(await start('unknown'))
    const { reason } = readBody<{ reason: string }>(await owner.ask('POST', '/sso-providers/unknown/test'))
    assert.match(reason, /idp\.internal\.corp\.example/)
  })

  test('gets one request in two seconds from calls without a session', async () => {
    for (const tampering of [{}, { status: 500 }, { down: true }]) {
      idp.tampering = tampering
      forget()
      const { length } = idp.requests
      await Promise.all(Array.from({ length: 20 }, () => start()))
      for (let call = 0; call < 20; call++) await start()
      const made = idp.requests.slice(length)
      assert.deepEqual(new Set(made), new Set([configurationPath]))
      // A connection that was closed while it was kept open is tried once more.
      assert.ok(made.length <= 2, `${made.length} requests`)
    }
  })

  test('gets no request for a token that can be no logout token of it', async () => {
    const { length } = idp.requests
    const foreign = await idp.sign({ iss: 'https://other.example', aud: testClient.clientId, sub: 'ada' })
    for (const token of ['x', 'a.b.c', foreign]) assert.equal((await logOut(token)).status, 400)
    assert.equal(idp.requests.length, length)
  })

  test('gets few requests for logout tokens with made-up keys, and a rotated key counts a second later', async () => {
    const sign = async () => {
      const iat = Math.floor(service().clock.now() / 1000)
      const claims = { iss: idp.issuer, aud: testClient.clientId, iat, exp: iat + 600, sub: idp.subject }
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      return idp.sign({ ...claims, events, jti: String(Math.random()) })
    }
    await signInAt(service(), 'main')
    readBody(await logOut(await sign()))
    await idp.rotateKey()
    const { length } = idp.requests
    const header = Buffer.from('{"alg":"RS256","kid":"made up"}').toString('base64url')
    const [, body, signature] = (await sign()).split('.')
    for (let call = 0; call < 20; call++) assert.equal((await logOut(`${header}.${body}.${signature}`)).status, 400)
    assert.ok(idp.requests.length - length <= 1, `${idp.requests.length - length} requests`)
    service().clock.advance(1_000)
    readBody(await logOut(await sign()))
  })
})
