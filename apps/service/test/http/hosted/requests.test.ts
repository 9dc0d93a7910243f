import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addOpenidClient,
  authorize,
  readPage,
  requestOf,
  signInAgain,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { origin, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { callFromPage, readCookie } from './hosted-browser.ts'

type PageContent = Record<string, unknown> & { application: Record<string, unknown> }
type Next = { step: string; location: string }

const notSignedIn = { status: 401, msgCode: 'unauthorized', msg: 'No user is signed in in this browser' }
const expired = { status: 400, msgCode: 'bad_request', msg: 'The sign-in has expired: start it again' }

anyEngine('the calls of hosted pages', (fresh) => {
  const running = useService(fresh)

  const show = async (path = '/request', browser?: { cookie: string }) =>
    readBody<PageContent>(await callFromPage(running(), ['GET', path], browser))

  test('a page without a request shows the application, and who is signed in', async () => {
    const { browser, username } = await signUpInBrowser(running())
    const { application, ...visitor } = await show()
    assert.deepEqual(visitor, { step: 'signIn' })
    assert.deepEqual(
      [application.id, application.name, application.canSignUp, application.canDelete, application.problems],
      ['demo', 'Demo', true, false, []],
    )
    const { application: _, ...user } = await show('/request', browser)
    assert.deepEqual(user, { step: 'done', account: { username } })
  })

  test('a page with a request shows the program, its scopes, and where the user returns to', async () => {
    const service = running()
    const client = await addOpenidClient(service, { consent: 'ask', logoUrl: 'https://app.example/logo.svg' })
    const { request } = readPage(await authorize(service, { ...requestOf(client), ui_locales: 'de en' }))
    const { application: _, ...shown } = await show(`/request?request=${request}`)
    assert.deepEqual(shown, {
      step: 'signIn',
      client: { name: client.name, logoUrl: 'https://app.example/logo.svg' },
      returnsTo: { host: new URL(client.redirectUris[0]!).host, isLoopback: false },
      scopes: [{ name: 'openid', isNew: true }],
      uiLocales: ['de', 'en'],
    })
  })

  test('a sign-in sets a cookie that scripts can’t read, allows a program, and returns to it with a code', async () => {
    const service = running()
    const [client, user] = [await addOpenidClient(service, { consent: 'ask' }), await signUpUser(service)]
    const { request } = readPage(await authorize(service, requestOf(client)))
    const signedIn = await callFromPage(service, ['POST', '/session', { token: user.jwtAccess, request }])
    assert.match(
      String(signedIn.headers['set-cookie']),
      /^thumbturn-demo-4300=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    const { step, location } = readBody<Next>(signedIn)
    assert.equal(step, 'consent')
    const asked = new URL(location).searchParams.get('request')
    const decision = ['POST', '/consent', { request: asked, decision: 'allow' }] as const
    const decided = readBody<Next>(await callFromPage(service, decision, readCookie(signedIn)))
    assert.equal(decided.step, 'done')
    assert.ok(new URL(decided.location).searchParams.get('code'))
  })

  test('a user who denies returns with access_denied', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service, { consent: 'ask' }), await signUpInBrowser(service)]
    const { request } = readPage(await authorize(service, requestOf(client), browser))
    const decided = await callFromPage(service, ['POST', '/consent', { request, decision: 'deny' }], browser)
    assert.equal(new URL(readBody<Next>(decided).location).searchParams.get('error'), 'access_denied')
  })

  test('a user continues with the account of the browser', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service), await signUpInBrowser(service)]
    const { page, request } = readPage(
      await authorize(service, { ...requestOf(client), prompt: 'select_account' }, browser),
    )
    assert.equal(page, 'select-account')
    const next = readBody<Next>(await callFromPage(service, ['POST', '/continue', { request }], browser))
    assert.ok(new URL(next.location).searchParams.get('code'))
  })

  test('a token begins one session, and a session that was ended is none', async () => {
    const service = running()
    const user = await signUpUser(service)
    const token = await signInAgain(service, user)
    const begin = () => callFromPage(service, ['POST', '/session', { token }])
    const browser = readCookie(await begin())
    assertRejected(await begin(), {
      status: 401,
      msgCode: 'unauthorized',
      msg: 'The token was already used: sign in again',
    })
    const ended = await callFromPage(service, ['DELETE', '/session', {}], browser)
    assert.equal(ended.status, 204)
    assert.match(String(ended.headers['set-cookie']), /^thumbturn-demo-4300=; Path=\/; Max-Age=0;/)
    assert.equal((await show('/request', browser)).step, 'signIn')
  })

  test('without a session, nothing can be decided, continued, or seen', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const { request } = readPage(await authorize(service, requestOf(client)))
    for (const call of [
      ['POST', '/consent', { request, decision: 'allow' }],
      ['POST', '/continue', { request }],
      ['GET', '/account'],
      ['DELETE', '/account/programs/grafana', {}],
      ['DELETE', '/account/sessions/1', {}],
      ['POST', '/account/export', { token: 'a' }],
    ] as const)
      assertRejected(await callFromPage(service, call), notSignedIn)
  })

  test('a request that was changed, or is another application’s, has expired', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service), await signUpInBrowser(service)]
    const { request } = readPage(await authorize(service, requestOf(client)))
    const changed = `${request.slice(0, -4)}AAAA`
    for (const sealed of [changed, browser.cookie.split('=')[1]!.slice(0, 40)]) {
      assertRejected(await callFromPage(service, ['GET', `/request?request=${sealed}`], browser), expired)
      assertRejected(await callFromPage(service, ['POST', '/continue', { request: sealed }], browser), expired)
    }
  })

  test('only pages at the application’s own address can call, and only with JSON', async () => {
    const service = running()
    const { browser } = await signUpInBrowser(service)
    const cookie = browser.cookie
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example', cookie },
      { 'sec-fetch-site': 'cross-site', cookie },
      { 'sec-fetch-site': 'same-site', cookie },
      { 'sec-fetch-site': 'none', cookie },
    ]
    for (const headers of foreign)
      for (const [method, path, body] of [
        ['DELETE', '/session', {}],
        ['POST', '/continue', { request: 'a'.repeat(40) }],
      ] as const) {
        const { status, headers: sent } = await service.ask(method, `//apps/demo/openid/pages${path}`, {
          headers,
          body,
        })
        assert.equal(status, 403)
        assert.equal(sent['access-control-allow-origin'], undefined)
      }
    const form = { origin, cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await service.ask('POST', '//apps/demo/openid/pages/continue', { headers: form, body: { a: 'b' } })
    assert.equal(posted.status, 415)
    assert.equal((await show('/request', browser)).step, 'done')
  })

  test('members have no hosted pages: they sign in to the dashboard', async () => {
    const answer = await running().ask('GET', '//apps/thumbturn/openid/pages/request')
    assert.equal(answer.status, 404)
  })

  test('the brand and the choices of an application reach its pages, and what keeps passkeys from working', async () => {
    const { core, application } = running()
    const settings = {
      accentColor: '#123456',
      hostedDeletion: true,
      hostedSignUp: false,
      crossAuthMethods: ['otp:email'] as const,
    }
    const { settings: before, origins } = application
    await changeApplication(core, { id: 'demo' }, { settings, origins: ['http://localhost:9999'] })
    const shown = (await show()).application
    assert.deepEqual(
      [shown.accentColor, shown.canDelete, shown.canSignUp, shown.codes, shown.logoUrl],
      ['#123456', true, false, ['otp:email'], undefined],
    )
    assert.match(String((shown.problems as string[])[0]), /localhost:4300, where the hosted pages are, is not among/)
    await changeApplication(core, { id: 'demo' }, { settings: before, origins })
  })
})
