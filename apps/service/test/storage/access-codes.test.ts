import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putCredential, recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import {
  accessCode,
  credential,
  event,
  passkey,
  rowCounts,
  signIn,
  signUp,
} from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'

const of = (name: string) => ({ appId: 'shop', userId: `user-${name}`, purpose: 'temporary_authentication' as const })

/** Requirements for access codes on both engines. */
eachStore('access codes', (opened) => {
  testStoring(opened)
  testAuthorization(opened)
  testSpending(opened)
})

function testStoring(opened: OpenStore) {
  test('a code is loaded as it was stored, and a new one of its type and purpose replaces it', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const long = accessCode('long', { userId: 'user-ann', type: 'long' })
    const adding = accessCode('adding', { userId: 'user-ann', purpose: 'add_credential', authorizedAt: 5_000 })
    for (const one of [accessCode('ann'), long, adding])
      assert.equal(await store.commit([{ putAccessCode: one }, { append: event(`put-${one.id}`) }]), undefined)
    const kept = async () => (await store.accessCodes.listByPurpose(of('ann'), 6_000)).sort(byType)
    assert.deepEqual(await kept(), [long, accessCode('ann')])
    const next = accessCode('ann', { id: 'access-next', hash: 'next', createdAt: 5_500, expiresAt: 185_500 })
    assert.equal(await store.commit([{ putAccessCode: next }, { append: event('put-next') }]), undefined)
    assert.deepEqual(await kept(), [long, next])
    assert.deepEqual(await store.accessCodes.find('shop', adding.id), adding)
    assert.equal(await store.accessCodes.find('shop', 'access-ann'), undefined)
    assert.equal(await store.accessCodes.find('bank', next.id), undefined)
  })

  test('an expired code is not listed, and is deleted', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    await store.commit([{ putAccessCode: accessCode('ann') }, { append: event('put') }])
    const { expiresAt } = accessCode('ann')
    assert.equal((await store.accessCodes.listByPurpose(of('ann'), expiresAt - 1)).length, 1)
    assert.deepEqual(await store.accessCodes.listByPurpose(of('ann'), expiresAt), [])
    await store.forgetExpired(expiresAt + 1)
    assert.deepEqual(await database.query('select * from access_codes'), [])
  })

  test('a deleted user gets no code, and nothing is written', async (t) => {
    const { store, database } = await opened(t)
    assert.equal(await store.commit([{ putAccessCode: accessCode('ann') }, { append: event('put') }]), 'user_missing')
    assert.deepEqual(await database.query('select * from access_codes'), [])
    assert.deepEqual(await store.events.list('shop', 9), [])
  })

  test('all codes of a user and purpose are deleted, and no others', async (t) => {
    const { store } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    const others = [accessCode('bob'), accessCode('adding', { userId: 'user-ann', purpose: 'add_credential' })]
    for (const one of [accessCode('ann'), accessCode('long', { userId: 'user-ann', type: 'long' }), ...others])
      await store.commit([{ putAccessCode: one }, { append: event(`put-${one.id}`) }])
    await store.commit([{ deleteAccessCodes: of('ann') }, { append: event('removed') }])
    await store.commit([{ deleteAccessCodes: of('ann') }, { append: event('removed-again') }])
    assert.deepEqual(await store.accessCodes.listByPurpose(of('ann'), 6_000), [])
    for (const one of others) assert.deepEqual(await store.accessCodes.find('shop', one.id), one)
  })
}

function testAuthorization(opened: OpenStore) {
  test('a code can be authorized only while it exists', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    await store.commit([{ putAccessCode: accessCode('ann') }, { append: event('put') }])
    const authorize = (id: string, name: string) =>
      store.commit([{ authorizeAccessCode: { ...accessCode('ann', { id }), at: 7_000 } }, { append: event(name) }])
    assert.equal(await authorize('access-ann', 'authorized'), undefined)
    assert.deepEqual(await store.accessCodes.find('shop', 'access-ann'), accessCode('ann', { authorizedAt: 7_000 }))
    assert.equal(await authorize('access-old', 'late'), 'access_code_missing')
    const ids = (await store.events.list('shop', 9)).map(({ id }) => id)
    assert.deepEqual(ids.sort(), ['authorized', 'put', 'sign-up-ann'])
  })
}

function testSpending(opened: OpenStore) {
  test('a code is spent once by 64 parallel attempts, and only if it is authorized and unexpired', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    await store.commit([{ putAccessCode: accessCode('ann') }, { append: event('put') }])
    const spend = (name: string, { of = accessCode('ann'), at = 6_000 } = {}) =>
      store.commit([{ spendAccessCode: { ...of, at } }, { append: event(name) }])
    assert.equal(await spend('unauthorized'), 'access_code_missing')
    await store.commit([{ authorizeAccessCode: { ...accessCode('ann'), at: 6_000 } }, { append: event('authorized') }])
    assert.equal(await spend('late', { at: 185_000 }), 'access_code_missing')
    assert.equal(await spend('theirs', { of: accessCode('bob', { id: 'access-ann' }) }), 'access_code_missing')
    const all = Array.from({ length: 64 }, (_, at) => spend(`s${at}`))
    assert.equal((await Promise.all(all)).filter((conflict) => conflict === undefined).length, 1)
  })

  test('a credential that a code authorizes spends the code, or is not stored', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    const allowed = accessCode('ann', { purpose: 'add_credential', authorizedAt: 5_000 })
    await store.commit([{ putAccessCode: allowed }, { append: event('put') }])
    const add = (id: string) =>
      putCredential(store, credential('ann', { id }), { allowedByCode: allowed, events: [event(id)] })
    assert.equal(await add('first'), undefined)
    const before = await rowCounts(database)
    assert.equal(await add('second'), 'access_code_missing')
    assert.deepEqual(await rowCounts(database), before)
    assert.deepEqual(
      (await store.credentials.listByUser('shop', 'user-ann')).map(({ id }) => id),
      ['first'],
    )
  })

  test("a code generated with a passkey is stored together with the passkey's use, or not at all", async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const made = accessCode('ann', { authorizedAt: 6_000 })
    const use = (session: string) => recordUse(store, signIn(passkey('ann'), session, { accessCode: made }))
    assert.equal(await use('one'), undefined)
    assert.deepEqual(await store.accessCodes.listByPurpose(of('ann'), 6_000), [made])
    await store.commit([{ deleteAccessCodes: of('ann') }, { append: event('removed') }])
    assert.equal(await use('one'), 'session_spent')
    const gone = signIn(passkey('bob'), 'two', { accessCode: accessCode('bob') })
    assert.equal(await recordUse(store, gone), 'passkey_missing')
    assert.deepEqual(await store.accessCodes.listByPurpose(of('ann'), 6_000), [])
  })
}

const byType = (one: { type: string }, other: { type: string }) => one.type.localeCompare(other.type)
