import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminApi, type Route } from '@thumbturn/contract'
import { exampleCall } from '@thumbturn/service-harness/calls.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  admin,
  createAdminKey,
  fromDashboard,
  inviteWith,
  join,
  memberToken,
  newMember,
  openDashboard,
  own,
  owner,
} from '@thumbturn/service-harness/members.ts'
import { type Ask, startService, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, readCookie, signUpUser, type Tokens } from '@thumbturn/service-harness/situations.ts'

const noSession = { status: 401, msg: /no session/, msgCode: 'unauthorized' }
const noKey = { status: 401, msg: /needs an API key/, msgCode: 'unauthorized', reason: 'invalid_api_key' }
const csrf = { status: 403, msg: 'X-CSRF-Token must be the csrfToken of the session', msgCode: 'forbidden' }
const hour = 60 * 60_000

eachEngine('sessions of members', (fresh) => {
  const secret = Buffer.alloc(32, 3)
  const service = useService(fresh, { secret })
  const ask = (method: string, path: string, given: Ask) => service().ask(method, `${admin}${path}`, given)
  const signInWith = (token: string, headers: Record<string, string> = fromDashboard) =>
    ask('POST', '/session', { body: { token }, headers })

  test('the cookie of a session is out of reach of scripts, other sites, and connections without TLS', async (t) => {
    const { device } = await newMember(service())
    const local = await signInWith(await memberToken(service(), { device }))
    assert.match(
      String(local.headers['set-cookie']),
      /^thumbturn-dashboard-4300=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    )
    const { database, clock } = service()
    const secure = await startService({ databaseUrl: database.url, secret, clock, baseUrl: 'https://id.example.com' })
    t.after(() => secure.close())
    const token = await memberToken(secure, { device })
    const signedIn = await secure.post(`${admin}/session`, { token }, { headers: { origin: 'https://id.example.com' } })
    assert.match(
      String(signedIn.headers['set-cookie']),
      /^__Host-thumbturn=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    )
    const cookie = readCookie(signedIn)
    readBody(await secure.ask('GET', `${admin}/session`, { headers: { cookie } }))
    const bare = cookie.replace('__Host-', '')
    assertRejected(await secure.ask('GET', `${admin}/session`, { headers: { cookie: bare } }), noSession)
  })

  test('a session shows its member, their roles, and when it ends', async () => {
    const dashboard = await newMember(service())
    const at = service().clock.now()
    const { csrfToken, ...shown } = readBody<Record<string, unknown>>(await dashboard.ask('GET', '/session'))
    assert.deepEqual(shown, {
      member: dashboard.member,
      roles: [owner],
      confirmedAt: new Date(at).toISOString(),
      expiresAt: new Date(at + 7 * 24 * hour).toISOString(),
    })
    assert.equal(csrfToken, dashboard.csrfToken)
    const rows = JSON.stringify(await service().database.query('select * from member_sessions'))
    assert.ok(!rows.includes(dashboard.cookie.split('=')[1]!), 'only its hash is stored')
  })

  test('a session planted in the browser before the sign-in is not continued, and ends', async () => {
    const attacker = await newMember(service())
    const { device } = await newMember(service())
    const token = await memberToken(service(), { device })
    const answer = await signInWith(token, { ...fromDashboard, cookie: attacker.cookie })
    assert.notEqual(readCookie(answer), attacker.cookie)
    assertRejected(await attacker.ask('GET', '/session'), noSession)
  })

  test('an access token opens one session, within three minutes, and only from a passkey of a member', async () => {
    const { device } = await newMember(service())
    const invalid = { status: 401, msg: 'The token is not valid', msgCode: 'unauthorized' }
    const token = await memberToken(service(), { device })
    readBody(await signInWith(token))
    assertRejected(await signInWith(token), { ...invalid, msg: /already used/ })
    const late = await memberToken(service(), { device })
    service().clock.advance(182_000)
    assertRejected(await signInWith(late), { ...invalid, msg: /older than three minutes/ })

    const { jwtAccess } = await signUpUser(service())
    for (const wrong of [jwtAccess, 'x', `${token}x`]) assertRejected(await signInWith(wrong), invalid)
    const accepted = await ask('POST', '/invitations/accept', {
      body: { token: await inviteWith(service(), [owner]), username: 'granted' },
      headers: fromDashboard,
    })
    assertRejected(await signInWith(readBody<{ token: string }>(accepted).token), invalid)
  })

  test('of sixteen sign-ins with one access token, one succeeds', async () => {
    const { device } = await newMember(service())
    const token = await memberToken(service(), { device })
    const answers = await Promise.all(Array.from({ length: 16 }, () => signInWith(token)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(15).fill(401)])
  })

  test('a page of another origin can neither sign in nor use the session', async () => {
    const { device, cookie, csrfToken } = await newMember(service())
    const token = await memberToken(service(), { device })
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:4301' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[]
    for (const headers of foreign) {
      const signedIn = await signInWith(token, headers)
      assertRejected(signedIn, { status: 403, msg: /Only the installation's own pages/, msgCode: 'forbidden' })
      assert.equal(signedIn.headers['access-control-allow-origin'], undefined)
      const given = { cookie, 'x-csrf-token': csrfToken, ...headers }
      assertRejected(await ask('DELETE', '/session', { headers: given }), noSession)
      assertRejected(await ask('PUT', '/log-level', { headers: given, body: { level: 'silent' } }), noKey)
    }
    for (const headers of foreign.slice(0, 5))
      assertRejected(await ask('GET', '/applications', { headers: { cookie, ...headers } }), noKey)
    readBody(await ask('GET', '/applications', { headers: { cookie, 'sec-fetch-site': 'none' } }))
    assert.equal((await ask('OPTIONS', '/session', { headers: fromDashboard })).status, 405)
    readBody(await signInWith(token))
  })

  test("calls that change something need the session's own CSRF token", async () => {
    const dashboard = await newMember(service())
    const other = await newMember(service())
    const calls: [string, string, unknown?][] = [
      ['PUT', '/log-level', { level: 'silent' }],
      ['POST', '/applications/demo/api-keys', {}],
      ['PATCH', '/applications/demo', {}],
      ['POST', '/session/confirm', { token: 'x' }],
      ['DELETE', '/session'],
    ]
    for (const [method, path, body] of calls) {
      for (const wrong of [undefined, '', 'x', other.csrfToken, dashboard.csrfToken.slice(1)]) {
        const { cookie } = dashboard
        const headers = { cookie, ...fromDashboard, ...(wrong !== undefined && { 'x-csrf-token': wrong }) }
        assertRejected(await ask(method, path, { headers, body }), csrf)
      }
    }
    readBody(await dashboard.ask('PUT', '/log-level', { body: { level: 'silent' } }))
  })

  test('two session cookies, of which one can be planted, are none', async () => {
    const { cookie } = await newMember(service())
    const other = await newMember(service())
    const both = { cookie: `${other.cookie}; ${cookie}` }
    assertRejected(await ask('GET', '/session', { headers: both }), noSession)
    for (const text of ['', 'thumbturn-dashboard-4300=', 'thumbturn-dashboard-4300=x', `x${cookie}`])
      assertRejected(await ask('GET', '/session', { headers: { cookie: text } }), noSession)
    readBody(await ask('GET', '/session', { headers: { cookie: `a=b; ${cookie};c=d` } }))
  })

  test('a session ends after twelve hours without a call, and after seven days in any case', async () => {
    const idle = await newMember(service())
    service().clock.advance(12 * hour)
    assertRejected(await idle.ask('GET', '/session'), noSession)

    const busy = await newMember(service())
    for (let passed = 0; passed < 7 * 24; passed += 8) {
      readBody(await busy.ask('GET', '/session'))
      service().clock.advance(8 * hour)
    }
    assertRejected(await busy.ask('GET', '/session'), noSession)
  })

  test('a session is used without a write, except once a minute', async () => {
    const dashboard = await newMember(service())
    const readUse = async () =>
      (await service().core.store.members.listSessions(dashboard.member.id)).map(({ lastUsedAt }) => lastUsedAt)
    const before = await readUse()
    service().clock.advance(59_000)
    readBody(await dashboard.ask('GET', '/session'))
    assert.deepEqual(await readUse(), before)
    service().clock.advance(1_000)
    readBody(await dashboard.ask('GET', '/session'))
    assert.deepEqual(await readUse(), [service().clock.now()])
  })

  test('a session ends with sign-out, and when its member is signed out everywhere or loses the passkey', async () => {
    const signedOut = await newMember(service())
    const ended = await signedOut.ask('DELETE', '/session')
    assert.match(String(ended.headers['set-cookie']), /^thumbturn-dashboard-4300=; Path=\/; Max-Age=0;/)
    assert.equal(ended.status, 204)
    assertRejected(await signedOut.ask('GET', '/session'), noSession)

    const everywhere = await newMember(service())
    const user = { appId: 'thumbturn', userId: everywhere.member.id }
    assert.equal(await service().core.store.commit([{ signOutUser: user }]), undefined)
    assertRejected(await everywhere.ask('GET', '/session'), noSession)

    const inactive = await newMember(service())
    const { id: userId } = inactive.member
    await service().core.store.commit([
      { setUserStatus: { appId: 'thumbturn', userId, status: 'inactive', at: service().clock.now() } },
    ])
    assertRejected(await inactive.ask('GET', '/session'), noSession)

    const lost = await newMember(service())
    const token = await memberToken(service(), lost)
    const passkeys = readBody<{ id: string }[]>(await service().ask('GET', `${own}/passkeys`, { token }))
    readBody(await service().ask('DELETE', `${own}/passkeys/${passkeys[0]!.id}`, { token }), 204)
    assertRejected(await lost.ask('GET', '/session'), noSession)
  })

  test('five minutes after the last use of a passkey, a dangerous call requires another one', async () => {
    const dashboard = await newMember(service())
    const create = () => dashboard.ask('POST', '/applications/demo/api-keys', { body: {} })
    readBody(await create())
    service().clock.advance(5 * 60_000)
    const required = { status: 403, msg: /Confirm with a passkey/, msgCode: 'confirmation_required' }
    assertRejected(await create(), required)
    readBody(await dashboard.ask('GET', '/applications/demo/api-keys'))

    const confirm = (token: string) => dashboard.ask('POST', '/session/confirm', { body: { token } })
    const other = await newMember(service())
    assertRejected(await confirm(await memberToken(service(), other)), {
      status: 403,
      msg: 'The token belongs to another member',
      msgCode: 'forbidden',
    })
    assertRejected(await create(), required)
    const token = await memberToken(service(), dashboard)
    const { confirmedAt } = readBody<{ confirmedAt: string }>(await confirm(token))
    assert.equal(Date.parse(confirmedAt), service().clock.now())
    readBody(await create())
    assertRejected(await confirm(token), { status: 401, msg: /already used/, msgCode: 'unauthorized' })
  })

  /** The actions of an unattended dashboard, and why each is harmless. */
  const unconfirmed: Readonly<Record<string, string>> = {
    authenticatorBlock: 'blocks an authenticator model until it is unblocked',
    browserSessionEnd: 'ends a session, and the user can sign in again',
    connectorResume: 'sends what is waiting, to the receiver that was confirmed',
    connectorTest: 'sends a made-up event to the receiver that was confirmed',
    consentRevoke: 'takes access away, and the user can consent again',
    deadLettersReplay: 'sends to the receiver that was confirmed',
    memberPasskeyRename: 'changes a label',
    memberRename: 'changes a label',
    memberSessionEnd: 'ends a session',
    messageTemplateReset: 'restores the text of the service',
    messageTemplatePreview: 'changes nothing',
    messageTemplateTest: 'sends the text that was confirmed, ten times at most',
    savedFilterSave: 'changes what members look at',
    savedFilterDelete: 'changes what members look at',
    ssoProviderTest: 'changes nothing',
    userPasskeyRename: 'changes a label',
    userSignOut: 'ends sessions, and the user can sign in again',
  }

  test('five minutes after the last use of a passkey, every change of the administration API requires another one', async () => {
    const dashboard = await newMember(service())
    service().clock.advance(5 * 60_000)
    const routes = Object.entries<Route>(adminApi.routes).filter(
      ([, { method, access }]) => method !== 'GET' && access.kind === 'admin',
    )
    const admitted = new Set<string>()
    for (const [name, route] of routes) {
      const { method, path, ask: given } = exampleCall({ name, api: adminApi, route }, { id: 'demo' })
      const answer = await dashboard.ask(method, path.replace('//admin/v1', ''), given)
      const { msgCode } = (answer.body ?? {}) as { msgCode?: string }
      if (msgCode !== 'confirmation_required') admitted.add(name)
    }
    assert.deepEqual([...admitted].sort(), Object.keys(unconfirmed).sort())
  })

  test('an API key of the installation needs no session, no CSRF token, and no confirmation', async () => {
    const { text: token } = await createAdminKey(service())
    const { cookie } = await newMember(service())
    readBody(await ask('POST', '/applications/demo/api-keys', { body: {}, token }))
    readBody(await ask('POST', '/applications/demo/api-keys', { body: {}, token, headers: { cookie } }))
    assertRejected(await ask('GET', '/session', { token }), noSession)
    const wrong = { status: 401, msg: 'The API key is not valid', msgCode: 'unauthorized', reason: 'invalid_api_key' }
    assertRejected(await ask('GET', '/applications', { token: `${token}x`, headers: { cookie } }), wrong)
  })

  for (const [what, token] of Object.entries({
    'the password of a proxy': `Basic ${btoa('proxyuser:proxypass')}`,
    'the token of another system': 'Bearer eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJwcm94eSJ9.c2lnbmF0dXJl',
    'an opaque token': 'Bearer 2YotnFZFEjr1zCsicMWpAA',
    'a Kerberos ticket': 'Negotiate YIIFzgYGKwYBBQUCoIIFwjCCBb6g',
    'a digest': 'Digest username="proxyuser", realm="staff", nonce="1"',
    'a scheme alone': 'Basic',
    garbage: ', ="\\',
  }))
    test(`a session counts in spite of an Authorization header with ${what}, and is protected as without`, async () => {
      const dashboard = await newMember(service())
      const { cookie } = dashboard
      const path = '/applications/demo/api-keys'
      for (const read of ['/session', '/applications', '/members'])
        readBody(await dashboard.ask('GET', read, { token }))
      readBody(await dashboard.ask('POST', path, { body: {}, token }))
      assertRejected(await ask('POST', path, { body: {}, token, headers: { cookie, ...fromDashboard } }), csrf)
      const other = { 'sec-fetch-site': 'cross-site', 'x-csrf-token': dashboard.csrfToken }
      assert.equal((await ask('POST', path, { body: {}, token, headers: { cookie, ...other } })).status, 401)
      readBody(await dashboard.ask('DELETE', '/session', { token }), 204)
      assertRejected(await dashboard.ask('GET', '/applications', { token }), noSession)
      assert.equal((await ask('GET', '/applications', { token })).status, 401)
    })

  test('a user of the installation who is no member gets no session', async () => {
    const { answer, device } = await join(service(), await inviteWith(service(), [owner]))
    const { userId } = readBody<Tokens>(answer)
    await service().database.query(`delete from members where user_id = '${userId}'`)
    const rejected = { status: 403, msg: /not a member/, msgCode: 'forbidden' }
    assertRejected(await signInWith(await memberToken(service(), { device })), rejected)
    await assert.rejects(openDashboard(service(), await memberToken(service(), { device }), device))
  })
})
