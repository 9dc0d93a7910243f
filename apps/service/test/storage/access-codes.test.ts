import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accessCode,
  credential,
  credentialTry,
  event,
  passkey,
  rowCounts,
  signIn,
  signUp,
} from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type Opened } from '@thumbturn/service-harness/stores.ts'
import type { Store } from '../../src/core/ports/store.ts'

const of = (name: string) => ({ appId: 'shop', userId: `user-${name}`, purpose: 'temporary_authentication' as const })
const method = 'access code temporary_authentication'
const failuresOf = (store: Store) => store.failures.count({ appId: 'shop', account: 'user-ann', method })

/** What both engines must do with codes for other devices. */
eachStore('codes for other devices', (opened) => {
  keeping(opened)
  authorizing(opened)
  spending(opened)
})

function keeping(opened: Opened) {
  test('a code comes back as it went in, and a new one of its type and purpose replaces it and its failures', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    const long = accessCode('long', { userId: 'user-ann', type: 'long' })
    const adding = accessCode('adding', { userId: 'user-ann', purpose: 'add_credential', authorizedAt: 5_000 })
    for (const one of [accessCode('ann'), long, adding])
      assert.equal(await store.accessCodes.put(one, event(`put-${one.id}`)), true)
    const kept = async () => (await store.accessCodes.listByPurpose(of('ann'), 6_000)).sort(byType)
    assert.deepEqual(await kept(), [long, accessCode('ann')])
    await store.credentials.take(credentialTry('ann', { method }))
    assert.equal(await failuresOf(store), 1)
    const next = accessCode('ann', { id: 'access-next', hash: 'next', createdAt: 5_500, expiresAt: 185_500 })
    assert.equal(await store.accessCodes.put(next, event('put-next')), true)
    assert.equal(await failuresOf(store), 0)
    assert.deepEqual(await kept(), [long, next])
    assert.deepEqual(await store.accessCodes.find('shop', adding.id), adding)
    assert.equal(await store.accessCodes.find('shop', 'access-ann'), undefined)
    assert.equal(await store.accessCodes.find('bank', next.id), undefined)
  })

  test('a code that has ended is not listed, and is forgotten', async (t) => {
    const { store, database } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    await store.accessCodes.put(accessCode('ann'), event('put'))
    const { expiresAt } = accessCode('ann')
    assert.equal((await store.accessCodes.listByPurpose(of('ann'), expiresAt - 1)).length, 1)
    assert.deepEqual(await store.accessCodes.listByPurpose(of('ann'), expiresAt), [])
    await store.forgetExpired(expiresAt + 1)
    assert.deepEqual(await database.query('select * from access_codes'), [])
  })

  test('a user who is gone gets no code, and nothing is written', async (t) => {
    const { store, database } = await opened(t)
    assert.equal(await store.accessCodes.put(accessCode('ann'), event('put')), false)
    assert.deepEqual(await database.query('select * from access_codes'), [])
    assert.deepEqual(await store.events.list('shop', 9), [])
  })

  test('all codes of a user and purpose are removed, and no others', async (t) => {
    const { store } = await opened(t)
    for (const name of ['ann', 'bob']) await store.passkeys.add(signUp(name))
    const others = [accessCode('bob'), accessCode('adding', { userId: 'user-ann', purpose: 'add_credential' })]
    for (const one of [accessCode('ann'), accessCode('long', { userId: 'user-ann', type: 'long' }), ...others])
      await store.accessCodes.put(one, event(`put-${one.id}`))
    await store.accessCodes.removeAll(of('ann'), event('removed'))
    await store.accessCodes.removeAll(of('ann'), event('removed-again'))
    assert.deepEqual(await store.accessCodes.listByPurpose(of('ann'), 6_000), [])
    for (const one of others) assert.deepEqual(await store.accessCodes.find('shop', one.id), one)
  })
}

function authorizing(opened: Opened) {
  test('a code is authorized where it is still there', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    await store.accessCodes.put(accessCode('ann'), event('put'))
    assert.equal(await store.accessCodes.authorize(accessCode('ann'), 7_000, event('authorized')), true)
    assert.deepEqual(await store.accessCodes.find('shop', 'access-ann'), accessCode('ann', { authorizedAt: 7_000 }))
    const gone = accessCode('ann', { id: 'access-old' })
    assert.equal(await store.accessCodes.authorize(gone, 7_000, event('late')), false)
    assert.deepEqual((await store.events.list('shop', 9)).map(({ id }) => id).sort(), [
      'authorized',
      'put',
      'sign-up-ann',
    ])
  })
}

function spending(opened: Opened) {
  test('a code is spent once, by one of 64, and only when it is authorized and has not ended', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    await store.accessCodes.put(accessCode('ann'), event('put'))
    assert.equal(await store.accessCodes.spend(accessCode('ann'), 6_000, event('unauthorized')), false)
    await store.accessCodes.authorize(accessCode('ann'), 6_000, event('authorized'))
    assert.equal(await store.accessCodes.spend(accessCode('ann'), 185_000, event('late')), false)
    assert.equal(await store.accessCodes.spend(accessCode('bob', { id: 'access-ann' }), 6_000, event('theirs')), false)
    const all = Array.from({ length: 64 }, (_, at) =>
      store.accessCodes.spend(accessCode('ann'), 6_000, event(`s${at}`)),
    )
    assert.equal((await Promise.all(all)).filter(Boolean).length, 1)
  })

  test('a credential that a code allows uses it up, or is not stored', async (t) => {
    const { store, database } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    const allowed = accessCode('ann', { purpose: 'add_credential', authorizedAt: 5_000 })
    await store.accessCodes.put(allowed, event('put'))
    const add = (id: string) =>
      store.credentials.put(credential('ann', { id }), { allowedByCode: allowed, events: [event(id)] })
    assert.equal(await add('first'), 'stored')
    const before = await rowCounts(database)
    assert.equal(await add('second'), 'used_up')
    assert.deepEqual(await rowCounts(database), before)
    assert.deepEqual(
      (await store.credentials.listByUser('shop', 'user-ann')).map(({ id }) => id),
      ['first'],
    )
  })

  test('a code that a passkey makes is kept with its use, or not at all', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    const made = accessCode('ann', { authorizedAt: 6_000 })
    const use = (session: string) => store.passkeys.recordUse(signIn(passkey('ann'), session, { accessCode: made }))
    assert.equal(await use('one'), 'recorded')
    assert.deepEqual(await store.accessCodes.listByPurpose(of('ann'), 6_000), [made])
    await store.accessCodes.removeAll(of('ann'), event('removed'))
    assert.equal(await use('one'), 'session_spent')
    const gone = signIn(passkey('bob'), 'two', { accessCode: accessCode('bob') })
    assert.equal(await store.passkeys.recordUse(gone), 'passkey_gone')
    assert.deepEqual(await store.accessCodes.listByPurpose(of('ann'), 6_000), [])
  })
}

const byType = (one: { type: string }, other: { type: string }) => one.type.localeCompare(other.type)
