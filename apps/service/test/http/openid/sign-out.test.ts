import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addPublicClient,
  authorize,
  type Browser,
  issuer,
  open,
  readLocation,
  readRedirect,
  requestOf,
  send,
  signInToBrowser,
  signInToClient,
} from '@thumbturn/service-harness/openid.ts'
import { type Answer, type Service, useService } from '@thumbturn/service-harness/service.ts'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import type { Client } from '../../../src/core/model/authorization/client.ts'
import { callFromPage, readCookie } from '../hosted/hosted-browser.ts'

const returnUri = 'https://rp.example.com/signed-out?from=thumbturn'

anyEngine('sign-out for clients', (fresh) => {
  const running = useService(fresh)

  const addClient = (service: Service, changes: Partial<Client> = {}) =>
    addPublicClient(service, { postLogoutRedirectUris: [returnUri], ...changes })

  const endSession = (service: Service, parameters: Record<string, string>, browser?: Browser) =>
    open(service, `${issuer}/openid/end-session?${new URLSearchParams(parameters)}`, browser)

  const isSignedIn = async (service: Service, client: Client, browser: Browser) =>
    'code' in readRedirect(await authorize(service, { ...requestOf(client), prompt: 'none' }, browser))

  const assertAsks = (answer: Answer) => assert.match(readLocation(answer).pathname, /\/sign-out\/$/)

  for (const subjectType of ['public', 'pairwise'] as const)
    test(`the ID token of a session ends it at once, expired or not (${subjectType} subject)`, async () => {
      const service = running()
      const client = await addClient(service, { subjectType })
      const { browser, tokens } = await signInToClient(service, client)
      service.clock.advance(3_600_000)
      const answer = await endSession(
        service,
        { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnUri, state: 'a state' },
        browser,
      )
      assert.equal(readLocation(answer).href, `${returnUri}&state=a+state`)
      assert.match(
        String(answer.headers['set-cookie']),
        /^thumbturn-demo-4300=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/,
      )
      assert.equal(await isSignedIn(service, client, browser), false)
    })

  test('an ID token alone leads to the page of the application', async () => {
    const service = running()
    const { browser, tokens } = await signInToClient(service, await addClient(service))
    const answer = await endSession(service, { id_token_hint: tokens.id_token }, browser)
    assert.equal(readLocation(answer).href, `${issuer}/signed-out/`)
  })

  test('a client ID alone, or nothing, asks the user, who signs out with one button', async () => {
    const service = running()
    const client = await addClient(service)
    for (const [parameters, location] of [
      [{ client_id: client.id, post_logout_redirect_uri: returnUri, state: 's' }, `${returnUri}&state=s`],
      [{}, `${issuer}/signed-out/`],
    ] as [Record<string, string>, string][]) {
      const { browser } = await signInToClient(service, client)
      const asked = await endSession(service, parameters, browser)
      assertAsks(asked)
      assert.equal(await isSignedIn(service, client, browser), true)
      const request = readLocation(asked).searchParams.get('sign_out')!
      const foreign = { cookie: browser.cookie, origin: 'https://evil.example' }
      const path = '//apps/demo/openid/pages/sign-out'
      assert.equal((await service.ask('POST', path, { body: { request }, headers: foreign })).status, 403)
      assert.equal(await isSignedIn(service, client, browser), true)
      const confirmed = await callFromPage(service, ['POST', '/sign-out', { request }], browser)
      assert.deepEqual([confirmed.status, confirmed.body], [200, { location }])
      assert.equal(readCookie(confirmed).cookie, 'thumbturn-demo-4300=')
      assert.equal(await isSignedIn(service, client, browser), false)
      const again = await callFromPage(service, ['POST', '/sign-out', { request }], browser)
      assert.deepEqual(again.body, { location })
    }
  })

  test('the ID token of another user, session, or application does not sign the user out without asking', async () => {
    const service = running()
    const client = await addClient(service)
    const { browser, tokens } = await signInToClient(service, client)
    const other = await signInToClient(service, client)
    assertAsks(await endSession(service, { id_token_hint: other.tokens.id_token }, browser))
    for (const hint of ['forged', tokens.access_token, `${tokens.id_token}A`])
      assertAsks(await endSession(service, { id_token_hint: hint }, browser))
    const { jwtAccess: token } = await signUpUser(service)
    const next = await signInToBrowser(service, { token, browser })
    assertAsks(await endSession(service, { id_token_hint: tokens.id_token }, next.browser))
  })

  test('without a session, the browser returns at once', async () => {
    const service = running()
    const client = await addClient(service)
    const parameters = { client_id: client.id, post_logout_redirect_uri: returnUri }
    assert.equal(readLocation(await endSession(service, parameters)).href, returnUri)
  })

  test('a posted request continues where the browser sends its cookie', async () => {
    const service = running()
    const client = await addClient(service)
    const { browser, tokens } = await signInToClient(service, client)
    const fields = { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnUri }
    const { href } = readLocation(await send(service, 'end-session', { fields }))
    assert.doesNotMatch(href, new RegExp(tokens.id_token))
    assert.equal(readLocation(await open(service, href, browser)).href, returnUri)
    assert.equal(await isSignedIn(service, client, browser), false)
  })

  test('a posted request that is too long for an address leads nowhere', async () => {
    const service = running()
    const fields = { id_token_hint: '"'.repeat(8_192), state: 'x' }
    const { status, headers } = await send(service, 'end-session', { fields })
    assert.deepEqual([status, headers.location], [400, undefined])
  })

  for (const [what, change] of [
    ['an unregistered address', { post_logout_redirect_uri: 'https://evil.example/' }],
    ['a longer address', { post_logout_redirect_uri: `${returnUri}&x=1` }],
    ['an address in another case', { post_logout_redirect_uri: returnUri.replace('rp', 'RP') }],
    ['an address without a client', { client_id: '' }],
    ['an unknown client', { client_id: 'nothing' }],
  ] as const)
    test(`${what} leads nowhere, and the user stays signed in`, async () => {
      const service = running()
      const client = await addClient(service)
      const { browser } = await signInToClient(service, client)
      const parameters = { client_id: client.id, post_logout_redirect_uri: returnUri, ...change }
      const { status, headers, text } = await endSession(service, parameters, browser)
      assert.deepEqual([status, headers.location], [400, undefined])
      assert.doesNotMatch(text, /evil/)
      assert.equal(await isSignedIn(service, client, browser), true)
    })

  test('the client ID must be that of the ID token, and a sealed request expires', async () => {
    const service = running()
    const [client, other] = [await addClient(service), await addClient(service)]
    const { browser, tokens } = await signInToClient(service, client)
    const hint = { id_token_hint: tokens.id_token, client_id: other.id }
    assert.equal((await endSession(service, hint, browser)).status, 400)
    const { searchParams } = readLocation(await endSession(service, {}, browser))
    service.clock.advance(1_800_000)
    for (const request of [searchParams.get('sign_out')!, 'a'.repeat(60)])
      assert.equal((await callFromPage(service, ['POST', '/sign-out', { request }], browser)).status, 400)
  })
})

anyEngine('id_token_hint of authorization requests', (fresh) => {
  const running = useService(fresh)

  test('only the user whom it names can sign in', async () => {
    const service = running()
    const client = await addPublicClient(service)
    const { browser, tokens } = await signInToClient(service, client)
    const other = await signInToClient(service, client)
    const ask = async (hint: string, change = {}) =>
      readRedirect(
        await authorize(service, { ...requestOf(client), prompt: 'none', id_token_hint: hint, ...change }, browser),
      )
    service.clock.advance(3_600_000)
    assert.ok((await ask(tokens.id_token)).code)
    assert.equal((await ask(other.tokens.id_token)).error, 'login_required')
    for (const hint of ['forged', tokens.access_token]) assert.equal((await ask(hint)).error, 'invalid_request')
    const { tokens: foreign } = await signInToClient(service, await addPublicClient(service))
    assert.equal((await ask(foreign.id_token)).error, 'invalid_request')
    const claims = JSON.stringify({ id_token: { sub: { value: other.userId } } })
    assert.equal((await ask(tokens.id_token, { claims })).error, 'invalid_request')
  })
})
