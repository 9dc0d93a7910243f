import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deviceCodeGrant, type GrantType } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import {
  browserSession,
  clientFamily,
  consent,
  openidClient,
} from '@thumbturn/service-harness/authorization-situations.ts'
import { register } from '@thumbturn/service-harness/store-batches.ts'
import { application, signingKey, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'

/** A client with a value for everything that can be absent. */
const complete = openidClient('complete', {
  name: 'A complete one',
  logoUrl: 'https://example.com/logo.png',
  homepageUrl: 'https://example.com/',
  policyUrl: 'https://example.com/privacy',
  termsUrl: 'https://example.com/terms',
  backchannelLogoutUri: 'https://example.com/logout',
  authMethod: 'private_key_jwt',
  jwks: { keys: [{ kty: 'EC' }] },
  jwksUri: 'https://example.com/jwks.json',
  userinfoAlg: 'ES256',
  sector: 'example.com',
  claims: { department: 'team' },
  requirePkce: false,
  requirePar: true,
  disabled: true,
})

eachStore('OAuth clients', (opened) => {
  test('clients are loaded as they were stored, by name, and only those of the application', async (t) => {
    const { store } = await opened(t)
    const clients = [openidClient('wiki'), complete, openidClient('wiki', { appId: 'bank' })]
    for (const client of clients) assert.equal(await store.commit([{ addClient: client }]), undefined)
    assert.deepEqual(await store.openidClients.list('shop'), [complete, clients[0]])
    assert.deepEqual(await store.openidClients.find({ appId: 'bank', clientId: 'wiki' }), clients[2])
    assert.equal(await store.openidClients.find({ appId: 'bank', clientId: 'complete' }), undefined)
    assert.equal(await store.commit([{ addClient: openidClient('wiki') }]), 'client_exists')
  })

  test('clients are found by a grant type, and only those of the application', async (t) => {
    const { store } = await opened(t)
    const grantTypes = ['refresh_token', deviceCodeGrant] as const
    const clients = [
      openidClient('tv', { grantTypes, createdAt: 2_000 }),
      openidClient('wiki'),
      openidClient('tv', { appId: 'bank', grantTypes }),
    ]
    for (const client of clients) await store.commit([{ addClient: client }])
    const find = (grantType: GrantType) => store.openidClients.listByGrantType({ appId: 'shop', grantType })
    assert.deepEqual(await find(deviceCodeGrant), [{ id: 'tv', createdAt: 2_000 }])
    assert.equal((await find('refresh_token')).length, 2)
    assert.deepEqual(await find('client_credentials'), [])
  })

  test('a change requires the version that was read, and keeps ID and time of creation', async (t) => {
    const { store } = await opened(t)
    const client = openidClient('wiki')
    await store.commit([{ addClient: client }])
    const changed = { ...client, name: 'Wiki', secrets: [], createdAt: 9_000, updatedAt: 2_000 }
    const changes = await Promise.all([1, 2, 3].map(() => store.commit([{ changeClient: changed }])))
    assert.deepEqual(changes.toSorted(), ['client_changed', 'client_changed', undefined])
    const found = await store.openidClients.find({ appId: 'shop', clientId: 'wiki' })
    assert.deepEqual(found, { ...changed, version: 2, createdAt: 1_000 })
    assert.equal(await store.commit([{ changeClient: { ...found!, appId: 'bank' } }]), 'client_changed')
  })

  /** Ann and Bob signed in to two clients, and Ann to the application itself. */
  async function openSignedIn(t: TestContext) {
    const { store, database } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    for (const id of ['wiki', 'chat']) await store.commit([{ addClient: openidClient(id) }])
    for (const name of ['ann', 'bob']) {
      await store.commit([{ addBrowserSession: browserSession(name) }])
      for (const clientId of ['wiki', 'chat'])
        await store.commit([
          { addConsent: consent(name, clientId) },
          { addRefreshFamily: clientFamily(name, clientId) },
          { addSessionClient: { appId: 'shop', sessionId: `session-${name}`, clientId, sid: `sid-${clientId}` } },
        ])
    }
    await store.commit([{ addRefreshFamily: clientFamily('ann', undefined) }])
    return { store, database }
  }

  test('deleting a client deletes its consents and refresh tokens, and sessions forget it', async (t) => {
    const { store } = await openSignedIn(t)
    assert.equal(await store.commit([{ deleteClient: { appId: 'bank', id: 'wiki' } }]), 'client_changed')
    assert.equal(await store.commit([{ deleteClient: { appId: 'shop', id: 'wiki' } }]), undefined)
    const clients = await store.browserSessions.listClients({ appId: 'shop', id: 'session-ann' })
    assert.deepEqual(
      clients.map(({ clientId }) => clientId),
      ['chat'],
    )
    const consents = await store.consents.list({ appId: 'shop', userId: 'user-ann' })
    assert.deepEqual(
      consents.map(({ clientId }) => clientId),
      ['chat'],
    )
    assert.equal(await store.refresh.find('shop', 'family-ann-wiki'), undefined)
    const { latest, ...family } = clientFamily('ann', 'chat')
    const rotation = { latest, previous: undefined, rotatedAt: undefined }
    assert.deepEqual(await store.refresh.find('shop', 'family-ann-chat'), { ...family, ...rotation })
    assert.ok(await store.refresh.find('shop', 'family-ann-undefined'))
  })

  test('what users have at a client is deleted, also if it is much, and what they have elsewhere stays', async (t) => {
    const { store } = await openSignedIn(t)
    const families = Array.from({ length: 250 }, (_, n) => clientFamily('bob', 'wiki', { id: `family-${n}` }))
    await store.commit(families.map((addRefreshFamily) => ({ addRefreshFamily })))
    await store.openidClients.clear({ appId: 'bank', clientId: 'wiki' })
    assert.ok(await store.refresh.find('shop', 'family-249'))
    await store.openidClients.clear({ appId: 'shop', clientId: 'wiki' })
    const found = [...families.map(({ id }) => id), 'family-ann-wiki'].map((id) => store.refresh.find('shop', id))
    assert.deepEqual(new Set(await Promise.all(found)), new Set([undefined]))
    assert.ok(await store.refresh.find('shop', 'family-bob-chat'))
    for (const name of ['ann', 'bob']) {
      const consents = await store.consents.list({ appId: 'shop', userId: `user-${name}` })
      const clients = await store.browserSessions.listClients({ appId: 'shop', id: `session-${name}` })
      assert.deepEqual(
        [...consents, ...clients].map(({ clientId }) => clientId),
        ['chat', 'chat'],
      )
    }
  })

  test('revoking a consent deletes the refresh tokens of that user and client only', async (t) => {
    const { store } = await openSignedIn(t)
    const revoked = { appId: 'shop', userId: 'user-ann', clientId: 'wiki' }
    assert.equal(await store.commit([{ revokeConsent: revoked }]), undefined)
    assert.equal(await store.commit([{ revokeConsent: revoked }]), 'consent_missing')
    assert.equal(await store.consents.find(revoked), undefined)
    const ids = ['family-ann-wiki', 'family-ann-chat', 'family-bob-wiki', 'family-ann-undefined']
    const left = await Promise.all(ids.map((id) => store.refresh.find('shop', id)))
    assert.deepEqual(
      left.map((family) => family?.id),
      [undefined, ...ids.slice(1)],
    )
  })

  test('a consent is extended if it is still the one that was granted then, and requires user and client', async (t) => {
    const { store } = await openSignedIn(t)
    const wider = consent('ann', 'wiki', { scopes: ['openid', 'phone'], updatedAt: 8_000 })
    assert.equal(await store.commit([{ addConsent: wider }]), 'consent_exists')
    assert.equal(await store.commit([{ extendConsent: { ...wider, grantedAt: 4_000 } }]), 'consent_missing')
    assert.equal(await store.commit([{ extendConsent: wider }]), undefined)
    assert.deepEqual(await store.consents.list({ appId: 'shop', userId: 'user-ann' }), [
      { ...wider, clientName: 'The wiki' },
      { ...consent('ann', 'chat'), clientName: 'The chat' },
    ])
    assert.equal(await store.commit([{ addConsent: consent('eve', 'wiki') }]), 'user_missing')
    assert.match(String(await store.commit([{ addConsent: consent('ann', 'none') }])), /^(client|user)_missing$/)
  })

  test('a deleted user, and a deleted application, leave nothing behind', async (t) => {
    const { store, database } = await openSignedIn(t)
    const tables = ['openid_clients', 'browser_sessions', 'session_clients', 'consents', 'refresh_families']
    const count = async () =>
      (await database.queryEach(tables.map((table) => `select count(*) as n from ${table}`))).map(([row]) =>
        Number(row?.n),
      )
    assert.deepEqual(await count(), [2, 2, 4, 4, 5])
    await store.commit([{ deleteUser: { appId: 'shop', userId: 'user-ann' } }])
    assert.deepEqual(await count(), [2, 1, 2, 2, 2])
    const shop = application('shop')
    await store.commit([{ addApplication: { application: shop, key: signingKey('shop', 'one') } }])
    const [stored] = await store.applications.list()
    await store.commit([{ deleteApplication: { application: stored!, at: 9_000 } }])
    assert.ok(await store.deletions.purge('shop', { isOver: () => false }))
    assert.deepEqual(await count(), [0, 0, 0, 0, 0])
  })
})
