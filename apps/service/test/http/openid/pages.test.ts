import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { completed, type MfaResult, withSettings } from '@thumbturn/service-harness/mfa.ts'
import {
  addOpenidClient,
  authorize,
  type Browser,
  readCookies,
  readPage,
  readRedirect,
  requestOf,
  signInAgain,
  signInToBrowser,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import { readBody, requestGrant, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { continueAsUser, decideConsent, describeRequest } from '../../../src/core/flows/authorization/pages.ts'
import { signOutBrowser } from '../../../src/core/flows/authorization/sign-in-browser.ts'
import type { Client } from '../../../src/core/model/authorization/client.ts'

const parametersOf = (location: string) => Object.fromEntries(new URL(location).searchParams)

const rejects = (code: string) => (error: unknown) => (error as { code?: string }).code === code

/** The flows that hosted pages call. */
anyEngine('requests on hosted pages', (fresh) => {
  const running = useService(fresh)

  async function ask(service: Service, { client, browser }: { client: Client; browser?: Browser }, change = {}) {
    const { page, request } = readPage(await authorize(service, { ...requestOf(client), ...change }, browser))
    return { page, call: { request, cookies: browser && readCookies(browser) } }
  }

  test('a page shows who asks, for what, and where the user returns to', async () => {
    const service = running()
    const [client, { browser, username }] = [
      await addOpenidClient(service, { consent: 'ask' }),
      await signUpInBrowser(service),
    ]
    const { page, call } = await ask(service, { client, browser }, { scope: 'openid email', ui_locales: 'de en' })
    assert.equal(page, 'consent')
    const shown = await describeRequest(service.core, service.application, call)
    assert.deepEqual(shown.access.scopes, [
      { name: 'openid', isNew: true },
      { name: 'email', isNew: true },
    ])
    assert.deepEqual(shown.returnsTo, { host: new URL(client.redirectUris[0]!).host, isLoopback: false })
    assert.deepEqual([shown.client.id, shown.user?.username, shown.step], [client.id, username, 'consent'])
    assert.deepEqual(shown.request.uiLocales, ['de', 'en'])
    const signedOut = await describeRequest(service.core, service.application, { ...call, cookies: undefined })
    assert.deepEqual([signedOut.user, signedOut.step], [undefined, 'signIn'])
  })

  test('consent is asked for once, for what is new, and again with prompt=consent', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service, { consent: 'ask' }), await signUpInBrowser(service)]
    const allow = async (change: object) => {
      const { page, call } = await ask(service, { client, browser }, change)
      assert.equal(page, 'consent')
      return decideConsent(service.core, service.application, { ...call, decision: 'allow' })
    }
    assert.ok(parametersOf((await allow({ scope: 'openid email' })).location).code)
    assert.ok(readRedirect(await authorize(service, requestOf(client), browser)).code)
    const { call } = await ask(service, { client, browser }, { scope: 'openid phone' })
    const { access } = await describeRequest(service.core, service.application, call)
    assert.deepEqual(
      access.scopes.map(({ isNew }) => isNew),
      [false, true],
    )
    await allow({ scope: 'openid phone' })
    const all = await authorize(service, { ...requestOf(client), scope: 'openid email phone' }, browser)
    assert.ok(readRedirect(all).code)
    await allow({ prompt: 'consent' })
  })

  const native = { type: 'native', authMethod: 'none', secrets: [], consent: 'skip' } as const
  const returns: readonly [change: Partial<Client>, isAsked: boolean][] = [
    [{ ...native, redirectUris: ['http://127.0.0.1/callback'] }, true],
    [{ ...native, redirectUris: ['http://localhost/callback'] }, true],
    [{ ...native, redirectUris: ['com.example.app:/callback'] }, true],
    [{ ...native, type: 'singlePage', redirectUris: ['http://localhost:3000/callback'] }, true],
    [{ ...native, redirectUris: ['https://app.example.com/callback'] }, false],
    [{ consent: 'skip', redirectUris: ['http://localhost:3000/callback'] }, false],
  ]

  for (const [change, isAsked] of returns)
    test(`a ${change.type ?? 'web'} client at ${change.redirectUris} ${isAsked ? 'asks each time' : 'can skip consent'}`, async () => {
      const service = running()
      const [client, { browser }] = [await addOpenidClient(service, change), await signUpInBrowser(service)]
      const request = () => authorize(service, requestOf(client), browser)
      if (!isAsked) return assert.ok(readRedirect(await request()).code)
      const { call } = await ask(service, { client, browser })
      await decideConsent(service.core, service.application, { ...call, decision: 'allow' })
      assert.equal(readPage(await request()).page, 'consent')
      const silent = await authorize(service, { ...requestOf(client), prompt: 'none' }, browser)
      assert.equal(readRedirect(silent).error, 'consent_required')
    })

  test('a denial returns access_denied with the state, and is not remembered', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service, { consent: 'ask' }), await signUpInBrowser(service)]
    const { call } = await ask(service, { client, browser })
    const { location } = await decideConsent(service.core, service.application, { ...call, decision: 'deny' })
    const { error, state, code } = parametersOf(location)
    assert.deepEqual([error, state, code], ['access_denied', 'a state', undefined])
    assert.equal((await ask(service, { client, browser })).page, 'consent')
  })

  test('with prompt=select_account, the user continues with the account or signs in with another one', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service), await signUpInBrowser(service)]
    const { page, call } = await ask(service, { client, browser }, { prompt: 'select_account' })
    assert.equal(page, 'select-account')
    const { location } = await continueAsUser(service.core, service.application, call)
    assert.ok(parametersOf(location).code)
    const { jwtAccess: token } = await signUpUser(service)
    const other = await signInToBrowser(service, { token, request: call.request, browser })
    assert.ok(parametersOf(other.location).code)
  })

  test('no decision counts without a session, or before the sign-in that the client asks for', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service), await signUpInBrowser(service)]
    const { call } = await ask(service, { client, browser }, { prompt: 'login' })
    const { core, application } = service
    for (const cookies of [undefined, { session: 'forged', binding: undefined }])
      for (const decide of [
        continueAsUser(core, application, { ...call, cookies }),
        decideConsent(core, application, { ...call, cookies, decision: 'allow' }),
      ])
        await assert.rejects(decide, rejects('unauthorized'))
    assert.equal((await decideConsent(core, application, { ...call, decision: 'allow' })).step, 'signIn')
    assert.equal((await continueAsUser(core, application, call)).step, 'signIn')
  })

  test('a request expires after half an hour, and ends when its client loses the redirect URI', async () => {
    const service = running()
    const { core, application } = service
    const [client, { browser }] = [await addOpenidClient(service, { consent: 'ask' }), await signUpInBrowser(service)]
    const { call } = await ask(service, { client, browser })
    await core.store.commit([{ changeClient: { ...client, redirectUris: [], version: client.version } }])
    await assert.rejects(describeRequest(core, application, call), rejects('bad_request'))
    const other = await ask(service, { client: await addOpenidClient(service, { consent: 'ask' }), browser })
    service.clock.advance(1_800_000)
    await assert.rejects(describeRequest(core, application, other.call), rejects('bad_request'))
  })

  test('the token of a sign-in begins one session, within three minutes, and no grant or older token does', async () => {
    const service = running()
    const { jwtAccess: token, username } = await signUpUser(service)
    await signInToBrowser(service, { token })
    await assert.rejects(signInToBrowser(service, { token }), rejects('unauthorized'))
    const grant = await requestGrant(service, username, ['reg:write'])
    await assert.rejects(signInToBrowser(service, { token: grant }), rejects('unauthorized'))
    const { jwtAccess: old } = await signUpUser(service)
    service.clock.advance(200_000)
    await assert.rejects(signInToBrowser(service, { token: old }), rejects('unauthorized'))
  })

  test('a token that was renewed is as old as its sign-in', async (t) => {
    const service = running()
    await withSettings(service, t, { refreshTokens: true })
    const { done } = await completed(service)
    await signInToBrowser(service, { token: done.accessToken })
    service.clock.advance(200_000)
    const renewed = await service.post('/mfa/refresh', { refreshToken: done.refreshToken })
    const { accessToken: token } = readBody<MfaResult>(renewed)
    await assert.rejects(signInToBrowser(service, { token }), rejects('unauthorized'))
  })

  test('each sign-in changes the key of the session, and that of another user ends it', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const isSignedIn = async (browser: Browser) =>
      'code' in readRedirect(await authorize(service, requestOf(client), browser))
    const { browser, device, username } = await signUpInBrowser(service)
    const again = await signInToBrowser(service, { token: await signInAgain(service, { device, username }), browser })
    assert.deepEqual([await isSignedIn(browser), await isSignedIn(again.browser)], [false, true])
    const { jwtAccess: token } = await signUpUser(service)
    const other = await signInToBrowser(service, { token, browser: again.browser })
    assert.deepEqual([await isSignedIn(again.browser), await isSignedIn(other.browser)], [false, true])
    await signOutBrowser(service.core, service.application, readCookies(other.browser))
    assert.equal(await isSignedIn(other.browser), false)
  })
})
