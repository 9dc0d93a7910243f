import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type IdentityProvider, startIdentityProvider } from '@thumbturn/service-harness/identity-provider.ts'
import { type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { realClock, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import {
  addProvider,
  askIn,
  type Browser,
  complete,
  newBrowser,
  redirectUri,
  signInAt,
  visitProvider,
} from '@thumbturn/service-harness/sso.ts'

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
    await addProvider(main, idp, { id: 'mapped' })
  })
  after(() => Promise.all([idp?.close(), moved?.close()]))
  beforeEach(() => {
    idp.tampering = {}
    idp.subject = `user-${Math.random()}`
  })

  const isOpen = async (browser: Browser) =>
    (await askIn(service(), browser, { method: 'GET', path: '/session' })).status === 200

  async function startSignIn(provider: string) {
    const browser = newBrowser()
    const parameters = await visitProvider(service(), browser, provider)
    return () => complete(service(), browser, { provider, parameters })
  }

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

  test('is not made by a response of a provider that was replaced meanwhile', async () => {
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
})
