import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putCredential, register, useCredential } from '@thumbturn/service-harness/store-batches.ts'
import {
  credential,
  credentialAttempt,
  event,
  newUser,
  passkey,
  rowCounts,
  signUp,
  user,
} from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'
import type { Credential, CredentialUse } from '../../src/core/model/credentials/credential.ts'
import type { Store } from '../../src/core/ports/store.ts'

const added = (id = 'added') => ({ events: [event(id)] })
const proved = (of: Credential, changes: Partial<CredentialUse> = {}): CredentialUse => ({
  credential: of,
  step: 0,
  isUsedUp: false,
  at: 7_000,
  events: [event(`proved-${of.id}`)],
  ...changes,
})
const totp = (changes: Partial<Credential> = {}) => credential('ann', { type: 'totp', secret: '', ...changes })
const listIds = async (store: Store) => (await store.credentials.listByUser('shop', 'user-ann')).map(({ id }) => id)
const countFailures = (store: Store, method = 'password') =>
  store.failures.count({ appId: 'shop', account: 'user-ann', method })

/** Requirements for credentials other than passkeys on both engines. */
eachStore('credentials', (opened) => {
  testStoring(opened)
  testAttempts(opened)
  testUses(opened)
  testUpkeep(opened)
})

function testStoring(opened: OpenStore) {
  test('a credential is loaded as it was stored, oldest first, including for a new user', async (t) => {
    const { store } = await opened(t)
    assert.equal(await putCredential(store, credential('ann'), { newUser: newUser('ann'), ...added('one') }), undefined)
    const code = credential('code', { userId: 'user-ann', type: 'recovery_code', createdAt: 4_000 })
    assert.equal(await putCredential(store, code, added('two')), undefined)
    assert.deepEqual(await store.credentials.listByUser('shop', 'user-ann'), [code, credential('ann')])
    assert.deepEqual(await store.credentials.find('shop', code.id), code)
    assert.equal(await store.credentials.find('bank', code.id), undefined)
    assert.deepEqual(await store.credentials.listByUser('bank', 'user-ann'), [])
    assert.deepEqual(await store.users.find('shop', 'user-ann'), user('ann'))
  })

  test('a taken username and a deleted user get no credential, and nothing is written', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    const before = await rowCounts(database)
    const thief = newUser('thief', { usernameKey: 'ann' })
    assert.equal(await putCredential(store, credential('thief'), { newUser: thief, ...added() }), 'username_taken')
    assert.equal(await putCredential(store, credential('bob'), added()), 'user_missing')
    assert.deepEqual(await rowCounts(database), before)
    assert.deepEqual(await database.query('select * from credentials'), [])
  })

  test('a user has one active credential of each type: a new active one replaces it and any pending one, a pending one only the pending one', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    await putCredential(store, credential('ann'), added('password'))
    for (const [id, status, kept] of [
      ['t1', 'active', ['t1']],
      ['t2', 'pending', ['t1', 't2']],
      ['t3', 'pending', ['t1', 't3']],
      ['t4', 'active', ['t4']],
    ] as const) {
      assert.equal(await putCredential(store, totp({ id, status }), added(id)), undefined)
      assert.deepEqual((await listIds(store)).sort(), ['credential-ann', ...kept])
    }
  })

  test('a credential that replaces a verified one spends it, or is not stored', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    await putCredential(store, credential('ann'), added('old'))
    await store.commit([{ countFailure: credentialAttempt('ann') }])
    const replace = (id: string) => {
      const next = credential('ann', { id, secret: id })
      return putCredential(store, next, { replaced: proved(credential('ann')), ...added(id) })
    }
    const outcomes = await Promise.all(Array.from({ length: 16 }, (_, at) => replace(`next-${at}`)))
    assert.equal(outcomes.filter((one) => one === undefined).length, 1)
    assert.ok(outcomes.every((one) => one === undefined || one === 'credential_missing'))
    assert.equal((await database.query('select * from credentials')).length, 1)
    assert.equal(await countFailures(store), 0)
  })
}

function testAttempts(opened: OpenStore) {
  test('attempts are counted up to the limit for each account and method, and a new credential resets those of its type', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const taken = await Promise.all(
      Array.from({ length: 64 }, () => store.commit([{ countFailure: credentialAttempt('ann') }])),
    )
    assert.equal(taken.filter((conflict) => conflict === undefined).length, 5)
    assert.equal(await store.commit([{ countFailure: credentialAttempt('ann', { method: 'totp' }) }]), undefined)
    assert.equal(await store.commit([{ countFailure: credentialAttempt('bob', { userId: undefined }) }]), undefined)
    await putCredential(store, credential('ann'), added())
    assert.deepEqual([await countFailures(store), await countFailures(store, 'totp')], [0, 1])
    assert.equal(await store.commit([{ countFailure: credentialAttempt('ann') }]), undefined)
  })

  test("an attempt of a deleted user isn't counted", async (t) => {
    const { store, database } = await opened(t)
    assert.equal(await store.commit([{ countFailure: credentialAttempt('ann') }]), 'user_missing')
    assert.deepEqual(await database.query('select * from failures'), [])
  })
}

function testUses(opened: OpenStore) {
  test('a use is written with its time, and resets the failures before it', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    await putCredential(store, credential('ann'), added())
    await store.commit([{ countFailure: credentialAttempt('ann') }])
    assert.equal(await useCredential(store, proved(credential('ann'))), undefined)
    assert.deepEqual(await store.credentials.find('shop', 'credential-ann'), credential('ann', { updatedAt: 7_000 }))
    assert.equal(await countFailures(store), 0)
  })

  test("a secret that changed in the meantime can't be used, and a flow is spent once", async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    await putCredential(store, credential('ann'), added())
    const before = await rowCounts(database)
    assert.equal(await useCredential(store, proved(credential('ann', { secret: 'older' }))), 'credential_missing')
    assert.equal(await useCredential(store, proved(credential('ann', { userId: 'user-bob' }))), 'credential_missing')
    assert.deepEqual(await rowCounts(database), before)
    const spending = { id: 'flow', expiresAt: 9_000 }
    const uses = Array.from({ length: 64 }, (_, at) =>
      useCredential(store, proved(credential('ann'), { spending, events: [event(`used-${at}`)] })),
    )
    assert.equal((await Promise.all(uses)).filter((conflict) => conflict === undefined).length, 1)
  })

  test('a time step is used once, and invalidates earlier ones', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    await putCredential(store, totp(), added())
    let count = 0
    const use = (step: number) => useCredential(store, proved(totp(), { step, events: [event(`s${++count}`)] }))
    const uses = await Promise.all(Array.from({ length: 64 }, () => use(10)))
    assert.equal(uses.filter((conflict) => conflict === undefined).length, 1)
    assert.deepEqual(
      [await use(9), await use(10), await use(11)],
      ['credential_missing', 'credential_missing', undefined],
    )
  })

  test('of 64 parallel attempts with one recovery code, one succeeds, and the code is deleted', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const code = credential('ann', { type: 'recovery_code' })
    await putCredential(store, code, added())
    const uses = Array.from({ length: 64 }, (_, at) =>
      useCredential(store, proved(code, { isUsedUp: true, events: [event(`used-${at}`)] })),
    )
    assert.equal((await Promise.all(uses)).filter((conflict) => conflict === undefined).length, 1)
    assert.deepEqual(await listIds(store), [])
  })

  test('the first use of a pending credential activates it and replaces the older one', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const waiting = totp({ id: 'waiting', status: 'pending' })
    await putCredential(store, totp({ id: 'older' }), added('older'))
    await putCredential(store, waiting, added('waiting'))
    assert.equal(await useCredential(store, proved(waiting, { step: 3 })), undefined)
    const active = totp({ id: 'waiting', lastStep: 3, updatedAt: 7_000 })
    assert.deepEqual(await store.credentials.listByUser('shop', 'user-ann'), [active])
    assert.equal(
      await useCredential(store, proved(waiting, { step: 4, events: [event('again')] })),
      'credential_missing',
    )
  })
}

function testUpkeep(opened: OpenStore) {
  test('a credential is renamed and revoked by its own user, and a revoked one keeps no secret', async (t) => {
    const { store } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    await putCredential(store, credential('ann'), added())
    const [mine, theirs] = [credential('ann'), { ...credential('ann'), userId: 'user-bob' }]
    assert.equal(
      await store.commit([{ renameCredential: { ...theirs, name: 'Mine now', at: 7_000 } }]),
      'credential_missing',
    )
    assert.equal(await store.commit([{ renameCredential: { ...mine, name: 'Old one', at: 7_000 } }]), undefined)
    assert.equal(await store.commit([{ revokeCredential: { ...theirs, at: 8_000 } }]), 'credential_missing')
    assert.equal(
      await store.commit([
        { signOutUser: mine },
        { revokeCredential: { ...mine, at: 8_000 } },
        { append: event('revoked') },
      ]),
      undefined,
    )
    assert.equal(await store.commit([{ revokeCredential: { ...mine, at: 9_000 } }]), 'credential_missing')
    assert.equal(await store.commit([{ renameCredential: { ...mine, name: 'Back', at: 9_000 } }]), 'credential_missing')
    const gone = credential('ann', { name: 'Old one', status: 'revoked', secret: '', updatedAt: 8_000 })
    assert.deepEqual(await store.credentials.listByUser('shop', 'user-ann'), [gone])
    assert.equal(await useCredential(store, proved(mine)), 'credential_missing')
    // A revoked credential stays, however many follow it.
    await putCredential(store, credential('ann', { id: 'next', createdAt: 9_000 }), added('next'))
    assert.deepEqual(await listIds(store), ['credential-ann', 'next'])
  })

  test('a revoked passkey is deleted and remembered, once', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const revoked = credential('ann', { id: 'passkey-ann', type: 'fido2', status: 'revoked', secret: '' })
    assert.equal(
      await store.commit([{ deletePasskey: passkey('ann') }, { addCredential: revoked }, { append: event('revoked') }]),
      undefined,
    )
    assert.equal(
      await store.commit([{ deletePasskey: passkey('ann') }, { addCredential: revoked }, { append: event('again') }]),
      'passkey_missing',
    )
    assert.deepEqual(await store.passkeys.listByUser('shop', 'user-ann'), [])
    assert.deepEqual(await store.credentials.listByUser('shop', 'user-ann'), [revoked])
  })

  test('deleting a user deletes their credentials', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    await putCredential(store, credential('ann'), added())
    assert.equal(
      await store.commit([{ deleteUser: { appId: 'shop', userId: 'user-ann' } }, { append: event('removed') }]),
      undefined,
    )
    assert.deepEqual(await database.query('select * from credentials'), [])
  })
}
