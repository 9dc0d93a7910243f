import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type IdentityProvider,
  startIdentityProvider,
  testClient,
} from '@thumbturn/service-harness/identity-provider.ts'
import {
  admin,
  type Dashboard,
  fromDashboard,
  join,
  memberToken,
  newMember,
  openDashboard,
} from '@thumbturn/service-harness/members.ts'
import { realClock, type Service, startService, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, type Tokens } from '@thumbturn/service-harness/situations.ts'
import {
  addProvider,
  askIn,
  type Browser,
  complete,
  cookieHeader,
  follow,
  newBrowser,
  redirectUri,
  signInAt,
} from '@thumbturn/service-harness/sso.ts'
import { inviteMember } from '../../../src/core/use-cases/members/invite.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const confirmation = { status: 403, msg: /Confirm with a passkey/, msgCode: 'confirmation_required' }
const viewer = { application: '*', role: 'viewer' } as const
const owner = { application: '*', role: 'owner' } as const

eachEngine('sessions by single sign-on', (fresh) => {
  const secret = Buffer.alloc(32, 7)
  const service = useService(fresh, { secret, clock: realClock() })
  let idp: IdentityProvider
  let main: Dashboard
  let logoutUri: string
  before(async () => {
    await service().server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = service().server.server.address() as AddressInfo
    logoutUri = `http://127.0.0.1:${port}/admin/v1/sso-providers/idp/back-channel-logout`
    idp = await startIdentityProvider({ redirectUris: ['idp', 'enforced'].map(redirectUri), logoutUri })
    main = await newMember(service())
    await addProvider(main, idp, { id: 'idp' })
  })
  after(() => idp.close())
  beforeEach(() => {
    idp.tampering = {}
    idp.subject = `user-${Math.random()}`
  })

  const isOpen = async (browser: Browser, node: Service = service()) =>
    (await askIn(node, browser, { method: 'GET', path: '/session' })).status === 200

  async function startInSession(browser: Browser, csrfToken: string, body: object) {
    const headers = { 'x-csrf-token': csrfToken }
    return askIn(service(), browser, { path: '/session/sso', body, headers })
  }

  async function finish(browser: Browser, url: string, provider = 'idp') {
    const parameters = (await follow(browser, url)).search.slice(1)
    return complete(service(), browser, { provider, parameters })
  }

  async function signInOwner() {
    const signedIn = await signInAt(service(), 'idp')
    const { member } = signedIn.session
    readBody(await main.ask('PATCH', `/members/${member.id}`, { body: { roles: [owner] } }))
    return signedIn
  }

  const invite = (browser: Browser, csrfToken: string) =>
    askIn(service(), browser, {
      path: '/invitations',
      body: { roles: [viewer] },
      headers: { 'x-csrf-token': csrfToken },
    })

  test('a dangerous call needs another authentication at the provider, after which it is allowed', async () => {
    const { browser, session } = await signInOwner()
    service().clock.advance(6 * 60_000)
    assertRejected(await invite(browser, session.csrfToken), confirmation)
    service().clock.advance(-6 * 60_000)
    const { url } = readBody<{ url: string }>(await startInSession(browser, session.csrfToken, { purpose: 'confirm' }))
    const asked = new URL(url).searchParams
    assert.deepEqual([asked.get('prompt'), asked.get('max_age')], ['login', '0'])
    readBody(await finish(browser, url))
    readBody(await invite(browser, session.csrfToken))
  })

  test('a confirmation needs a new authentication, of the same member, and auth_time', async () => {
    const { browser, session } = await signInOwner()
    const confirm = async (claims: object) => {
      const { url } = readBody<{ url: string }>(
        await startInSession(browser, session.csrfToken, { purpose: 'confirm' }),
      )
      idp.tampering = { claims: { ...claims } }
      const answer = await finish(browser, url)
      idp.tampering = {}
      return answer
    }
    const rejected = (msg: RegExp) => ({ status: 403, msg, msgCode: 'sso_rejected' })
    assertRejected(await confirm({ auth_time: undefined }), rejected(/lacks auth_time/))
    assertRejected(await confirm({ auth_time: Math.floor(Date.now() / 1000) - 600 }), rejected(/not asked/))
    const { subject } = idp
    idp.subject = `${subject}-2`
    browser.cookies.delete(idp.issuer)
    assertRejected(await confirm({}), rejected(/another member/))
    idp.subject = subject
    browser.cookies.delete(idp.issuer)
    assert.equal((await startInSession(browser, 'wrong', { purpose: 'confirm' })).status, 403)
    assert.equal((await main.ask('POST', '/session/sso', { body: { purpose: 'confirm' } })).status, 400)
  })

  test('a sign-in at a provider that does not say when the member authenticated is not a confirmation', async () => {
    idp.tampering = { claims: { auth_time: undefined } }
    const { browser, session } = await signInAt(service(), 'idp')
    idp.tampering = {}
    readBody(await main.ask('PATCH', `/members/${session.member.id}`, { body: { roles: [owner] } }))
    assertRejected(await invite(browser, session.csrfToken), confirmation)
  })

  test('an invited member is not taken over by an account with their email address', async () => {
    const { token } = await inviteMember(service().core, {
      roles: [viewer],
      email: 'grace@other.example',
      hours: 1,
      by: 'test',
    })
    const { answer, device } = await join(service(), token)
    const grace = await openDashboard(service(), readBody<Tokens>(answer).jwtAccess, device)
    idp.accounts.set(idp.subject, { email: 'grace@other.example', email_verified: true })
    const { session } = await signInAt(service(), 'idp')
    assert.notEqual(session.member.id, grace.member.id)
    assert.deepEqual(session.roles, [])
  })

  test('members of an enforced domain sign in at the provider, and owners keep their passkey', async () => {
    const inDomain = async (role: typeof viewer | typeof owner) => {
      const invitation = { roles: [role], email: `${role.role}@Corp.example`, hours: 1, by: 'test' }
      const { token } = await inviteMember(service().core, invitation)
      const { answer, device } = await join(service(), token)
      return openDashboard(service(), readBody<Tokens>(answer).jwtAccess, device)
    }
    const [member, boss] = [await inDomain(viewer), await inDomain(owner)]
    const signIn = async (dashboard: Dashboard) =>
      service().post(`${admin}/session`, { token: await memberToken(service(), dashboard) }, { headers: fromDashboard })
    readBody(await signIn(member))
    await addProvider(main, idp, { id: 'enforced', enforcedDomains: ['CORP.example'] })
    const required = {
      status: 403,
      msg: 'Members with your email address sign in with Provider enforced',
      msgCode: 'sso_required',
    }
    assertRejected(await signIn(member), required)
    readBody(await signIn(boss))
    readBody(await signIn(main))

    const byEmail = (email: string) => askIn(service(), newBrowser(), { path: '/sso/start', body: { email } })
    const { url } = readBody<{ url: string }>(await byEmail('anyone@corp.example'))
    assert.equal(new URL(url).searchParams.get('login_hint'), 'anyone@corp.example')
    assert.equal((await byEmail('viewer@elsewhere.example')).status, 404)
    const options = readBody<{ asksForEmail: boolean }>(
      await askIn(service(), newBrowser(), { method: 'GET', path: '/sso' }),
    )
    assert.equal(options.asksForEmail, true)

    readBody(await main.ask('DELETE', '/sso-providers/enforced'), 204)
    readBody(await signIn(member))
  })

  test('when the provider ends its session, those that began there end within a second on every node', async (t) => {
    const { database, clock } = service()
    const node = await startService({ databaseUrl: database.url, secret, clock })
    t.after(() => node.close())
    const { browser } = await signInAt(service(), 'idp')
    const second = newBrowser()
    await signInAt(service(), 'idp', second)
    assert.deepEqual([await isOpen(browser, node), await isOpen(second, node)], [true, true])
    // The clock stands still, so nothing expires that a node caches for a second.
    await endAtProvider(browser)
    assert.deepEqual(
      [await isOpen(browser), await isOpen(browser, node), await isOpen(second, node)],
      [false, false, true],
    )
  })

  /** Signs out on the pages of the provider, which then calls the service. */
  async function endAtProvider(browser: Browser) {
    const headers = { cookie: cookieHeader(browser, idp.issuer) }
    const page = await fetch(`${idp.issuer}/session/end`, { headers })
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? []
    const cookies = page.headers.getSetCookie().map((one) => one.split(';')[0])
    const ended = await fetch(`${idp.issuer}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
      headers: { cookie: [headers.cookie, ...cookies].join('; ') },
      redirect: 'manual',
    })
    assert.equal(ended.status, 303)
  }

  const logOut = (token: string) =>
    service().ask('POST', `${admin}/sso-providers/idp/back-channel-logout`, {
      body: `logout_token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  const logoutClaims = (claims: object) => {
    const iat = Math.floor(Date.now() / 1000)
    const id = String(Math.random())
    return {
      iss: idp.issuer,
      aud: testClient.clientId,
      iat,
      exp: iat + 60,
      jti: id,
      events: { [event]: {} },
      ...claims,
    }
  }

  test('a logout token with a subject alone ends every session of the member, once', async () => {
    const { browser } = await signInAt(service(), 'idp')
    const second = newBrowser()
    await signInAt(service(), 'idp', second)
    const token = await idp.sign(logoutClaims({ sub: idp.subject }))
    const answer = await logOut(token)
    readBody(answer)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.deepEqual([await isOpen(browser), await isOpen(second)], [false, false])
    await signInAt(service(), 'idp', browser)
    assertRejected(await logOut(token), { status: 400, msg: /already used/, msgCode: 'bad_request' })
    assert.equal(await isOpen(browser), true)
  })

  test('a sign-in and a logout by a provider count although the clock was set back behind the watermark', async (t) => {
    const { database, clock } = service()
    t.after(() => database.query('update watermarks set value = 0'))
    await service().core.store.spentSessions.raiseWatermark(clock.now() + 3_600_000)
    const { browser, parameters } = await signInAt(service(), 'idp')
    assert.notEqual((await complete(service(), browser, { provider: 'idp', parameters })).status, 200)
    const token = await idp.sign(logoutClaims({ sub: idp.subject }))
    readBody(await logOut(token))
    assert.equal(await isOpen(browser), false)
    assertRejected(await logOut(token), { status: 400, msg: /already used/, msgCode: 'bad_request' })
  })

  test('a token that is not a logout token of the provider for this client ends nothing', async () => {
    const { browser } = await signInAt(service(), 'idp')
    const sub = idp.subject
    const past = Math.floor(Date.now() / 1000) - 300
    for (const claims of [
      { sub, iss: 'https://evil.example' },
      { sub, aud: 'another' },
      { sub, nonce: 'an ID token' },
      { sub, events: undefined },
      { sub, events: {} },
      { sub, jti: undefined },
      { sub, iat: past, exp: past + 60 },
      {},
    ]) {
      const answer = await logOut(await idp.sign(JSON.parse(JSON.stringify(logoutClaims(claims)))))
      assertRejected(answer, { status: 400, msg: /not a valid logout token/, msgCode: 'bad_request' })
    }
    const [head, body] = (await idp.sign(logoutClaims({ sub }))).split('.')
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
    idp.tampering = { foreignKey: true }
    for (const token of ['x', `${unsigned}.${body}.`, `${head}.${body}.AAAA`, await idp.sign(logoutClaims({ sub }))])
      assert.equal((await logOut(token)).status, 400)
    assert.equal((await logOut('')).status, 400)
    assert.equal(await isOpen(browser), true)
  })

  test('a logout that is not a form with one token is explained', async () => {
    const path = `${admin}/sso-providers/idp/back-channel-logout`
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [body, msg] of [
      ['', '`logout_token` is required.'],
      ['token=x', '`logout_token` is required.'],
      ['logout_token=', '`logout_token` must have at least 1 character.'],
      ['logout_token=x&logout_token=y', '`logout_token` must be a string.'],
    ] as const)
      assertRejected(await service().post(path, body, { headers: form }), { status: 400, msg, msgCode: 'bad_request' })
    assertRejected(await service().post(path, { logout_token: 'x' }), {
      status: 415,
      msg: 'The body must be sent as application/x-www-form-urlencoded in UTF-8, without content encoding',
      msgCode: 'unsupported_media_type',
    })
  })

  test('sessions end with their provider, and its members keep their roles', async () => {
    await addProvider(main, idp, { id: 'enforced', roleClaim: 'groups', roleMappings: [{ ...viewer, value: 'staff' }] })
    idp.accounts.set(idp.subject, { groups: ['staff'] })
    const { browser, session } = await signInAt(service(), 'enforced')
    readBody(await main.ask('DELETE', '/sso-providers/enforced'), 204)
    assert.equal(await isOpen(browser), false)
    assert.deepEqual((await service().core.store.members.find(session.member.id))?.roles, [viewer])
  })

  test('an owner who has only single sign-on does not count as another owner', async () => {
    await signInOwner()
    const others = (await service().core.store.members.list()).filter(
      ({ userId, roles }) => userId !== main.member.id && roles[0]?.role === 'owner',
    )
    for (const { userId, username } of others)
      if (username === 'owner' || username.startsWith('user')) continue
      else readBody(await main.ask('DELETE', `/members/${userId}`), 204)
    const body = { roles: [viewer] }
    const answer = await main.ask('PATCH', `/members/${main.member.id}`, { body })
    assertRejected(answer, { status: 409, msg: /last owner/, msgCode: 'last_owner' })
  })

  test('only owners manage providers, the secret is never shown, and every change is audited', async () => {
    const pem = await newMember(service(), [{ application: '*', role: 'developer' }])
    assert.equal((await pem.ask('GET', '/sso-providers')).status, 403)
    const discoveryUrl = `${idp.issuer}/.well-known/openid-configuration`
    await addProvider(main, { issuer: discoveryUrl }, { id: 'audited' })
    const listed = await main.ask('GET', '/sso-providers')
    assert.doesNotMatch(listed.text, /clientSecret|a secret of/)
    const { providers } = readBody<{ providers: { id: string; discoveryUrl: string; redirectUri: string }[] }>(listed)
    const shown = providers.find(({ id }) => id === 'audited')!
    assert.deepEqual([shown.discoveryUrl, shown.redirectUri], [idp.issuer, redirectUri('audited')])
    const rows = await service().database.query('select * from sso_providers')
    assert.doesNotMatch(JSON.stringify(rows), /a secret of/)
    const again = { id: 'audited', name: 'x', discoveryUrl: idp.issuer, ...testClient }
    assert.equal((await main.ask('POST', '/sso-providers', { body: again })).status, 409)
    for (const invalid of [
      { discoveryUrl: 'javascript:alert(1)' },
      { discoveryUrl: 'https://user:pass@idp.example' },
      { discoveryUrl: 'https://idp.example/?a=b' },
      { roleMappings: [{ value: 'x', ...viewer }] },
      { roleClaim: 'groups', roleMappings: [{ value: 'x', application: 'nowhere', role: 'viewer' }] },
      { enforcedDomains: ['not a domain'] },
    ])
      assert.equal(
        (await main.ask('PATCH', '/sso-providers/audited', { body: invalid })).status,
        400,
        JSON.stringify(invalid),
      )
    readBody(await main.ask('PATCH', '/sso-providers/audited', { body: { name: 'Renamed', clientSecret: 'another' } }))
    readBody(await main.ask('DELETE', '/sso-providers/audited'), 204)
    assert.equal((await main.ask('DELETE', '/sso-providers/audited')).status, 404)
    const { entries } = readBody<{ entries: { action: string; target: string }[] }>(await main.ask('GET', '/audit'))
    const own = entries.filter(({ target }) => target === 'audited')
    assert.deepEqual(
      own.map(({ action }) => action),
      ['ssoProvider.deleted', 'ssoProvider.changed', 'ssoProvider.created'],
    )
    assert.doesNotMatch(JSON.stringify(own), /secret of|another/)
  })
})
