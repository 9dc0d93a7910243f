import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { reached } from '@thumbturn/service-harness/mfa.ts'
import {
  type Browser,
  issuer,
  readCookies,
  signInAgain,
  signInToBrowser,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { type Answer, type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  addSite,
  checkSite,
  createHost,
  openSite,
  type SiteVisit,
  signInToSite,
  siteProxy,
  startSite,
  toBackend,
} from '@thumbturn/service-harness/sites.ts'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { signOutBrowser } from '../../../src/core/flows/authorization/sign-in-browser.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { endBrowserSession, listBrowserSessions } from '../../../src/core/use-cases/browser-sessions/manage.ts'
import { createGroup, deleteGroup } from '../../../src/core/use-cases/groups/manage.ts'
import { addMembers, removeMember } from '../../../src/core/use-cases/groups/members.ts'
import { changeSite, createSite } from '../../../src/core/use-cases/protected-sites/manage.ts'
import { deleteUser, signOutUser } from '../../../src/core/use-cases/users/manage.ts'

const identityHeaders = ['remote-user', 'remote-name', 'remote-email', 'remote-groups', 'thumbturn-identity'] as const

const readIdentity = ({ headers }: Answer) => Object.fromEntries(identityHeaders.map((name) => [name, headers[name]]))

const noIdentity = Object.fromEntries(identityHeaders.map((name) => [name, '']))

/** Without the statement. */
const named = ({ 'thumbturn-identity': _, ...identity }: Record<string, unknown>) => identity

const xhr = { 'sec-fetch-mode': 'cors', accept: '*/*' }

test('the headers that the website shows are identity headers', () => {
  const sample = readFileSync(new URL('../../../../../examples/openid/identity.http', import.meta.url), 'utf8')
  const [, , ...shown] = sample.trimEnd().split('\n')
  assert.deepEqual(
    shown.map((line) => line.split(':')[0]?.toLowerCase()),
    ['remote-user', 'remote-groups'] satisfies (typeof identityHeaders)[number][],
  )
})

eachEngine('checks of protected sites', (fresh) => {
  const running = useService(fresh, { trustedProxies: [siteProxy] })

  const add = (changes = {}) => addSite(running(), { host: createHost(), ...changes })

  async function signIn(changes = {}) {
    const service = running()
    const [site, user] = [await add(changes), await signUpInBrowser(service)]
    const { cookie, location } = await signInToSite(service, site, { browser: user.browser, uri: '/docs?x=1&y=%20' })
    return { service, site, ...user, siteCookie: cookie, location }
  }

  test('a page view without a session is led to the sign-in, and back to the page with a session', async () => {
    const service = running()
    const site = await add()
    const checked = await checkSite(service, site, { uri: '/docs?x=1&y=%20' })
    assert.equal(checked.status, 401)
    assert.equal(checked.headers.location, `https://${site.host}/.thumbturn/start?to=%2Fdocs%3Fx%3D1%26y%3D%2520`)
    const { location, siteCookie } = await signIn()
    assert.match(location, /^https:\/\/site-\d+\.example\.com\/docs\?x=1&y=%20$/)
    assert.match(siteCookie, /^__Host-thumbturn-site=[\w-]+$/)
  })

  test('the cookie is sealed, for this host only, and out of reach of scripts', async () => {
    const service = running()
    const [site, { browser }] = [await add(), await signUpInBrowser(service)]
    const { answer } = await signInToSite(service, site, { browser })
    const [value, ...attributes] = String(answer.headers['set-cookie']).split('; ')
    assert.deepEqual(attributes, ['Path=/', 'Max-Age=86400', 'HttpOnly', 'SameSite=Lax', 'Secure'])
    assert.ok(value!.length < 400)
    assert.equal(answer.headers['cache-control'], 'no-store')
  })

  test('a proxy that passes responses on gets a redirect for page views', async () => {
    const answer = await checkSite(running(), await add(), { uri: '/docs', isPassedOn: true })
    assert.equal(answer.status, 303)
    assert.match(String(answer.headers.location), /\/\.thumbturn\/start\?to=%2Fdocs$/)
  })

  const others: Record<string, { method?: string; headers?: Record<string, string> }> = {
    'a POST': { method: 'POST' },
    'a call of a script': { headers: xhr },
    'an old call of a script': { headers: { accept: 'text/html', 'x-requested-with': 'XMLHttpRequest' } },
    'a WebSocket': { headers: { upgrade: 'websocket', accept: 'text/html' } },
    'an event stream': { headers: { accept: 'text/event-stream' } },
    'a request without headers': { headers: {} },
  }
  for (const [what, visit] of Object.entries(others))
    test(`${what} without a session gets 401 and no redirect`, async () => {
      const [service, site] = [running(), await add()]
      for (const isPassedOn of [false, true]) {
        const { status, headers } = await checkSite(service, site, { ...visit, isPassedOn })
        assert.deepEqual([status, headers.location], [401, undefined])
      }
    })

  test('a user who is signed in gets in, and the program behind the proxy knows them', async () => {
    const { service, site, siteCookie, userId, username } = await signIn()
    await reached(service, userId, `${username}@example.com`)
    for (const name of [`ops ${username}`, `admins ${username}`])
      await addMembers(service.core, toBackend(service), {
        id: (await createGroup(service.core, toBackend(service), { name })).id,
        userIds: [userId],
      })
    const answer = await checkSite(service, site, { cookie: siteCookie, headers: xhr, method: 'POST' })
    assert.equal(answer.status, 204)
    const { 'thumbturn-identity': statement, ...identity } = readIdentity(answer)
    assert.deepEqual(identity, {
      'remote-user': username,
      'remote-name': username,
      'remote-email': `${username}@example.com`,
      'remote-groups': `admins ${username},ops ${username}`,
    })
    assert.equal(decodeProtectedHeader(String(statement)).typ, 'thumbturn-identity+jwt')
    const { iat, exp, ...claims } = decodeJwt(String(statement))
    assert.equal(exp! - iat!, 60)
    assert.deepEqual(claims, {
      iss: issuer,
      aud: `https://${site.host}`,
      sub: userId,
      preferred_username: username,
      name: username,
      email: `${username}@example.com`,
      groups: [`admins ${username}`, `ops ${username}`],
    })
  })

  test('every identity header is sent, empty without a value, whatever the site releases', async () => {
    const service = running()
    const rules = [{ path: '/open', access: 'public' as const }]
    const anonymous = await checkSite(service, await add({ rules }), { uri: '/open' })
    assert.equal(anonymous.status, 204)
    assert.deepEqual(readIdentity(anonymous), noIdentity)
    const { site, siteCookie, username } = await signIn({ identityClaims: [] })
    const { 'thumbturn-identity': statement, ...identity } = readIdentity(
      await checkSite(service, site, { cookie: siteCookie }),
    )
    assert.deepEqual(identity, { ...named(noIdentity), 'remote-user': username })
    assert.equal(decodeJwt(String(statement)).name, undefined)
  })

  test('a public page knows a user who is signed in', async () => {
    const { service, site, siteCookie, username } = await signIn()
    const rules = [{ path: '/*', access: 'public' as const }]
    await changeSite(service.core, service.application, { id: site.id, rules })
    const answer = await checkSite(service, site, { cookie: siteCookie })
    assert.deepEqual([answer.status, answer.headers['remote-user']], [204, username])
    assert.deepEqual(readIdentity(await checkSite(service, site)), noIdentity)
  })

  test('the signed statement is no token of the API, nor a token of it a statement', async () => {
    const { service, site, siteCookie } = await signIn()
    const statement = String((await checkSite(service, site, { cookie: siteCookie })).headers['thumbturn-identity'])
    assert.equal(
      (await service.ask('GET', '//apps/demo/openid/userinfo', { token: `Bearer ${statement}` })).status,
      401,
    )
    await assert.rejects(async () => service.core.tokens.verify(service.application, statement))
    await assert.rejects(async () => service.core.tokens.verifyHint(service.application, statement))
  })

  test('a statement is signed again before it expires, and when the user changes', async () => {
    const { service, site, siteCookie, userId, username } = await signIn()
    const read = async () =>
      String((await checkSite(service, site, { cookie: siteCookie })).headers['thumbturn-identity'])
    const first = await read()
    service.clock.advance(20_000)
    assert.equal(await read(), first)
    service.clock.advance(11_000)
    const second = await read()
    assert.notEqual(second, first)
    await reached(service, userId, `${username}@example.com`)
    assert.equal(decodeJwt(await read()).email, `${username}@example.com`)
    assert.equal(decodeJwt(second).email, undefined)
  })

  const endings: Record<string, (service: Service, user: { userId: string; browser: Browser }) => Promise<unknown>> = {
    'the user signs out at the issuer': ({ core, application }, { browser }) =>
      signOutBrowser(core, application, readCookies(browser)),
    'the user is signed out everywhere': (service, { userId }) =>
      signOutUser(service.core, { backend: toBackend(service), userId }),
    'the session is ended elsewhere': async ({ core, application }, { userId }) => {
      const [session] = await listBrowserSessions(core, { application, userId })
      await endBrowserSession(core, { application, userId }, session!.id)
    },
    'another user signs in in that browser': async (service, { browser }) =>
      signInToBrowser(service, { token: await signInAgain(service, await signUpInBrowser(service)), browser }),
    'the user is deleted': (service, { userId }) => deleteUser(service.core, { backend: toBackend(service), userId }),
  }
  for (const [what, end] of Object.entries(endings))
    test(`the next request is no longer allowed when ${what}`, async () => {
      const { service, site, siteCookie, userId, browser } = await signIn()
      assert.equal((await checkSite(service, site, { cookie: siteCookie, headers: xhr })).status, 204)
      await end(service, { userId, browser })
      assert.equal((await checkSite(service, site, { cookie: siteCookie, headers: xhr })).status, 401)
      assert.equal((await checkSite(service, site, { cookie: siteCookie })).status, 401)
    })

  test('groups of the site and of its rules count as they are at the request', async () => {
    const service = running()
    const [staff, admins] = await Promise.all(
      ['staff', 'admins'].map((name) => createGroup(service.core, toBackend(service), { name: `${name} of a site` })),
    )
    const site = await add({
      allowedGroups: ['Staff of a site'],
      rules: [
        { path: '/admin/*', access: 'groups', groups: ['admins of a site'] },
        { path: '/*', access: 'signedIn' },
      ],
    })
    const { browser, userId } = await signUpInBrowser(service)
    const denied = await signInToSite(service, site, { browser })
    assert.equal(denied.answer.status, 403)
    assert.match(denied.answer.text, /You don’t have access/)
    await addMembers(service.core, toBackend(service), { id: staff!.id, userIds: [userId] })
    const { cookie } = await signInToSite(service, site, { browser })
    const check = async (uri: string) => (await checkSite(service, site, { cookie, uri })).status
    assert.deepEqual([await check('/'), await check('/admin')], [204, 403])
    await addMembers(service.core, toBackend(service), { id: admins!.id, userIds: [userId] })
    assert.deepEqual([await check('/'), await check('/admin')], [204, 204])
    await removeMember(service.core, { backend: toBackend(service), userId }, staff!.id)
    assert.deepEqual([await check('/'), await check('/admin')], [403, 403])
    await deleteGroup(service.core, toBackend(service), admins!.id)
  })

  test('an untrusted caller cannot ask, and a proxy must say what it asks about', async () => {
    const { service, site, siteCookie } = await signIn()
    const wrong: SiteVisit[] = [
      { from: '203.0.113.5' },
      { headers: { 'x-forwarded-host': '' } },
      { headers: { 'x-forwarded-uri': '' } },
      { headers: { 'x-forwarded-method': '' } },
      { headers: { 'x-forwarded-host': `${site.host}, evil.example` } },
    ]
    for (const visit of wrong)
      assert.equal((await checkSite(service, site, { cookie: siteCookie, ...visit })).status, 403)
    assert.equal(
      (await openSite(service, `https://${site.host}/.thumbturn/start`, { from: '203.0.113.5' })).status,
      403,
    )
    assert.equal((await checkSite(service, { host: 'unknown.example.com' }, { cookie: siteCookie })).status, 403)
    const upper = await checkSite(service, { host: site.host.toUpperCase() }, { cookie: siteCookie })
    assert.equal(upper.status, 204)
    assert.equal((await checkSite(service, { host: `${site.host}:443` }, { cookie: siteCookie })).status, 204)
    assert.equal((await checkSite(service, { host: `${site.host}:8443` }, { cookie: siteCookie })).status, 403)
  })

  test('headers that other proxies use for the address of a request change nothing', async () => {
    const service = running()
    const site = await add({ rules: [{ path: '/public/*', access: 'public' }] })
    const headers = {
      'x-original-url': `https://${site.host}/public/`,
      'x-original-uri': '/public/',
      'x-rewrite-url': '/public/',
    }
    assert.equal((await checkSite(service, site, { uri: '/secret', headers })).status, 403)
  })

  test('a site that is switched off, or whose rules deny a request, lets no one in', async () => {
    const { service, site, siteCookie } = await signIn()
    await changeSite(service.core, service.application, { id: site.id, disabled: true })
    service.clock.advance(1_000)
    const answer = await checkSite(service, site, { cookie: siteCookie })
    assert.equal(answer.status, 403)
    assert.equal((await openSite(service, `https://${site.host}/.thumbturn/denied`)).status, 200)
  })

  test('the pages on a protected host are in the language that the browser prefers', async () => {
    const { service, site, siteCookie: cookie } = await signIn({ rules: [{ path: '/docs', access: 'signedIn' }] })
    for (const [header, language, title] of [
      ['de-CH,de;q=0.9,en;q=0.8', 'de', 'Sie haben keinen Zugriff auf diese Seite'],
      ['xx, fr;q=0.1, ja;q=0.5', 'ja', 'このページを開く権限がありません'],
      ['pt-BR', 'pt', 'Não tem acesso a esta página'],
      ['de;q=0', 'en', 'You don’t have access to this page'],
      [`${'xx,'.repeat(2_000)}de`, 'en', 'You don’t have access to this page'],
      ['__proto__, constructor', 'en', 'You don’t have access to this page'],
      ['', 'en', 'You don’t have access to this page'],
    ] as const) {
      const visit = { cookie, uri: '/other', headers: { 'accept-language': header } }
      const answer = await checkSite(service, site, visit)
      assert.deepEqual([answer.status, answer.headers['content-language']], [403, language], header)
      assert.match(answer.text, new RegExp(`<html lang="${language}">[^]*<h1>${title}</h1>`))
    }
  })

  test('a check writes nothing, nor does the start of a sign-in', async () => {
    const { service, site, siteCookie: cookie } = await signIn()
    service.clock.advance(600_000)
    const count = async () => (await running().database.query('select count(*) as n from events'))[0]!.n
    const [before, [session]] = [
      await count(),
      await running().database.query('select max(last_used_at) as at from browser_sessions'),
    ]
    await checkSite(service, site, { cookie })
    await startSite(service, site)
    const [after, [later]] = [
      await count(),
      await running().database.query('select max(last_used_at) as at from browser_sessions'),
    ]
    assert.deepEqual([after, later], [before, session])
  })

  test('names beyond ASCII arrive as UTF-8', async () => {
    const service = running()
    const { browser, userId } = await signUpInBrowser(service)
    await addMembers(service.core, toBackend(service), {
      id: (await createGroup(service.core, toBackend(service), { name: 'Zürich Ω' })).id,
      userIds: [userId],
    })
    const site = await add()
    const { cookie } = await signInToSite(service, site, { browser })
    const groups = String((await checkSite(service, site, { cookie })).headers['remote-groups'])
    assert.equal(Buffer.from(groups, 'latin1').toString(), 'Zürich Ω')
  })

  test('a site of another application is unknown to this one', async () => {
    const service = running()
    const site = await add()
    const { core } = service
    await createApplication(core, { id: 'other', rpId: 'other.example', origins: ['https://other.example'] })
    const answer = await service.ask('GET', '//apps/other/forward/check', {
      from: siteProxy,
      headers: { 'x-forwarded-host': site.host, 'x-forwarded-method': 'GET', 'x-forwarded-uri': '/' },
    })
    assert.equal(answer.status, 403)
    await assert.rejects(createSite(service.core, service.application, { name: 'Again', host: site.host }), {
      code: 'bad_request',
    })
  })
})
