import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type IdentityProvider, startIdentityProvider } from '@thumbturn/service-harness/identity-provider.ts'
import { type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { realClock, stored, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import {
  addProvider,
  askIn,
  complete,
  newBrowser,
  redirectUri,
  signInAt,
  visitProvider,
} from '@thumbturn/service-harness/sso.ts'

const expired = { status: 400, msg: /start again/, msgCode: 'sso_expired' }
const rejectedFor = (reason: RegExp) => ({ status: 403, msg: reason, msgCode: 'sso_rejected' })

anyEngine('single sign-on', (fresh) => {
  const service = useService(fresh, { clock: realClock() })
  let [idp, other]: IdentityProvider[] = []
  let owner: Dashboard
  before(async () => {
    const redirectUris = ['main', 'other', 'mapped'].map(redirectUri)
    idp = await startIdentityProvider({ redirectUris })
    other = await startIdentityProvider({ redirectUris })
    owner = await newMember(service())
    await addProvider(owner, idp, { id: 'main' })
    await addProvider(owner, other, { id: 'other' })
  })
  after(() => Promise.all([idp?.close(), other?.close()]))
  beforeEach(() => {
    idp!.tampering = {}
    idp!.subject = `user-${Math.random()}`
    other!.subject = idp!.subject
  })

  test('a member whom the provider names for the first time is pending, and the same one the next time', async () => {
    idp!.accounts.set(idp!.subject, { email: `${idp!.subject}@example.com`, email_verified: true, name: 'Ada' })
    const { session } = await signInAt(service(), 'main')
    const { member, roles, provider } = session
    assert.deepEqual([member.name, member.email, roles], ['Ada', `${idp!.subject}@example.com`, []])
    assert.deepEqual(provider, { id: 'main', name: 'Provider main' })
    readBody(
      await owner.ask('PATCH', `/members/${member.id}`, { body: { roles: [{ application: 'demo', role: 'viewer' }] } }),
    )
    const again = await signInAt(service(), 'main')
    assert.deepEqual([again.session.member.id, again.session.roles.length], [member.id, 1])
    readBody(await askIn(service(), again.browser, { method: 'GET', path: '/applications/demo' }))
  })

  test('starting writes nothing', async () => {
    const before = await stored(service().database)
    readBody(await askIn(service(), newBrowser(), { path: '/sso/start', body: { provider: 'main' } }))
    assert.deepEqual(await stored(service().database), before)
  })

  test('an email address that the provider does not assert as verified does not count, unless it is trusted', async () => {
    idp!.accounts.set(idp!.subject, { email: 'boss@example.com', email_verified: false })
    const { session } = await signInAt(service(), 'main')
    assert.deepEqual([session.member.email, session.member.username], [undefined, idp!.subject])
    readBody(await owner.ask('PATCH', '/sso-providers/main', { body: { trustsEmails: true } }))
    idp!.subject = `${idp!.subject}-2`
    idp!.accounts.set(idp!.subject, { email: 'boss@example.com' })
    assert.equal((await signInAt(service(), 'main')).session.member.email, 'boss@example.com')
    readBody(await owner.ask('PATCH', '/sso-providers/main', { body: { trustsEmails: false } }))
  })

  const tampered = [
    ['of another issuer', { iss: 'https://evil.example' }, /its issuer is not/],
    ['for another client', { aud: 'another' }, /is for another client/],
    ['for several clients', { aud: ['thumbturn', 'another'], azp: 'another' }, /is for another client/],
    ['of another sign-in', { nonce: 'another' }, /\(nonce\)/],
    ['without a nonce', { nonce: undefined }, /\(nonce\)/],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }, /has expired/],
  ] as const
  for (const [what, claims, reason] of tampered)
    test(`an ID token ${what} is rejected`, async () => {
      idp!.tampering = { claims }
      const browser = newBrowser()
      const parameters = await visitProvider(service(), browser, 'main')
      assertRejected(await complete(service(), browser, { provider: 'main', parameters }), rejectedFor(reason))
    })

  test('an ID token that expired less than half a minute ago counts', async () => {
    idp!.tampering = { claims: { exp: Math.floor(Date.now() / 1000) - 10 } }
    await signInAt(service(), 'main')
  })

  test('an ID token with a foreign signature is rejected, and one with a rotated key counts at once', async () => {
    const browser = newBrowser()
    const parameters = await visitProvider(service(), browser, 'main')
    idp!.tampering = { foreignKey: true }
    const answer = await complete(service(), browser, { provider: 'main', parameters })
    assertRejected(answer, rejectedFor(/signature/))
    idp!.tampering = {}
    await signInAt(service(), 'main')
    await idp!.rotateKey()
    await signInAt(service(), 'main')
  })

  test('a response counts once, for ten minutes, and only in the browser that started', async () => {
    const { browser, parameters } = await signInAt(service(), 'main')
    const again = await complete(service(), browser, { provider: 'main', parameters })
    assert.ok([400, 403].includes(again.status), again.text)
    const mine = newBrowser()
    const response = await visitProvider(service(), mine, 'main')
    const another = newBrowser()
    await visitProvider(service(), another, 'main')
    for (const visitor of [newBrowser(), another])
      assertRejected(await complete(service(), visitor, { provider: 'main', parameters: response }), expired)
    for (const parameters of [`${response}&state=x`, response.replace(/state=[^&]*/, 'state=x'), 'code=x'])
      assertRejected(await complete(service(), mine, { provider: 'main', parameters }), expired)
    service().clock.advance(10 * 60_000)
    assertRejected(await complete(service(), mine, { provider: 'main', parameters: response }), expired)
    service().clock.advance(-10 * 60_000)
  })

  test('a response of one provider is never taken for that of another', async () => {
    const browser = newBrowser()
    const parameters = await visitProvider(service(), browser, 'other')
    assertRejected(await complete(service(), browser, { provider: 'main', parameters }), expired)
    const mixed = new URLSearchParams(parameters)
    mixed.set('iss', idp!.issuer)
    const answer = await complete(service(), browser, { provider: 'other', parameters: String(mixed) })
    assertRejected(answer, rejectedFor(/its issuer is not/))
  })

  test('what the provider reports is shown by its code alone', async () => {
    const browser = newBrowser()
    const started = readBody<{ url: string }>(
      await askIn(service(), browser, { path: '/sso/start', body: { provider: 'main' } }),
    )
    const state = new URL(started.url).searchParams.get('state')
    const parameters = `error=access_denied&error_description=<b>x</b>&state=${state}&iss=${encodeURIComponent(idp!.issuer)}`
    const answer = await complete(service(), browser, { provider: 'main', parameters })
    assertRejected(answer, rejectedFor(/it reported access_denied$/))
  })

  test('a mapping gives roles at every sign-in, takes them away, and leaves other applications alone', async () => {
    const roleMappings = [
      { value: 'staff', application: '*', role: 'viewer' },
      { value: 'admins', application: '*', role: 'developer' },
    ]
    await addProvider(owner, idp!, { id: 'mapped', roleClaim: 'groups', roleMappings })
    idp!.accounts.set(idp!.subject, { groups: ['staff', 'admins'] })
    const { session } = await signInAt(service(), 'mapped')
    assert.deepEqual(session.roles, [{ application: '*', role: 'developer' }])
    const roles = [...session.roles, { application: 'demo', role: 'viewer' }]
    readBody(await owner.ask('PATCH', `/members/${session.member.id}`, { body: { roles } }))
    idp!.accounts.set(idp!.subject, { groups: 'staff' })
    const lower = (await signInAt(service(), 'mapped')).session.roles
    assert.deepEqual(lower.find(({ application }) => application === '*')?.role, 'viewer')
    idp!.accounts.set(idp!.subject, {})
    assert.deepEqual((await signInAt(service(), 'mapped')).session.roles, [{ application: 'demo', role: 'viewer' }])
  })

  test('a deactivated member cannot sign in, and their session has ended', async () => {
    const { browser, session } = await signInAt(service(), 'main')
    const { id: userId } = session.member
    const change = { appId: 'thumbturn', userId, status: 'inactive', at: service().clock.now() } as const
    assert.equal(await service().core.store.commit([{ setUserStatus: change }]), undefined)
    assert.equal((await askIn(service(), browser, { method: 'GET', path: '/session' })).status, 401)
    const parameters = await visitProvider(service(), browser, 'main')
    const answer = await complete(service(), browser, { provider: 'main', parameters })
    assertRejected(answer, { status: 403, msg: /deactivated/, msgCode: 'forbidden' })
  })

  test('the redirect URI is that of the installation, whatever host and fields a call names', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const answer = await askIn(service(), newBrowser(), { path: '/sso/start', body: { provider: 'main' }, headers })
    const { url } = readBody<{ url: string }>(answer)
    assert.equal(new URL(url).searchParams.get('redirect_uri'), redirectUri('main'))
    for (const extra of [{ returnTo: '//evil.example' }, { redirectUri: 'https://evil.example' }]) {
      const body = { provider: 'main', ...extra }
      assert.equal((await askIn(service(), newBrowser(), { path: '/sso/start', body })).status, 400)
    }
    for (const provider of ['../main', 'https://evil.example', 'main/', 'Main'])
      assert.equal((await askIn(service(), newBrowser(), { path: '/sso/start', body: { provider } })).status, 400)
  })

  test('a page of another origin can neither start nor complete a sign-in', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const [path, body] of [
      ['/sso/start', { provider: 'main' }],
      ['/sso/complete', { provider: 'main', response: 'code=x&state=x' }],
    ] as const)
      assert.equal((await askIn(service(), newBrowser(), { path, body, headers })).status, 403)
  })
})
