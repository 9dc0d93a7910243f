import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type IdentityProvider, startIdentityProvider } from '@thumbturn/service-harness/identity-provider.ts'
import { newMember } from '@thumbturn/service-harness/members.ts'
import { type Directory, newDirectory, patchBody } from '@thumbturn/service-harness/scim.ts'
import { realClock, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import {
  addProvider,
  complete,
  newBrowser,
  redirectUri,
  signInAt,
  visitProvider,
} from '@thumbturn/service-harness/sso.ts'

eachEngine('a provisioned member who signs in at a provider', (fresh) => {
  const service = useService(fresh, { clock: realClock() })
  let idp: IdentityProvider
  let directory: Directory
  before(async () => {
    idp = await startIdentityProvider({ redirectUris: ['main', 'other'].map(redirectUri) })
    const owner = await newMember(service())
    await addProvider(owner, idp, { id: 'main' })
    await addProvider(owner, idp, { id: 'other' })
    directory = await newDirectory(service())
  })
  after(() => idp?.close())

  /** Signs in with an account of that subject and address. */
  async function signIn(subject: string, email: string, { provider = 'main', verified = true } = {}) {
    idp.subject = subject
    idp.accounts.set(subject, { email, email_verified: verified })
    return (await signInAt(service(), provider)).session.member.id
  }

  test('is found by the verified address in any case, and then by the account', async () => {
    const ada = await directory.createUser('ada@example.com')
    assert.equal(await signIn('ada-1', 'Ada@Example.com'), ada.id)
    assert.equal(await signIn('ada-1', 'ada@elsewhere.example'), ada.id)
    assert.equal(await signIn('ada-1', 'ada@example.com', { provider: 'other' }), ada.id)
  })

  test('is not found by an address that is not verified, nor by an external ID', async () => {
    const grace = await directory.createUser('grace@example.com', { externalId: 'grace-1' })
    assert.notEqual(await signIn('grace-2', 'grace@example.com', { verified: false }), grace.id)
    assert.notEqual(await signIn('grace-1', 'eve@example.com'), grace.id)
  })

  test('is not found by another account that has their address now', async () => {
    const alan = await directory.createUser('alan@example.com')
    assert.equal(await signIn('alan-1', 'alan@example.com'), alan.id)
    assert.notEqual(await signIn('alan-2', 'alan@example.com'), alan.id)
  })

  test('is rejected while the directory has them deactivated', async () => {
    const { id } = await directory.createUser('off@example.com')
    readBody(await directory.ask('PATCH', `/Users/${id}`, patchBody({ op: 'replace', path: 'active', value: false })))
    idp.subject = 'off-1'
    idp.accounts.set('off-1', { email: 'off@example.com', email_verified: true })
    const browser = newBrowser()
    const parameters = await visitProvider(service(), browser, 'main')
    const response = await complete(service(), browser, { provider: 'main', parameters })
    assertRejected(response, { status: 403, msg: /deactivated/, msgCode: 'forbidden' })
  })
})
