import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type Account,
  type IdentityProvider,
  startIdentityProvider,
} from '@thumbturn/service-harness/identity-provider.ts'
import { admin, type Dashboard, fromDashboard, memberToken, newMember } from '@thumbturn/service-harness/members.ts'
import {
  type Directory,
  newDirectory,
  newMappedGroup,
  openProvisioned,
  patchBody,
  readRoles,
} from '@thumbturn/service-harness/scim.ts'
import { realClock, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import {
  addProvider,
  askIn,
  complete,
  newBrowser,
  noClaims,
  redirectUri,
  type SsoSession,
  signInAt,
  visitProvider,
} from '@thumbturn/service-harness/sso.ts'
import type { OpenIdUser } from '../../../src/core/model/sso/openid-user.ts'
import { readAccount, readLinkingContext } from '../../../src/core/use-cases/sso/account.ts'

const owner = { application: '*', role: 'owner' } as const
const developer = { application: '*', role: 'developer' } as const
const rejected = (msg: RegExp) => ({ status: 403, msg, msgCode: 'forbidden' })
const doubted = (reason: string) =>
  rejected(new RegExp(`^This account seems to be that of a member whom the directory provisioned, but .*${reason}`))

type Member = { id: string; username: string; roles: object[]; provisioned: boolean }

eachEngine('a provisioned member who signs in at a provider', (fresh) => {
  const service = useService(fresh, { clock: realClock() })
  let idp: IdentityProvider
  let directory: Directory
  let main: Dashboard
  before(async () => {
    idp = await startIdentityProvider({ redirectUris: ['corp', 'hr', 'partner'].map(redirectUri) })
    main = await newMember(service())
    const roleMappings = [{ ...developer, value: 'developers' }]
    await addProvider(main, idp, { id: 'corp', enforcedDomains: ['corp.example'], roleClaim: 'groups', roleMappings })
    await addProvider(main, idp, { id: 'hr', ownsDirectory: true })
    await addProvider(main, idp, { id: 'partner', roleClaim: 'groups', roleMappings })
    directory = await newDirectory(service())
  })
  after(() => idp?.close())
  beforeEach(() => {
    idp.tampering = {}
  })

  /** Comes back from the provider with an account of that subject. */
  async function comeBack(provider: string, subject: string, account: Account) {
    idp.subject = subject
    idp.accounts.set(subject, account)
    const browser = newBrowser()
    const parameters = await visitProvider(service(), browser, provider)
    return () => complete(service(), browser, { provider, parameters })
  }

  const signIn = async (provider: string, subject: string, account: Account) =>
    (await comeBack(provider, subject, account))()

  const open = async (...given: Parameters<typeof signIn>) => readBody<SsoSession>(await signIn(...given))

  const withEmail = (email: string, more: object = {}) => ({ email, email_verified: true, ...more })

  const listMembers = async () => readBody<{ members: Member[] }>(await main.ask('GET', '/members')).members

  test('is linked by the verified address in any case, and then known by the account', async () => {
    const ada = await directory.createUser('ada@corp.example')
    assert.equal((await open('corp', 'ada-1', withEmail('Ada@Corp.example'))).member.id, ada.id)
    assert.equal((await open('corp', 'ada-1', withEmail('ada@elsewhere.example'))).member.id, ada.id)
    const lin = await directory.createUser('lin.upn@else.example', { emails: [{ value: 'Lin@else.example' }] })
    assert.equal((await open('hr', 'lin-1', withEmail('lin@else.example'))).member.id, lin.id)
    const alan = await directory.createUser('alan', { externalId: 'alan-1' })
    assert.equal((await open('hr', 'alan-1', {})).member.id, alan.id)
  })

  test('is found without reading the rest of the directory', async () => {
    const kay = await directory.createUser('kay@corp.example')
    const others = { emails: [{ value: 'Kay_1@corp.example' }, { value: 'KAY@else.example' }] }
    const mail = await directory.createUser('kay.mail', others)
    await directory.createUser('kayx1@corp.example', { emails: [{ value: 'kayx1@corp.example' }] })
    const known = await directory.createUser('kay.known', { externalId: 'kay-1' })
    const { core } = service()
    const provider = (await core.store.sso.listProviders()).find(({ id }) => id === 'hr')!
    const list = async (claims: Partial<OpenIdUser>) => {
      const account = await readAccount(core, provider, { ...noClaims, ...claims })
      return (await readLinkingContext(core, account)).users.map(({ userId }) => userId).sort()
    }
    assert.deepEqual(await list({ email: 'KAY@corp.example' }), [kay.id])
    assert.deepEqual(await list({ email: 'kay_1@corp.example' }), [mail.id])
    assert.deepEqual(await list({ username: 'kay@ELSE.example' }), [mail.id])
    assert.deepEqual(await list({ username: 'KAY.known', externalId: 'else' }), [known.id])
    assert.deepEqual(await list({ externalId: 'kay-1' }), [known.id])
    assert.deepEqual(await list({}), [])
  })

  test('is never taken over by an account of another provider, nor becomes a second member', async () => {
    const boss = await directory.createUser('boss@corp.example')
    await newMappedGroup(service(), directory, { roles: [owner], members: [boss.id] })
    const before = (await listMembers()).length
    const takeover = () => signIn('partner', 'mallory', withEmail('boss@corp.example'))
    assertRejected(await takeover(), doubted('Provider corp decides whose boss@corp.example is'))
    const { session } = { session: await open('corp', 'boss-1', withEmail('boss@corp.example')) }
    assert.deepEqual([session.member.id, session.roles], [boss.id, [owner]])
    assertRejected(await takeover(), doubted('Provider corp decides'))
    const again = await signIn('corp', 'boss-2', withEmail('boss@corp.example'))
    assertRejected(again, doubted('another account is linked'))
    for (const account of [
      { email: 'boss@corp.example' },
      { preferred_username: 'boss@corp.example' },
      { email: 'boss@corp.example', preferred_username: 'x' },
    ])
      assert.equal((await signIn('partner', `mallory-${JSON.stringify(account)}`, account)).status, 403)
    assert.equal((await listMembers()).length, before)
  })

  test('is not linked by an address that is not verified until the provider is trusted', async () => {
    const kim = await directory.createUser('kim@corp.example')
    const account = { email: 'kim@corp.example', preferred_username: 'kim@corp.example' }
    assertRejected(await signIn('corp', 'kim-1', account), doubted('turn on “Trust email addresses” for Provider corp'))
    readBody(await main.ask('PATCH', '/sso-providers/corp', { body: { trustsEmails: true } }))
    assert.equal((await open('corp', 'kim-1', account)).member.id, kim.id)
    readBody(await main.ask('PATCH', '/sso-providers/corp', { body: { trustsEmails: false } }))
  })

  test('is linked to one of two accounts that sign in at the same moment', async () => {
    const sam = await directory.createUser('sam@corp.example')
    const attempts = []
    for (const subject of ['sam-1', 'sam-2', 'sam-3'])
      attempts.push(await comeBack('corp', subject, withEmail('sam@corp.example')))
    const answers = await Promise.all(attempts.map((attempt) => attempt()))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403])
    const identities = await service().core.store.sso.listIdentities(sam.id)
    assert.equal(identities.length, 1)
  })

  test('is rejected while the directory has them deactivated', async () => {
    const { id } = await directory.createUser('off@corp.example')
    readBody(await directory.ask('PATCH', `/Users/${id}`, patchBody({ op: 'replace', path: 'active', value: false })))
    for (const [provider, msg] of [
      ['corp', /deactivated/],
      ['partner', /seems to be/],
    ] as const)
      assertRejected(await signIn(provider, 'off-1', withEmail('off@corp.example')), rejected(msg))
  })

  test('has the roles of their groups alone, whatever a mapping of the provider would give', async () => {
    const eve = await directory.createUser('eve@corp.example')
    const account = withEmail('eve@corp.example', { groups: ['developers'] })
    for (let time = 0; time < 2; time++) assert.deepEqual((await open('corp', 'eve-1', account)).roles, [])
    await newMappedGroup(service(), directory, { roles: [owner], members: [eve.id] })
    assert.deepEqual((await open('corp', 'eve-1', withEmail('eve@corp.example'))).roles, [owner])
    assert.deepEqual(await readRoles(service(), eve), [owner])
  })

  test('gets the username of a member who only waits for a role, and the account if it is theirs', async () => {
    const squatter = await open('partner', 'squatter', {
      email: 'cfo@corp.example',
      preferred_username: 'cfo@corp.example',
      name: 'cfo＠corp.example',
    })
    assert.deepEqual([squatter.member.username, squatter.member.name], ['squatter', 'squatter'])
    const early = await open('corp', 'cfo-1', withEmail('cfo@corp.example', { name: 'The CFO' }))
    assert.equal(early.member.username, 'cfo@corp.example')
    const cfo = await directory.createUser('cfo@corp.example')
    assert.equal((await open('corp', 'cfo-1', withEmail('cfo@corp.example'))).member.id, cfo.id)
    assert.equal((await signIn('partner', 'squatter', { email: 'cfo@corp.example' })).status, 403)
    const named = (await listMembers()).filter(({ username }) => username.startsWith('cfo'))
    assert.deepEqual(
      named.map(({ id, provisioned }) => [id, provisioned]),
      [[cfo.id, true]],
    )
  })

  test('gets the username also by a change, but never that of a member who has a role or a passkey', async () => {
    const { id } = await directory.createUser('former@corp.example')
    const waiting = await open('corp', 'latter-1', withEmail('latter@corp.example'))
    const rename = (value: string) =>
      directory.ask('PATCH', `/Users/${id}`, patchBody({ op: 'replace', path: 'userName', value }))
    readBody(await rename('latter@corp.example'))
    assert.ok(!(await listMembers()).some((member) => member.id === waiting.member.id))
    const known = await open('corp', 'known-1', withEmail('known@corp.example', { groups: ['developers'] }))
    assert.equal((await rename('known@corp.example')).status, 409)
    assert.ok((await listMembers()).some((member) => member.id === known.member.id))
  })

  test('takes the account of a pending member whom the directory provisioned under another name', async () => {
    const account = { email: 'lee@corp.example', preferred_username: 'lee' }
    const pending = await open('corp', 'lee-1', account)
    assert.deepEqual([pending.member.username, pending.roles], ['lee', []])
    const lee = await directory.createUser('lee.upn@else.example', { emails: [{ value: 'lee@corp.example' }] })
    assertRejected(await signIn('corp', 'lee-1', account), doubted("doesn't report lee@corp.example as verified"))
    assert.equal((await open('corp', 'lee-1', withEmail('lee@corp.example'))).member.id, lee.id)
    assert.ok(!(await listMembers()).some((member) => member.id === pending.member.id))
  })

  test('has to use the provider that is enforced for an address that the directory or a provider has', async () => {
    const pat = await directory.createUser('pat', { emails: [{ value: 'pat@corp.example' }] })
    const group = await newMappedGroup(service(), directory, { roles: [developer], members: [pat.id] })
    const required = {
      status: 403,
      msg: 'Members with your email address sign in with Provider corp',
      msgCode: 'sso_required',
    }
    const { token } = await startPasskey(pat.id)
    assertRejected(await token(), required)
    assert.equal((await open('corp', 'pat-1', withEmail('pat@corp.example'))).member.id, pat.id)
    const { store } = service().core
    const identity = { subject: 'pat-2', createdAt: 0, emailVerified: false, groupsOmitted: false }
    await store.commit([{ addSsoIdentity: { ...identity, providerId: 'partner', userId: pat.id } }])
    assertRejected(
      await signIn('partner', 'pat-2', {}),
      rejected(/^Members with your email address sign in with Provider corp$/),
    )
    readBody(await directory.ask('DELETE', `/Groups/${group.id}`), 204)
    await newMappedGroup(service(), directory, { roles: [owner], members: [pat.id] })
    readBody(await token())
  })

  /** A passkey from a recovery link, and sessions that it opens. */
  async function startPasskey(id: string) {
    // Owners can use one although a provider is enforced.
    await service().core.store.commit([{ putMemberRoles: [{ userId: id, appId: '*', role: 'owner' }] }])
    const dashboard = await openProvisioned(service(), { id })
    await service().core.store.commit([{ putMemberRoles: [{ userId: id, appId: '*', role: 'developer' }] }])
    return {
      token: async () =>
        service().post(
          `${admin}/session`,
          { token: await memberToken(service(), dashboard) },
          { headers: fromDashboard },
        ),
    }
  }

  test('is welcome again after the directory deleted and provisioned them, and only then', async () => {
    const account = withEmail('zoe@corp.example', { groups: ['developers'] })
    const first = await directory.createUser('zoe@corp.example')
    const { browser } = await signInOpen('corp', 'zoe-1', account)
    readBody(await directory.ask('DELETE', `/Users/${first.id}`), 204)
    assert.equal((await askIn(service(), browser, { method: 'GET', path: '/session' })).status, 401)
    assertRejected(await signIn('corp', 'zoe-1', account), rejected(/was removed: ask an owner/))
    const second = await directory.createUser('zoe@corp.example')
    assert.equal((await open('corp', 'zoe-1', account)).member.id, second.id)
  })

  async function signInOpen(provider: string, subject: string, account: Account) {
    idp.subject = subject
    idp.accounts.set(subject, account)
    return signInAt(service(), provider)
  }
})
