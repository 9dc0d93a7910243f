import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { useNodes } from '@thumbturn/service-harness/nodes.ts'
import {
  addOpenidClient,
  type Browser,
  exchangeOf,
  issuer,
  open,
  readLocation,
  requestCode,
  send,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  addSite,
  authorizeSite,
  checkSite,
  createHost,
  openSite,
  signInToSite,
  siteProxy,
  startSite,
  toBackend,
} from '@thumbturn/service-harness/sites.ts'
import { readCookie } from '@thumbturn/service-harness/situations.ts'
import { changeSite, deleteSite } from '../../../src/core/use-cases/protected-sites/manage.ts'
import { signOutUser } from '../../../src/core/use-cases/users/manage.ts'

const sealed = ({ cookie }: Browser) => cookie.slice(cookie.indexOf('=') + 1)

const xhr = { 'sec-fetch-mode': 'cors', accept: '*/*' }

eachEngine('sign-ins to protected sites', (fresh) => {
  const running = useService(fresh, { trustedProxies: [siteProxy] })

  const add = (changes = {}) => addSite(running(), { host: createHost(), ...changes })

  async function signIn(changes = {}) {
    const service = running()
    const [site, user] = [await add(changes), await signUpInBrowser(service)]
    const { cookie, location } = await signInToSite(service, site, { browser: user.browser, uri: '/docs?x=1&y=%20' })
    return { service, site, ...user, siteCookie: cookie, location }
  }

  test('a session ends after its lifetime, however often it is used', async () => {
    const { service, site, siteCookie } = await signIn({ sessionSeconds: 600, sessionIdleSeconds: 600 })
    service.clock.advance(599_000)
    assert.equal((await checkSite(service, site, { cookie: siteCookie, headers: xhr })).status, 204)
    service.clock.advance(1_000)
    assert.equal((await checkSite(service, site, { cookie: siteCookie, headers: xhr })).status, 401)
  })

  test('a page view renews the session silently, and scripts keep working in the meantime', async () => {
    const { service, site, siteCookie, browser } = await signIn({ sessionSeconds: 6_000, sessionIdleSeconds: 600 })
    service.clock.advance(300_000)
    assert.equal((await checkSite(service, site, { cookie: siteCookie, headers: xhr })).status, 204)
    assert.equal((await checkSite(service, site, { cookie: siteCookie })).status, 401)
    const started = await startSite(service, site, { cookie: siteCookie })
    assert.equal((await checkSite(service, site, { cookie: started.cookie, headers: xhr })).status, 204)
    const answer = await openSite(service, await authorizeSite(service, started.location, browser), started)
    const renewed = readCookie(answer)
    service.clock.advance(299_000)
    assert.equal((await checkSite(service, site, { cookie: renewed })).status, 204)
    service.clock.advance(301_000)
    assert.equal((await checkSite(service, site, { cookie: renewed, headers: xhr })).status, 401)
  })

  test('the user must sign in again once their sign-in is older than the site allows', async () => {
    const { service, site, browser } = await signIn({ sessionSeconds: 600, sessionIdleSeconds: 600 })
    service.clock.advance(600_000)
    const { location } = await startSite(service, site)
    assert.match(await authorizeSite(service, location, browser), /\/apps\/demo\/sign-in\//)
  })

  test('a cookie is of no use at another host, for another site, or changed', async () => {
    const { service, site, siteCookie, browser } = await signIn()
    const other = await add()
    const statusAt = async (host: string, cookie: string) =>
      (await checkSite(service, { host }, { cookie, headers: xhr })).status
    assert.equal(await statusAt(other.host, siteCookie), 401)
    assert.equal(await statusAt(site.host, `${siteCookie.slice(0, -2)}AA`), 401)
    assert.equal(await statusAt(site.host, `${siteCookie}; ${siteCookie}`), 401)
    assert.equal(await statusAt(site.host, `__Host-thumbturn-site=${sealed(browser)}`), 401)
    assert.equal(await statusAt(site.host, `__Host-thumbturn-site=${'A'.repeat(5_000)}`), 401)
    await deleteSite(service.core, service.application, site.id)
    service.clock.advance(1_000)
    assert.equal(await statusAt(site.host, siteCookie), 403)
    await addSite(service, { host: site.host })
    service.clock.advance(1_000)
    assert.equal(await statusAt(site.host, siteCookie), 401)
  })

  test('a sign-in leads only to paths of the site', async () => {
    const service = running()
    const { browser } = await signUpInBrowser(service)
    const site = await add()
    const origin = `https://${site.host}`
    const targets: [string, string][] = [
      ['/a?b=c', `${origin}/a?b=c`],
      ['//evil.example/x', `${origin}//evil.example/x`],
      ['https://evil.example/', `${origin}/`],
      ['.evil.example/', `${origin}/`],
      ['@evil.example/', `${origin}/`],
      ['/a\r\nset-cookie: x=1', `${origin}/`],
      ['/.thumbturn/start?to=/', `${origin}/`],
      [`/${'a'.repeat(2_000)}`, `${origin}/`],
    ]
    for (const [to, expected] of targets) {
      const started = await openSite(service, `${origin}/.thumbturn/start?${new URLSearchParams({ to })}`)
      const callback = await authorizeSite(service, String(started.headers.location), browser)
      const answer = await openSite(service, callback, { cookie: readCookie(started) })
      assert.equal(answer.headers.location, expected, to)
      assert.equal(new URL(String(answer.headers.location)).host, site.host)
    }
  })

  test('a sign-in ends only in the browser that started it', async () => {
    const service = running()
    const [site, { browser }] = [await add(), await signUpInBrowser(service)]
    const mine = await startSite(service, site)
    const callback = await authorizeSite(service, mine.location, browser)
    const without = await openSite(service, callback)
    assert.deepEqual([without.status, without.headers['set-cookie']], [400, undefined])
    const other = await startSite(service, site, { uri: '/other' })
    const elsewhere = await openSite(service, callback, { cookie: other.cookie })
    assert.deepEqual([elsewhere.status, elsewhere.headers['set-cookie']], [303, undefined])
    assert.equal((await checkSite(service, site, { cookie: other.cookie })).status, 401)
    assert.equal((await openSite(service, callback, { cookie: mine.cookie })).status, 303)
  })

  test('several tabs can sign in at once, and the back button does no harm', async () => {
    const service = running()
    const [site, { browser }] = [await add(), await signUpInBrowser(service)]
    const first = await startSite(service, site, { uri: '/first' })
    const second = await startSite(service, site, { uri: '/second', cookie: first.cookie })
    const [one, two] = [
      await authorizeSite(service, first.location, browser),
      await authorizeSite(service, second.location, browser),
    ]
    const signedIn = await openSite(service, one, { cookie: second.cookie })
    const cookie = readCookie(signedIn)
    for (const [callback, page] of [
      [two, '/second'],
      [one, '/first'],
    ] as const) {
      const answer = await openSite(service, callback, { cookie })
      assert.deepEqual([answer.status, answer.headers.location], [303, `https://${site.host}${page}`])
      assert.equal(answer.headers['set-cookie'], undefined)
    }
    assert.equal((await checkSite(service, site, { cookie })).status, 204)
  })

  test('a code is spent once, and only at its site', async () => {
    const service = running()
    const [site, other, { browser }] = [await add(), await add(), await signUpInBrowser(service)]
    const started = await startSite(service, site)
    const callback = await authorizeSite(service, started.location, browser)
    const moved = callback.replace(site.host, other.host)
    const elsewhere = await startSite(service, other)
    assert.equal((await openSite(service, moved, { cookie: elsewhere.cookie })).status, 400)
    const answers = await Promise.all([1, 2, 3, 4].map(() => openSite(service, callback, { cookie: started.cookie })))
    assert.equal(answers.filter(({ headers }) => headers['set-cookie'] !== undefined).length, 1)
    const client = await addOpenidClient(service)
    const fresh = await startSite(service, site)
    const code = new URL(await authorizeSite(service, fresh.location, browser)).searchParams.get('code')!
    assert.equal((await send(service, 'token', { client, fields: exchangeOf(client, code) })).status, 400)
    const foreign = await requestCode(service, { client, browser })
    const address = `https://${site.host}/.thumbturn/callback?${new URLSearchParams({ code: foreign })}`
    assert.equal((await openSite(service, address, { cookie: fresh.cookie })).status, 400)
  })

  test('a sign-in that took too long can be tried again', async () => {
    const service = running()
    const [site, { browser }] = [await add(), await signUpInBrowser(service)]
    const started = await startSite(service, site)
    const callback = await authorizeSite(service, started.location, browser)
    service.clock.advance(61_000)
    const answer = await openSite(service, callback, { cookie: started.cookie })
    assert.equal(answer.status, 400)
    assert.match(answer.text, /href="\/\.thumbturn\/start">Try again/)
    assert.doesNotMatch(String(answer.headers['content-security-policy']), /unsafe/)
  })

  test('a site is no client that could get tokens, and its codes need its own callback', async () => {
    const service = running()
    const site = await add()
    const { browser } = await signUpInBrowser(service)
    const fields = { grant_type: 'authorization_code', client_id: `site:${site.id}`, code: 'x' }
    assert.equal((await send(service, 'token', { fields })).status, 401)
    const { location } = await startSite(service, site)
    const changed = new URL(location)
    changed.searchParams.set('redirect_uri', 'https://evil.example/callback')
    assert.equal((await open(service, changed.href, browser)).status, 400)
    changed.searchParams.set('redirect_uri', `https://${site.host}/.thumbturn/callback`)
    changed.searchParams.delete('code_challenge')
    assert.equal(readLocation(await open(service, changed.href, browser)).searchParams.get('error'), 'invalid_request')
  })

  test('a link on the site signs the user out at once; from elsewhere, the issuer asks first', async () => {
    const { service, site, siteCookie: cookie } = await signIn()
    const address = `https://${site.host}/.thumbturn/sign-out`
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin' },
      {},
    ]
    for (const headers of elsewhere) {
      const answer = await openSite(service, address, { cookie, headers })
      assert.equal(answer.headers.location, `${issuer}/openid/end-session`)
      assert.equal((await checkSite(service, site, { cookie })).status, 204)
    }
    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }
    const answer = await openSite(service, address, { cookie, headers })
    assert.equal(answer.headers.location, `${issuer}/signed-out/`)
    assert.match(String(answer.headers['set-cookie']), /^__Host-thumbturn-site=; Path=\/; Max-Age=0/)
    assert.equal((await checkSite(service, site, { cookie })).status, 401)
  })
})

eachEngine('protected sites on two nodes', (fresh) => {
  const nodes = useNodes(fresh, {}, { trustedProxies: [siteProxy] })

  test('the next request on the other node knows that the user signed out, and the next second that the site changed', async () => {
    const { near, far } = nodes()
    const site = await addSite(near, { host: 'two-nodes.example.com' })
    const user = await signUpInBrowser(near)
    near.clock.advance(1_000)
    const { cookie } = await signInToSite(near, site, user)
    assert.equal((await checkSite(far, site, { cookie })).status, 204)
    await changeSite(near.core, near.application, { id: site.id, rules: [{ path: '/docs/*', access: 'signedIn' }] })
    near.clock.advance(1_000)
    assert.equal((await checkSite(far, site, { cookie, uri: '/' })).status, 403)
    assert.equal((await checkSite(far, site, { cookie, uri: '/docs' })).status, 204)
    await signOutUser(near.core, { backend: toBackend(near), userId: user.userId })
    assert.equal((await checkSite(far, site, { cookie, uri: '/docs' })).status, 401)
  })

  test('a code that both nodes get at once signs in once', async () => {
    const { near, far } = nodes()
    const [site, user] = [await addSite(near, { host: 'race.example.com' }), await signUpInBrowser(near)]
    near.clock.advance(1_000)
    const started = await startSite(near, site)
    const callback = await authorizeSite(near, started.location, user.browser)
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => openSite(index % 2 ? near : far, callback, { cookie: started.cookie })),
    )
    assert.equal(answers.filter(({ headers }) => headers['set-cookie'] !== undefined).length, 1)
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303])
  })

  test('renewals at once on both nodes sign no one out', async () => {
    const { near, far } = nodes()
    const host = 'renewal.example.com'
    const [site, user] = [await addSite(near, { host, sessionIdleSeconds: 600 }), await signUpInBrowser(near)]
    near.clock.advance(1_000)
    const { cookie } = await signInToSite(near, site, user)
    near.clock.advance(400_000)
    const renewals = await Promise.all(
      [near, far, near, far].map(async (node) => {
        const started = await startSite(node, site, { cookie })
        return openSite(node, await authorizeSite(node, started.location, user.browser), started)
      }),
    )
    for (const renewal of renewals)
      assert.equal((await checkSite(far, site, { cookie: readCookie(renewal) })).status, 204)
  })
})
