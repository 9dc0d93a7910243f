import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type Account,
  type IdentityProvider,
  startIdentityProvider,
} from '@thumbturn/service-harness/identity-provider.ts'
import { type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { realClock, useService } from '@thumbturn/service-harness/service.ts'
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

const developer = { application: '*', role: 'developer' } as const
const mapping = { roleClaim: 'groups', roleMappings: [{ ...developer, value: 'admins' }] }
const everyClaim = { email: 'ada@example.com', email_verified: true, name: 'Ada', preferred_username: 'ada' }

anyEngine('an identity provider', (fresh) => {
  const service = useService(fresh, { clock: realClock() })
  let idp: IdentityProvider
  let owner: Dashboard
  let count = 0
  before(async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `p${at}`)
    idp = await startIdentityProvider({ redirectUris: ids.map(redirectUri) })
    owner = await newMember(service())
  })
  after(() => idp?.close())
  beforeEach(() => {
    idp.tampering = {}
    idp.subject = `user-${Math.random()}`
    service().clock.advance(10_000)
  })

  /** A provider with these settings, of which there is one at a time. */
  async function add(settings: object) {
    if (count > 0) readBody(await owner.ask('DELETE', `/sso-providers/p${count}`), 204)
    count += 1
    await addProvider(owner, idp, { id: `p${count}`, ...settings })
    return `p${count}`
  }

  async function rolesOf(provider: string, account: Account) {
    idp.accounts.set(idp.subject, account)
    return (await signInAt(service(), provider)).session.roles
  }

  async function listScopes(provider: string) {
    const answer = await askIn(service(), newBrowser(), { path: '/sso/start', body: { provider } })
    return new URL(readBody<{ url: string }>(answer).url).searchParams.get('scope')
  }

  test('is asked for groups where it lists that scope and a claim gives roles', async () => {
    assert.equal(await listScopes(await add({})), 'openid email profile')
    const mapped = await add(mapping)
    assert.equal(await listScopes(mapped), 'openid email profile groups')
    assert.deepEqual(await rolesOf(mapped, { groups: ['admins'] }), [developer])
    idp.tampering = { discovery: { scopes_supported: ['openid', 'email'] } }
    service().clock.advance(10_000)
    assert.equal(await listScopes(mapped), 'openid email profile')
    idp.tampering = { discovery: { scopes_supported: undefined } }
    service().clock.advance(10_000)
    assert.equal(await listScopes(mapped), 'openid email profile')
  })

  test('is asked for the scopes of its settings, and always for openid', async () => {
    const scopes = ['profile', 'urn:zitadel:iam:org:project:roles', 'profile']
    const provider = await add({ ...mapping, scopes })
    assert.equal(await listScopes(provider), 'openid profile urn:zitadel:iam:org:project:roles')
    readBody(await owner.ask('PATCH', `/sso-providers/${provider}`, { body: { scopes: [] } }))
    assert.equal(await listScopes(provider), 'openid email profile groups')
    for (const invalid of [['two scopes'], [''], 'openid'])
      assert.equal((await owner.ask('PATCH', `/sso-providers/${provider}`, { body: { scopes: invalid } })).status, 400)
  })

  for (const [what, roleClaim, account] of [
    ['one text', 'groups', { groups: 'admins' }],
    ['paths, as Keycloak sends them', 'groups', { groups: ['/admins'] }],
    ['the names of an object, as Zitadel sends them', 'groups', { groups: { admins: { 1: 'example.com' } } }],
    ['a nested claim', 'realm_access.roles', { realm_access: { roles: ['admins'] } }],
    [
      'a claim that is named by a URL',
      'https://claims.example/groups',
      { 'https://claims.example/groups': ['admins'] },
    ],
  ] as const)
    test(`can send groups as ${what}`, async () => {
      const provider = await add({ ...mapping, roleClaim })
      assert.deepEqual(await rolesOf(provider, account), [developer])
    })

  test('gives no role by a group of another path, or a text that only contains the value', async () => {
    const provider = await add(mapping)
    for (const groups of [['/team/admins'], ['admins/team'], 'users,admins', ['Admins']]) {
      idp.subject = `user-${Math.random()}`
      assert.deepEqual(await rolesOf(provider, { groups }), [])
    }
  })

  test('that omits groups because there are too many changes no role, and owners see it', async () => {
    const provider = await add(mapping)
    assert.deepEqual(await rolesOf(provider, { groups: ['admins'] }), [developer])
    for (const claims of [{ _claim_names: { groups: 'src1' } }, { hasgroups: true }]) {
      idp.tampering = { claims }
      assert.deepEqual(await rolesOf(provider, {}), [developer])
      const { members } = readBody<{ members: { links: { groupsOmitted: boolean }[] }[] }>(
        await owner.ask('GET', '/members'),
      )
      assert.deepEqual(
        members.at(-1)?.links.map(({ groupsOmitted }) => groupsOmitted),
        [true],
      )
    }
    idp.tampering = {}
    assert.deepEqual(await rolesOf(provider, {}), [])
  })

  test('that omits groups at the first sign-in gives no role', async () => {
    idp.tampering = { claims: { _claim_names: { groups: 'src1' } } }
    assert.deepEqual(await rolesOf(await add(mapping), {}), [])
  })

  test('can have other names for claims', async () => {
    const provider = await add({
      claims: { email: 'upn', name: 'team', emailVerified: '', username: 'oid' },
      trustsEmails: true,
    })
    const listed = await owner.ask('GET', '/sso-providers')
    const { providers } = readBody<{ providers: { claims: object }[] }>(listed)
    assert.deepEqual(providers.at(-1)?.claims, { email: 'upn', name: 'team', username: 'oid' })
    idp.accounts.set(idp.subject, { upn: 'Lin@Example.com', team: 'Lin', oid: 'x' })
    const { member } = (await signInAt(service(), provider)).session
    assert.deepEqual([member.email, member.name, member.username], ['lin@example.com', 'Lin', 'lin@example.com'])
    const invalid = await owner.ask('PATCH', `/sso-providers/${provider}`, { body: { claims: { subject: 'x' } } })
    assert.equal(invalid.status, 400)
  })

  test('is asked for UserInfo only if the ID token lacks something', async () => {
    const provider = await add(mapping)
    const { length } = idp.requests
    await rolesOf(provider, { ...everyClaim, groups: ['admins'] })
    assert.ok(!idp.requests.slice(length).includes('/me'))
  })

  test('can put everything into UserInfo', async () => {
    const provider = await add(mapping)
    idp.accounts.set(idp.subject, { ...everyClaim, groups: ['admins'] })
    const missing = { email: undefined, email_verified: undefined, name: undefined, preferred_username: undefined }
    idp.tampering = { claims: { ...missing, groups: undefined } }
    const { member, roles } = (await signInAt(service(), provider)).session
    assert.deepEqual([member.name, member.email, roles], ['Ada', 'ada@example.com', [developer]])
  })

  test('can reject UserInfo if the ID token has what is needed, and else the reason says what is missing', async () => {
    const provider = await add(mapping)
    for (const status of [401, 403]) {
      idp.tampering = { at: { '/me': status } }
      idp.subject = `user-${Math.random()}`
      idp.accounts.set(idp.subject, { ...everyClaim, name: undefined, groups: ['admins'] })
      assert.deepEqual((await signInAt(service(), provider)).session.roles, [developer])
      for (const [name, account] of [
        ['groups', everyClaim],
        ['email and groups', { name: 'Ada' }],
      ] as const) {
        idp.accounts.set(idp.subject, account)
        const browser = newBrowser()
        const parameters = await visitProvider(service(), browser, provider)
        assertRejected(await complete(service(), browser, { provider, parameters }), {
          status: 403,
          msg: `The response of the identity provider was rejected: UserInfo can't be read, and the ID token lacks ${name}`,
          msgCode: 'sso_rejected',
        })
      }
      idp.tampering = {}
      idp.accounts.set(idp.subject, { ...everyClaim, groups: ['admins'] })
      assert.deepEqual((await signInAt(service(), provider)).session.roles, [developer])
    }
  })

  test('whose UserInfo is about another user is not believed', async () => {
    const provider = await add({})
    idp.tampering = { userInfo: { sub: 'another', email: 'boss@example.com', email_verified: true } }
    const browser = newBrowser()
    const parameters = await visitProvider(service(), browser, provider)
    const answer = await complete(service(), browser, { provider, parameters })
    assertRejected(answer, { status: 403, msg: /UserInfo can't be read/, msgCode: 'sso_rejected' })
  })

  test('can have subjects of up to 255 characters', async () => {
    const provider = await add({})
    idp.tampering = { claims: { sub: 's'.repeat(255) }, userInfo: { sub: 's'.repeat(255) } }
    await signInAt(service(), provider)
    idp.tampering = { claims: { sub: 's'.repeat(256) } }
    const browser = newBrowser()
    const parameters = await visitProvider(service(), browser, provider)
    const answer = await complete(service(), browser, { provider, parameters })
    assertRejected(answer, { status: 403, msg: /more than 255 characters/, msgCode: 'sso_rejected' })
  })

  for (const [what, claims] of [
    ['no name, username, or address', {}],
    ['control characters', { name: 'Ada\u0000\n', preferred_username: 'a\u0000' }],
    ['empty texts', { name: ' ', preferred_username: '', email: '' }],
    ['values of other types', { name: { given: 'Ada' }, preferred_username: ['a', 'b'], email: true }],
    ['a name of 5,000 characters that ends in half an emoji', { name: `${'n'.repeat(127)}😀${'n'.repeat(5_000)}` }],
  ] as const)
    test(`can send ${what}`, async () => {
      const provider = await add({})
      idp.accounts.set(idp.subject, claims)
      const { member } = (await signInAt(service(), provider)).session
      assert.ok(member.name.isWellFormed() && member.name !== '')
      assert.equal(member.email, undefined)
    })
})
