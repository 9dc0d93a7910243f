import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type IdentityProvider, startIdentityProvider } from '@thumbturn/service-harness/identity-provider.ts'
import { type Dashboard, join, newMember, openDashboard, owner } from '@thumbturn/service-harness/members.ts'
import { newDirectory } from '@thumbturn/service-harness/scim.ts'
import { realClock, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, type Tokens } from '@thumbturn/service-harness/situations.ts'
import {
  addProvider,
  askIn,
  type Browser,
  complete,
  follow,
  newBrowser,
  redirectUri,
  signInAt,
  visitProvider,
} from '@thumbturn/service-harness/sso.ts'
import { inviteMember } from '../../../src/core/use-cases/members/invite.ts'
import { recoverMember, requireMember } from '../../../src/core/use-cases/members/manage.ts'
import { deleteUser } from '../../../src/core/use-cases/users/manage.ts'

const viewer = { application: '*', role: 'viewer' } as const
const removed = {
  status: 403,
  msg: 'The member of this account was removed: ask an owner of the installation to invite you',
  msgCode: 'forbidden',
}
const unknownLink = { status: 404, msg: /no such link/, msgCode: 'not_found' }

type Link = {
  id: string
  provider: { id: string; name: string }
  subject: string
  email?: string
  emailVerified: boolean
  groupsOmitted: boolean
  createdAt: string
  lastUsedAt?: string
}

eachEngine('a link to an account of a provider', (fresh) => {
  const service = useService(fresh, { clock: realClock() })
  let idp: IdentityProvider
  let moved: IdentityProvider
  let main: Dashboard
  before(async () => {
    const redirectUris = ['idp', 'mapped', 'moving'].map(redirectUri)
    idp = await startIdentityProvider({ redirectUris })
    moved = await startIdentityProvider({ redirectUris })
    main = await newMember(service())
    await addProvider(main, idp, { id: 'idp' })
    const roleMappings = [{ ...owner, value: 'owners' }]
    await addProvider(main, idp, { id: 'mapped', roleClaim: 'groups', roleMappings })
  })
  after(() => Promise.all([idp?.close(), moved?.close()]))
  beforeEach(() => {
    idp.tampering = {}
    idp.subject = `user-${Math.random()}`
  })

  const listLinks = async (dashboard: Dashboard, id = dashboard.member.id) =>
    readBody<{ links: Link[] }>(await dashboard.ask('GET', `/members/${id}/links`)).links

  const isOpen = async (browser: Browser) =>
    (await askIn(service(), browser, { method: 'GET', path: '/session' })).status === 200

  function openIn({ cookie }: Dashboard): Browser {
    const browser = newBrowser()
    const [name = '', value = ''] = cookie.split('=')
    browser.cookies.set('http://localhost:4300', new Map([[name, value]]))
    return browser
  }

  /** Comes back from the provider with an account to be linked to the member; nothing is linked yet. */
  async function startLink(dashboard: Dashboard, provider = 'idp') {
    const browser = openIn(dashboard)
    const headers = { 'x-csrf-token': dashboard.csrfToken }
    const body = { purpose: 'link', provider }
    const { url } = readBody<{ url: string }>(await askIn(service(), browser, { path: '/session/sso', body, headers }))
    const parameters = (await follow(browser, url)).search.slice(1)
    return () => complete(service(), browser, { provider, parameters })
  }

  const link = async (dashboard: Dashboard, provider?: string) => (await startLink(dashboard, provider))()

  async function startSignIn(provider: string) {
    const browser = newBrowser()
    const parameters = await visitProvider(service(), browser, provider)
    return () => complete(service(), browser, { provider, parameters })
  }

  const signIn = async (provider: string) => (await startSignIn(provider))()

  test('is shown to the member and to owners, with what the provider says about the account', async () => {
    const ada = await newMember(service(), [viewer])
    assert.deepEqual(await listLinks(ada), [])
    idp.accounts.set(idp.subject, { email: 'Ada@Example.com', email_verified: true })
    readBody(await link(ada))
    const [shown] = await listLinks(ada)
    const { id, createdAt, lastUsedAt, ...rest } = shown!
    const provider = { id: 'idp', name: 'Provider idp' }
    const asserted = { email: 'ada@example.com', emailVerified: true, groupsOmitted: false }
    assert.deepEqual(rest, { provider, subject: idp.subject, ...asserted })
    assert.deepEqual(await listLinks(main, ada.member.id), [shown])
    const { members } = readBody<{ members: { id: string; links: Link[] }[] }>(await main.ask('GET', '/members'))
    assert.deepEqual(members.find((one) => one.id === ada.member.id)?.links, [shown])
    service().clock.advance(60_000)
    idp.accounts.set(idp.subject, { email: 'new@example.com' })
    await signInAt(service(), 'idp')
    const [used] = await listLinks(ada)
    assert.deepEqual([used?.id, used?.email, used?.emailVerified], [id, 'new@example.com', false])
    assert.ok(used!.lastUsedAt! > lastUsedAt! && used!.createdAt === createdAt)
  })

  test('is neither shown to other members nor removed by them', async () => {
    const [ada, eve] = [await newMember(service(), [viewer]), await newMember(service(), [viewer])]
    readBody(await link(ada))
    const [{ id } = { id: '' }] = await listLinks(ada)
    const path = `/members/${ada.member.id}/links`
    assert.equal((await eve.ask('GET', path)).status, 404)
    assert.equal((await eve.ask('DELETE', `${path}/${id}`)).status, 404)
    assertRejected(await eve.ask('DELETE', `/members/${eve.member.id}/links/${id}`), unknownLink)
    assert.equal((await service().ask('GET', `//admin/v1${path}`)).status, 401)
    assert.equal((await listLinks(ada)).length, 1)
  })

  for (const by of ['the member', 'an owner'])
    test(`that ${by} removed opens nothing more, and ends its sessions`, async () => {
      const ada = await newMember(service(), [viewer])
      readBody(await link(ada))
      const { browser, session } = await signInAt(service(), 'idp')
      assert.equal(session.member.id, ada.member.id)
      const pendingSignIn = await startSignIn('idp')
      const [{ id } = { id: '' }] = await listLinks(ada)
      const dashboard = by === 'an owner' ? main : ada
      const path = `/members/${ada.member.id}/links/${id}`
      readBody(await dashboard.ask('DELETE', path), 204)
      assertRejected(await dashboard.ask('DELETE', path), unknownLink)
      assert.deepEqual([await isOpen(browser), await isOpen(openIn(ada))], [false, true])
      assert.deepEqual(await listLinks(ada), [])
      const other = readBody<{ member: { id: string }; roles: object[] }>(await pendingSignIn())
      assert.notEqual(other.member.id, ada.member.id)
      assert.deepEqual(other.roles, [])
    })

  test('is added and removed only after a confirmation', async () => {
    const ada = await newMember(service(), [viewer])
    readBody(await link(ada))
    const [{ id } = { id: '' }] = await listLinks(ada)
    service().clock.advance(6 * 60_000)
    const answer = await ada.ask('DELETE', `/members/${ada.member.id}/links/${id}`)
    const required = { status: 403, msg: /Confirm with a passkey/, msgCode: 'confirmation_required' }
    assertRejected(answer, required)
    const headers = { 'x-csrf-token': ada.csrfToken }
    const body = { purpose: 'link', provider: 'idp' }
    assertRejected(await askIn(service(), openIn(ada), { path: '/session/sso', body, headers }), required)
    service().clock.advance(-6 * 60_000)
  })

  test('that is removed at the moment of a sign-in opens no session', async () => {
    const ada = await newMember(service(), [viewer])
    readBody(await link(ada))
    for (let round = 0; round < 8; round++) {
      const [{ id } = { id: '' }] = await listLinks(ada)
      const attempt = await startSignIn('idp')
      await Promise.all([attempt(), ada.ask('DELETE', `/members/${ada.member.id}/links/${id}`)])
      const sessions = await service().core.store.members.listSessions(ada.member.id)
      assert.deepEqual(
        sessions.filter(({ providerId }) => providerId !== undefined),
        [],
      )
      idp.subject = `user-${Math.random()}`
      readBody(await link(ada))
    }
  })

  test('does not survive the recovery of the member, nor do invitations, and none is added at the same time', async () => {
    const victim = await newMember(service(), [owner])
    readBody(await link(victim))
    const { browser } = await signInAt(service(), 'idp')
    const linked = idp.subject
    idp.subject = `${linked}-2`
    const second = await startLink(victim)
    const { invitation } = await inviteMember(
      { ...service().core, actor: { kind: 'member', id: victim.member.id, name: 'x' } },
      { roles: [owner], hours: 1, by: `member ${victim.member.id}` },
    )
    const { unlinked } = await recoverMember(service().core, await requireMember(service().core, victim.member.id), 'x')
    assert.deepEqual(
      unlinked.map(({ providerId, subject }) => [providerId, subject]),
      [['idp', linked]],
    )
    assert.equal((await second()).status, 401)
    assert.deepEqual(await listLinks(main, victim.member.id), [])
    assert.equal(await isOpen(browser), false)
    assert.equal(await service().core.store.members.findInvitation(invitation.id), undefined)
    idp.subject = linked
    const again = readBody<{ member: { id: string }; roles: object[] }>(await signIn('idp'))
    assert.notEqual(again.member.id, victim.member.id)
    assert.deepEqual(again.roles, [])
  })

  test('that a session adds at the moment of a recovery does not survive it', async () => {
    for (let round = 0; round < 4; round++) {
      idp.subject = `user-${Math.random()}`
      const victim = await newMember(service(), [viewer])
      const attempt = await startLink(victim)
      const member = await requireMember(service().core, victim.member.id)
      await Promise.all([attempt(), recoverMember(service().core, member, 'x')])
      assert.deepEqual(await listLinks(main, victim.member.id), [])
    }
  })

  test('ends with its member, whose account comes back only by an invitation', async () => {
    idp.accounts.set(idp.subject, { groups: ['owners'] })
    const { session, browser } = await signInAt(service(), 'mapped')
    assert.deepEqual(session.roles, [owner])
    readBody(await main.ask('DELETE', `/members/${session.member.id}`), 204)
    assert.equal(await isOpen(browser), false)
    for (let time = 0; time < 2; time++) assertRejected(await signIn('mapped'), removed)
    const rows = await service().database.query('select * from sso_removed_accounts')
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(idp.subject))
    const invited = await newMember(service(), [viewer])
    readBody(await link(invited, 'mapped'))
    assert.equal((await signInAt(service(), 'mapped')).session.member.id, invited.member.id)
  })

  test('ends with a member who is deleted as a user, too', async () => {
    const { session } = await signInAt(service(), 'idp')
    const { core } = service()
    const application = (await core.applications.findFresh('thumbturn'))!
    await deleteUser(core, { backend: { application, keyId: undefined }, userId: session.member.id })
    assertRejected(await signIn('idp'), removed)
  })

  test('takes the account from a member who holds nothing else, and from no other', async () => {
    const { session } = await signInAt(service(), 'idp')
    const ada = await newMember(service(), [viewer])
    readBody(await link(ada))
    assert.equal((await signInAt(service(), 'idp')).session.member.id, ada.member.id)
    assert.equal((await main.ask('GET', `/members/${session.member.id}/links`)).status, 404)
    const taken = { status: 409, msg: /linked to another member/, msgCode: 'conflict' }
    assertRejected(await link(await newMember(service(), [viewer])), taken)
    assertRejected(await link(ada), { status: 409, msg: /linked to you already/, msgCode: 'conflict' })
  })

  test('of a deactivated member who waits for a role brings no other member in', async () => {
    idp.accounts.set(idp.subject, { email: 'waiting@example.com', email_verified: true })
    const { session } = await signInAt(service(), 'idp')
    const change = { appId: 'thumbturn', userId: session.member.id, status: 'inactive', at: 0 } as const
    await service().core.store.commit([{ setUserStatus: change }])
    const directory = await newDirectory(service())
    const { id } = await directory.createUser('waiting@example.com')
    readBody(await directory.ask('DELETE', `/Users/${id}`), 204)
    assertRejected(await signIn('idp'), removed)
  })

  test('is recorded in the audit log and in the events, and the member is notified', async () => {
    const { token } = await inviteMember(service().core, {
      roles: [viewer],
      email: 'grace@else.example',
      hours: 1,
      by: 'test',
    })
    const { answer, device } = await join(service(), token)
    const grace = await openDashboard(service(), readBody<Tokens>(answer).jwtAccess, device)
    readBody(await link(grace))
    await service().deliver()
    const sent = (await service().core.store.outbox.list('thumbturn', 10)).filter(
      ({ to }) => to === 'grace@else.example',
    )
    assert.equal(sent.length, 1)
    assert.match(JSON.stringify(sent[0]), /A new way to sign in to Thumbturn.*Provider idp/)
    const [{ id } = { id: '' }] = await listLinks(grace)
    readBody(await main.ask('DELETE', `/members/${grace.member.id}/links/${id}`), 204)
    const { entries } = readBody<{
      entries: { action: string; target: string; actor: { kind: string; id: string } }[]
    }>(await main.ask('GET', '/audit'))
    const own = entries.filter(({ target, action }) => target === grace.member.id && action.startsWith('sso'))
    assert.deepEqual(
      own.map(({ action, actor }) => [action, actor.id]),
      [
        ['ssoIdentity.unlinked', main.member.id],
        ['ssoIdentity.linked', grace.member.id],
      ],
    )
    const events = await service().core.store.events.list('thumbturn', 100)
    const types = events.filter(({ userId, type }) => userId === grace.member.id && /sso/.test(type))
    assert.deepEqual(
      types.map(({ type, detail }) => [type, detail]),
      [
        ['fido2.sso_account.unlinked', { provider: 'idp' }],
        ['fido2.sso_account.linked', { provider: 'idp' }],
      ],
    )
  })

  test('means the issuer that the provider was added with, which never changes', async () => {
    await addProvider(main, idp, { id: 'moving' })
    const { session, browser } = await signInAt(service(), 'moving')
    const change = (body: object) => main.ask('PATCH', '/sso-providers/moving', { body })
    for (const body of [
      { discoveryUrl: moved.issuer },
      { discoveryUrl: moved.issuer, clientSecret: 'another' },
      { discoveryUrl: `${idp.issuer}/tenant` },
      { discoveryUrl: idp.issuer.replace('http:', 'https:') },
    ])
      assertRejected(await change(body), { status: 409, msg: /names another issuer/, msgCode: 'conflict' })
    for (const discoveryUrl of [idp.issuer, `${idp.issuer}/`, `${idp.issuer}/.well-known/openid-configuration`])
      readBody(await change({ discoveryUrl, name: 'Renamed' }))
    assert.equal((await signInAt(service(), 'moving')).session.member.id, session.member.id)
    const former = await startSignIn('moving')
    readBody(await main.ask('DELETE', '/sso-providers/moving'), 204)
    assert.equal(await isOpen(browser), false)
    await addProvider(main, moved, { id: 'moving' })
    moved.subject = idp.subject
    assert.notEqual((await signInAt(service(), 'moving')).session.member.id, session.member.id)
    assert.notEqual((await former()).status, 200)
  })

  test('is not made by a response of a provider that was replaced before it came', async () => {
    const { core } = service()
    const provider = (await core.store.sso.findProvider('idp'))!
    const held = { id: provider.id, discoveryUrl: 'https://another.example' }
    assert.equal(await core.store.commit([{ holdSsoProvider: held }]), 'provider_missing')
    assert.equal(await core.store.commit([{ holdSsoProvider: provider }]), undefined)
  })

  test('of one domain or directory is decided by one provider', async () => {
    const body = { enforcedDomains: ['corp.example'], ownsDirectory: true }
    readBody(await main.ask('PATCH', '/sso-providers/idp', { body }))
    for (const [other, msg] of [
      [{ enforcedDomains: ['CORP.example'] }, /corp.example is enforced for Provider idp/],
      [{ ownsDirectory: true }, /directory belongs to Provider idp/],
    ] as const) {
      const answer = await main.ask('PATCH', '/sso-providers/mapped', { body: other })
      assertRejected(answer, { status: 400, msg, msgCode: 'bad_request' })
    }
    readBody(await main.ask('PATCH', '/sso-providers/idp', { body }))
    readBody(await main.ask('PATCH', '/sso-providers/idp', { body: { enforcedDomains: [], ownsDirectory: false } }))
  })

  test('of a domain or directory that two providers get at the same moment is decided by one', async () => {
    const ask = (id: string, body: object) => main.ask('PATCH', `/sso-providers/${id}`, { body })
    for (const claim of [{ enforcedDomains: ['corp.example'] }, { ownsDirectory: true }]) {
      const answers = await Promise.all(['idp', 'mapped'].map((id) => ask(id, claim)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
      for (const id of ['idp', 'mapped']) readBody(await ask(id, { enforcedDomains: [], ownsDirectory: false }))
    }
  })
})
