import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  credential,
  credentialTry,
  event,
  newUser,
  passkey,
  rowCounts,
  signUp,
  user,
} from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type Opened } from '@thumbturn/service-harness/stores.ts'
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
const idsOf = async (store: Store) => (await store.credentials.listByUser('shop', 'user-ann')).map(({ id }) => id)
const failuresOf = (store: Store, method = 'password') =>
  store.failures.count({ appId: 'shop', account: 'user-ann', method })

/** What both engines must do with credentials that are no passkeys. */
eachStore('credentials', (opened) => {
  keeping(opened)
  trying(opened)
  using(opened)
  caring(opened)
})

function keeping(opened: Opened) {
  test('a credential comes back as it went in, oldest first, also with a user who is new', async (t) => {
    const { store } = await opened(t)
    assert.equal(await store.credentials.put(credential('ann'), { newUser: newUser('ann'), ...added('one') }), 'stored')
    const code = credential('code', { userId: 'user-ann', type: 'recovery_code', createdAt: 4_000 })
    assert.equal(await store.credentials.put(code, added('two')), 'stored')
    assert.deepEqual(await store.credentials.listByUser('shop', 'user-ann'), [code, credential('ann')])
    assert.deepEqual(await store.credentials.find('shop', code.id), code)
    assert.equal(await store.credentials.find('bank', code.id), undefined)
    assert.deepEqual(await store.credentials.listByUser('bank', 'user-ann'), [])
    assert.deepEqual(await store.users.find('shop', 'user-ann'), user('ann'))
  })

  test('a name that is taken and a user who is gone get none, and nothing is written', async (t) => {
    const { store, database } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    const before = await rowCounts(database)
    const thief = newUser('thief', { usernameKey: 'ann' })
    assert.equal(await store.credentials.put(credential('thief'), { newUser: thief, ...added() }), 'username_taken')
    assert.equal(await store.credentials.put(credential('bob'), added()), 'user_gone')
    assert.deepEqual(await rowCounts(database), before)
    assert.deepEqual(await database.query('select * from credentials'), [])
  })

  test('a user has one of each type in use: an active one replaces the older and what waits, a pending one only what waits', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    await store.credentials.put(credential('ann'), added('password'))
    for (const [id, status, kept] of [
      ['t1', 'active', ['t1']],
      ['t2', 'pending', ['t1', 't2']],
      ['t3', 'pending', ['t1', 't3']],
      ['t4', 'active', ['t4']],
    ] as const) {
      assert.equal(await store.credentials.put(totp({ id, status }), added(id)), 'stored')
      assert.deepEqual((await idsOf(store)).sort(), ['credential-ann', ...kept])
    }
  })

  test('what replaces a proved credential uses that up, or is not stored', async (t) => {
    const { store, database } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    await store.credentials.put(credential('ann'), added('old'))
    await store.credentials.take(credentialTry('ann'))
    const replace = (id: string) => {
      const next = credential('ann', { id, secret: id })
      return store.credentials.put(next, { replaced: proved(credential('ann')), ...added(id) })
    }
    const outcomes = await Promise.all(Array.from({ length: 16 }, (_, at) => replace(`next-${at}`)))
    assert.equal(outcomes.filter((one) => one === 'stored').length, 1)
    assert.ok(outcomes.every((one) => one === 'stored' || one === 'used_up'))
    assert.equal((await database.query('select * from credentials')).length, 1)
    assert.equal(await failuresOf(store), 0)
  })
}

function trying(opened: Opened) {
  test('tries are counted until the most, for each account and method, and a new credential forgets those of its type', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    const taken = await Promise.all(Array.from({ length: 64 }, () => store.credentials.take(credentialTry('ann'))))
    assert.equal(taken.filter(Boolean).length, 5)
    assert.equal(await store.credentials.take(credentialTry('ann', { method: 'totp' })), true)
    assert.equal(await store.credentials.take(credentialTry('bob', { userId: undefined })), true)
    await store.credentials.put(credential('ann'), added())
    assert.deepEqual([await failuresOf(store), await failuresOf(store, 'totp')], [0, 1])
    assert.equal(await store.credentials.take(credentialTry('ann')), true)
  })

  test('a try of a user who is gone counts nothing', async (t) => {
    const { store, database } = await opened(t)
    assert.equal(await store.credentials.take(credentialTry('ann')), false)
    assert.deepEqual(await database.query('select * from failures'), [])
  })
}

function using(opened: Opened) {
  test('a use is written with its time, and forgets the failures before it', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    await store.credentials.put(credential('ann'), added())
    await store.credentials.take(credentialTry('ann'))
    assert.equal(await store.credentials.recordUse(proved(credential('ann'))), true)
    assert.deepEqual(await store.credentials.find('shop', 'credential-ann'), credential('ann', { updatedAt: 7_000 }))
    assert.equal(await failuresOf(store), 0)
  })

  test('a secret that was changed meanwhile is not used, and a flow is spent once', async (t) => {
    const { store, database } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    await store.credentials.put(credential('ann'), added())
    const before = await rowCounts(database)
    assert.equal(await store.credentials.recordUse(proved(credential('ann', { secret: 'older' }))), false)
    assert.equal(await store.credentials.recordUse(proved(credential('ann', { userId: 'user-bob' }))), false)
    assert.deepEqual(await rowCounts(database), before)
    const spending = { id: 'flow', expiresAt: 9_000 }
    const uses = Array.from({ length: 64 }, (_, at) =>
      store.credentials.recordUse(proved(credential('ann'), { spending, events: [event(`used-${at}`)] })),
    )
    assert.equal((await Promise.all(uses)).filter(Boolean).length, 1)
  })

  test('a time step is used once, and no earlier one after it', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    await store.credentials.put(totp(), added())
    let count = 0
    const use = (step: number) => store.credentials.recordUse(proved(totp(), { step, events: [event(`s${++count}`)] }))
    const uses = await Promise.all(Array.from({ length: 64 }, () => use(10)))
    assert.equal(uses.filter(Boolean).length, 1)
    assert.deepEqual([await use(9), await use(10), await use(11)], [false, false, true])
  })

  test('a recovery code is gone once it was used, by one of 64', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    const code = credential('ann', { type: 'recovery_code' })
    await store.credentials.put(code, added())
    const uses = Array.from({ length: 64 }, (_, at) =>
      store.credentials.recordUse(proved(code, { isUsedUp: true, events: [event(`used-${at}`)] })),
    )
    assert.equal((await Promise.all(uses)).filter(Boolean).length, 1)
    assert.deepEqual(await idsOf(store), [])
  })

  test('the first use of what waits makes it active, in the place of the older', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    const waiting = totp({ id: 'waiting', status: 'pending' })
    await store.credentials.put(totp({ id: 'older' }), added('older'))
    await store.credentials.put(waiting, added('waiting'))
    assert.equal(await store.credentials.recordUse(proved(waiting, { step: 3 })), true)
    const active = totp({ id: 'waiting', lastStep: 3, updatedAt: 7_000 })
    assert.deepEqual(await store.credentials.listByUser('shop', 'user-ann'), [active])
    assert.equal(await store.credentials.recordUse(proved(waiting, { step: 4, events: [event('again')] })), false)
  })
}

function caring(opened: Opened) {
  test('a credential is renamed and revoked by its own user, and keeps no secret', async (t) => {
    const { store } = await opened(t)
    for (const name of ['ann', 'bob']) await store.passkeys.add(signUp(name))
    await store.credentials.put(credential('ann'), added())
    const [mine, theirs] = [credential('ann'), { ...credential('ann'), userId: 'user-bob' }]
    assert.equal(await store.credentials.rename(theirs, { name: 'Mine now', at: 7_000 }), false)
    assert.equal(await store.credentials.rename(mine, { name: 'Old one', at: 7_000 }), true)
    assert.equal(await store.credentials.revoke(theirs, 8_000, event('1')), false)
    assert.equal(await store.credentials.revoke(mine, 8_000, event('revoked')), true)
    assert.equal(await store.credentials.revoke(mine, 9_000, event('2')), false)
    assert.equal(await store.credentials.rename(mine, { name: 'Back', at: 9_000 }), false)
    const gone = credential('ann', { name: 'Old one', status: 'revoked', secret: '', updatedAt: 8_000 })
    assert.deepEqual(await store.credentials.listByUser('shop', 'user-ann'), [gone])
    assert.equal(await store.credentials.recordUse(proved(mine)), false)
    // What was revoked stays, however many follow it.
    await store.credentials.put(credential('ann', { id: 'next', createdAt: 9_000 }), added('next'))
    assert.deepEqual(await idsOf(store), ['credential-ann', 'next'])
  })

  test('a revoked passkey is deleted and remembered, once', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    const revoked = credential('ann', { id: 'passkey-ann', type: 'fido2', status: 'revoked', secret: '' })
    assert.equal(await store.credentials.revokePasskey(passkey('ann'), revoked, event('revoked')), true)
    assert.equal(await store.credentials.revokePasskey(passkey('ann'), revoked, event('again')), false)
    assert.deepEqual(await store.passkeys.listByUser('shop', 'user-ann'), [])
    assert.deepEqual(await store.credentials.listByUser('shop', 'user-ann'), [revoked])
  })

  test('what a user has goes with the user', async (t) => {
    const { store, database } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    await store.credentials.put(credential('ann'), added())
    assert.equal(await store.users.remove('shop', 'user-ann', event('removed')), true)
    assert.deepEqual(await database.query('select * from credentials'), [])
  })
}
