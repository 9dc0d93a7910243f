import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { browserSession, openidClient } from '@thumbturn/service-harness/authorization-situations.ts'
import { register } from '@thumbturn/service-harness/store-batches.ts'
import { contact, signUp, user } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'
import type { Write } from '../../src/core/writes.ts'

const ofAnn = { appId: 'shop', userId: 'user-ann' }
const session = browserSession('ann')
const key = { appId: 'shop', id: 'session-ann' }

eachStore('browser sessions', (opened) => {
  const openSignedIn = async (t: TestContext) => {
    const { store } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    assert.equal(await store.commit([{ addBrowserSession: session }]), undefined)
    return store
  }

  test('a session is found with its user, in its application only', async (t) => {
    const { browserSessions, commit } = await openSignedIn(t)
    assert.deepEqual(await browserSessions.find(key), { session, user: user('ann') })
    assert.equal(await browserSessions.find({ ...key, appId: 'bank' }), undefined)
    const bare = browserSession('bob', {
      passkeyId: undefined,
      acr: undefined,
      address: undefined,
      userAgent: undefined,
    })
    await commit([{ addBrowserSession: bare }])
    assert.deepEqual(await browserSessions.find({ appId: 'shop', id: 'session-bob' }), {
      session: bare,
      user: user('bob'),
    })
  })

  const ends: Readonly<Record<string, Write>> = {
    'it is ended': { endBrowserSession: { ...ofAnn, id: 'session-ann' } },
    'its passkey is deleted': { deletePasskey: { ...ofAnn, id: 'passkey-ann' } },
    'all passkeys of the user are deleted': { deletePasskeys: ofAnn },
    'the user is signed out': { signOutUser: ofAnn },
    'the user is deactivated': { setUserStatus: { ...ofAnn, status: 'inactive', at: 8_000 } },
    'the account is recovered': { removeAccess: { ...ofAnn, addressKey: contact('ann').addressKey } },
    'the user is deleted': { deleteUser: ofAnn },
  }
  for (const [what, write] of Object.entries(ends))
    test(`a session ends when ${what}`, async (t) => {
      const { browserSessions, commit } = await openSignedIn(t)
      await commit([{ addBrowserSession: browserSession('bob') }])
      assert.equal(await commit([write]), undefined)
      assert.equal(await browserSessions.find(key), undefined)
      assert.deepEqual(await browserSessions.list(ofAnn), [])
      assert.ok(await browserSessions.find({ appId: 'shop', id: 'session-bob' }))
    })

  test('a session requires its user and passkey', async (t) => {
    const { commit } = await openSignedIn(t)
    assert.equal(await commit([{ addBrowserSession: browserSession('eve', { passkeyId: undefined }) }]), 'user_missing')
    const other = browserSession('bob', { passkeyId: 'none' })
    assert.match(String(await commit([{ addBrowserSession: other }])), /^(user|passkey)_missing$/)
  })

  test('a user who authenticates again renews the session, and another user can’t', async (t) => {
    const { browserSessions, commit } = await openSignedIn(t)
    const { createdAt, ...renewed } = browserSession('ann', {
      keyHash: 'new',
      passkeyId: undefined,
      amr: ['otp'],
      acr: undefined,
      authenticatedAt: 8_000,
      lastUsedAt: 8_000,
      expiresAt: 990_000,
      address: undefined,
      userAgent: 'Chrome',
    })
    const ofBob = { ...renewed, userId: 'user-bob' }
    assert.equal(await commit([{ renewBrowserSession: ofBob }]), 'browser_session_missing')
    assert.equal(await commit([{ renewBrowserSession: renewed }]), undefined)
    assert.deepEqual((await browserSessions.find(key))?.session, { ...renewed, createdAt })
  })

  test('a use is recorded, and one of a session that has ended does nothing', async (t) => {
    const { browserSessions, commit } = await openSignedIn(t)
    const use = { useBrowserSession: { ...key, at: 60_000, address: '192.0.2.2' } }
    assert.equal(await commit([use]), undefined)
    const used = { ...session, lastUsedAt: 60_000, address: '192.0.2.2' }
    assert.deepEqual((await browserSessions.find(key))?.session, used)
    const end = { endBrowserSession: { ...ofAnn, id: 'session-ann' } }
    assert.equal(
      await commit([{ endBrowserSession: { ...end.endBrowserSession, userId: 'user-bob' } }]),
      'browser_session_missing',
    )
    assert.equal(await commit([end]), undefined)
    assert.equal(await commit([end]), 'browser_session_missing')
    assert.equal(await commit([use]), undefined)
  })

  test('the sessions of a user are listed with the last used one first', async (t) => {
    const { browserSessions, commit } = await openSignedIn(t)
    await commit([
      { addBrowserSession: browserSession('ann', { id: 'later', lastUsedAt: 7_000 }) },
      { addBrowserSession: browserSession('bob') },
    ])
    assert.deepEqual(
      (await browserSessions.list(ofAnn)).map(({ id }) => id),
      ['later', 'session-ann'],
    )
  })

  test('a session knows each client under the first identifier, until it ends', async (t) => {
    const { browserSessions, commit } = await openSignedIn(t)
    await commit([{ addClient: openidClient('wiki') }])
    const wiki = { appId: 'shop', sessionId: 'session-ann', clientId: 'wiki', sid: 'one' }
    for (const sid of ['one', 'two']) assert.equal(await commit([{ addSessionClient: { ...wiki, sid } }]), undefined)
    assert.deepEqual(await browserSessions.listClients(key), [wiki])
    assert.deepEqual(await browserSessions.listClientsOfUser(ofAnn), [wiki])
    assert.deepEqual(await browserSessions.listClientsOfUser({ ...ofAnn, userId: 'user-bob' }), [])
    const unknown = [
      { ...wiki, sessionId: 'none' },
      { ...wiki, clientId: 'none' },
    ]
    for (const missing of unknown)
      assert.match(String(await commit([{ addSessionClient: missing }])), /^(browser_session|client|user)_missing$/)
    await commit([{ endBrowserSession: { ...ofAnn, id: 'session-ann' } }])
    assert.deepEqual(await browserSessions.listClients(key), [])
  })

  test('expired sessions are forgotten', async (t) => {
    const store = await openSignedIn(t)
    await store.forgetExpired(session.expiresAt)
    assert.ok(await store.browserSessions.find(key))
    await store.forgetExpired(session.expiresAt + 1)
    assert.equal(await store.browserSessions.find(key), undefined)
  })
})
