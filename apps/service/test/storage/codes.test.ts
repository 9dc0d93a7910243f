import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CodeEffect } from '@thumbturn/service-harness/store-batches.ts'
import { putCredential, recordUse, register, setContact, spendCode } from '@thumbturn/service-harness/store-batches.ts'
import {
  accessCode,
  code,
  codeAttempt,
  contact,
  credential,
  event,
  messageTask,
  passkey,
  rowCounts,
  signIn,
  signUp,
  type TestDatabase,
} from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'
import type { Code } from '../../src/core/model/codes/code.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { openStore } from '../../src/storage/open.ts'

const all = <Answer>(count: number, act: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))

const spent = (of: Code, changes: { failures?: number; at?: number; effect?: CodeEffect } = {}) => ({
  code: of,
  failures: 100,
  at: 6_000,
  effect: undefined,
  events: [event('spent')],
  tasks: [messageTask('told')],
  ...changes,
})

const countFailures = (store: Store, method = 'email') =>
  store.failures.count({ appId: 'shop', account: 'user-ann', method })

/** Requirements for one-time codes on both engines. */
eachStore('codes', (opened) => {
  testStoring(opened)
  testAttempts(opened)
  testSpending(opened)
  effects(opened)
})

function testStoring(opened: OpenStore) {
  test('a code is loaded as it was stored, and a new one of its purpose and method replaces it', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const shown = code('ann', {
      method: 'device',
      address: undefined,
      shownBy: 'passkey-ann',
      until: 9_000,
      tokenEpoch: 2,
    })
    const others = [shown, code('ann', { purpose: 'mfa' }), code('ann', { appId: 'bank', userId: undefined })]
    for (const one of [code('ann'), ...others]) assert.equal(await store.commit([{ putCode: one }]), undefined)
    assert.deepEqual((await store.codes.listByPurpose(shown)).sort(byMethod), [shown, code('ann')])
    await store.commit([{ putCode: code('ann', { hash: 'new' }) }, { append: event('z-shown') }])
    assert.deepEqual((await store.codes.listByPurpose(shown)).sort(byMethod), [shown, code('ann', { hash: 'new' })])
    assert.deepEqual(await store.codes.listByPurpose(others[1]!), [others[1]])
    assert.equal((await store.events.list('shop', 1))[0]?.id, 'z-shown')
  })

  test('an expired code is deleted, and so are the failures of unknown usernames, 30 days after the last one', async (t) => {
    const { store, database } = await opened(t)
    const month = 30 * 24 * 60 * 60_000
    await register(store, signUp('ann'))
    const strangers = { account: '~stranger', userId: undefined }
    for (const one of [code('ann'), code('ann', strangers)]) await store.commit([{ putCode: one }])
    for (const account of ['user-ann', strangers.account]) await store.codes.take({ ...codeAttempt('ann'), account })
    const { expiresAt } = code('ann')
    await store.forgetExpired(expiresAt)
    assert.equal((await database.query('select * from codes')).length, 2)
    await store.forgetExpired(expiresAt + 1)
    assert.deepEqual(await database.query('select * from codes'), [])
    const accounts = async () =>
      (await database.query('select account from failures order by account')).map((row) => row.account)
    const { decoyAccount, at } = codeAttempt('ann')
    assert.deepEqual(await accounts(), [decoyAccount, 'user-ann', strangers.account].sort())
    await store.forgetExpired(at + month + 1)
    assert.deepEqual(await accounts(), ['user-ann'])
  })

  test('a deleted user gets no code, and nothing is written', async (t) => {
    const { store, database } = await opened(t)
    assert.equal(await store.commit([{ putCode: code('ann') }, { append: event('e') }]), 'user_missing')
    assert.deepEqual(await database.query('select * from codes'), [])
    assert.deepEqual(await store.events.list('shop', 9), [])
  })
}

function testAttempts(opened: OpenStore) {
  test('a code allows a fixed number of attempts, each counted as a failure, and a new code starts over', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    for (let round = 1; round <= 3; round++) {
      await store.commit([{ putCode: code('ann') }])
      for (let count = 1; count <= 5; count++) assert.deepEqual(await store.codes.take(codeAttempt('ann')), ['email'])
      assert.deepEqual(await store.codes.take(codeAttempt('ann')), [])
      assert.equal(await countFailures(store), 5 * round)
    }
  })

  test('64 attempts at once on two nodes are five, and count as five failures', async (t) => {
    const { store, database } = await opened(t)
    const other = await openStore(database.url)
    t.after(() => other.close())
    await register(store, signUp('ann'))
    for (let round = 1; round <= 3; round++) {
      await store.commit([{ putCode: code('ann') }])
      const taken = await all(64, (index) => [store, other][index % 2]!.codes.take(codeAttempt('ann')))
      assert.equal(taken.filter((methods) => methods.length === 1).length, 5)
      assert.equal(await countFailures(store), 5 * round)
    }
  })

  test('an attempt counts against every code it applies to, and no other', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    for (const changes of [{}, { method: 'device' }, { method: 'sms', expiresAt: 6_000 }, { purpose: 'mfa' }] as const)
      await store.commit([{ putCode: code('ann', changes) }])
    assert.deepEqual(await store.codes.take(codeAttempt('ann')), ['device', 'email'])
    assert.deepEqual(await store.codes.take(codeAttempt('ann', { methods: ['email'] })), ['email'])
    assert.deepEqual(
      [await countFailures(store, 'device'), await countFailures(store), await countFailures(store, 'sms')],
      [1, 2, 0],
    )
    assert.deepEqual(await store.codes.take(codeAttempt('ann', { appId: 'bank' })), [])
    assert.deepEqual(await store.codes.take(codeAttempt('bob')), [])
  })

  test('an attempt for an unknown user increments one of a fixed few counters', async (t) => {
    const { store, database } = await opened(t)
    for (let count = 0; count < 3; count++) assert.deepEqual(await store.codes.take(codeAttempt('unknown')), [])
    const rows = await database.query('select account, method, count from failures')
    assert.deepEqual(
      rows.map((row) => ({ ...row, count: Number(row.count) })),
      [{ account: 'nobody-1', method: 'any', count: 3 }],
    )
  })

  test('a deleted user has no attempts', async (t) => {
    const { store } = await opened(t)
    const account = 'user-ann'
    assert.deepEqual(await store.codes.take(codeAttempt('ann')), [])
    const given = { appId: 'shop', account, userId: account, method: 'password', at: 6_000, most: 100 } as const
    assert.equal(await store.commit([{ countFailure: given }]), 'user_missing')
    assert.equal(await countFailures(store, 'password'), 0)
  })

  test('the last attempt before the lock reports it, once', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const limited = codeAttempt('ann', { failures: 3 })
    const observed = async () =>
      (await store.events.list('shop', 99)).filter(({ type }) => type === 'fido2.otp.exhausted').map(({ id }) => id)
    await store.commit([{ putCode: code('ann') }])
    for (let count = 1; count <= 2; count++) await store.codes.take(limited)
    assert.deepEqual(await observed(), [])
    for (let count = 1; count <= 3; count++) await store.codes.take(limited)
    assert.deepEqual(await observed(), ['exhausted-email'])
  })
}

function testSpending(opened: OpenStore) {
  test('of 64 parallel attempts to spend a code, one succeeds', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    await store.commit([{ putCode: code('ann') }])
    const events = (index: number) => ({ events: [event(`e${index}`)], tasks: [messageTask(`m${index}`)] })
    const responses = await all(64, (index) => spendCode(store, { ...spent(code('ann')), ...events(index) }))
    assert.equal(responses.filter((conflict) => conflict === undefined).length, 1)
    assert.deepEqual(await store.codes.listByPurpose(code('ann')), [])
    assert.equal((await database.query('select * from messages')).length, 1)
  })

  test('a success clears the failures of its method only', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    for (const method of ['email', 'sms'] as const) await store.commit([{ putCode: code('ann', { method }) }])
    await store.codes.take(codeAttempt('ann'))
    assert.equal(await spendCode(store, spent(code('ann'))), undefined)
    assert.deepEqual([await countFailures(store), await countFailures(store, 'sms')], [0, 1])
  })

  test('a code that was replaced, has expired, or whose method is locked is not spent, and nothing is written', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    await store.commit([{ putCode: code('ann') }])
    await store.codes.take(codeAttempt('ann'))
    const before = await rowCounts(database)
    for (const rejected of [
      spent(code('ann', { hash: 'older' })),
      spent(code('ann', { purpose: 'mfa' })),
      spent(code('ann', { method: 'sms' })),
      spent(code('ann', { appId: 'bank' })),
      spent(code('ann'), { at: 605_000 }),
      spent(code('ann'), { failures: 0 }),
    ])
      assert.equal(await spendCode(store, rejected), 'code_missing')
    assert.deepEqual(await rowCounts(database), before)
    assert.equal(await countFailures(store), 1)
    assert.equal(await spendCode(store, spent(code('ann'), { failures: 1 })), undefined)
  })

  test("a user's passkey clears the failures of every method, whether it is used or added", async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const fail = async () => {
      for (const method of ['email', 'sms'] as const) await store.commit([{ putCode: code('ann', { method }) }])
      await store.codes.take(codeAttempt('ann'))
      assert.deepEqual([await countFailures(store), await countFailures(store, 'sms')], [1, 1])
    }
    await fail()
    await recordUse(store, signIn(passkey('ann'), 'one'))
    assert.deepEqual([await countFailures(store), await countFailures(store, 'sms')], [0, 0])
    await fail()
    const second = passkey('ann', { id: 'second', credentialId: 'second' })
    const spending = { id: 'second', expiresAt: 300_000 }
    await register(store, signUp('ann', { newUser: undefined, passkey: second, spending, event: event('second') }))
    assert.deepEqual([await countFailures(store), await countFailures(store, 'sms')], [0, 0])
  })
}

function effects(opened: OpenStore) {
  test('a contact is verified with its code, and replaces the previous one', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    await register(store, signUp('bob'))
    const waiting = contact('ann', { address: 'new@x.org', addressKey: 'new@x.org', verifiedAt: undefined })
    const observed = { events: [], tasks: [] }
    for (const one of [contact('ann'), waiting, contact('bob', { addressKey: 'new@x.org' })])
      await setContact(store, one, observed)
    const proving = code('ann', { purpose: 'contact', address: 'new@x.org' })
    for (const one of [proving, code('ann'), code('ann', { method: 'device' })]) await store.commit([{ putCode: one }])
    assert.equal(await spendCode(store, spent(proving, { effect: { verifies: waiting } })), undefined)
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-ann'), [{ ...waiting, verifiedAt: 6_000 }])
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-bob'), [])
    // The code sent to the old address is invalid.
    assert.deepEqual(
      (await store.codes.listByPurpose(code('ann'))).map(({ method }) => method),
      ['device'],
    )
  })

  test('a contact that is no longer pending is not verified, and the code is not spent', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    await setContact(store, contact('ann'), { events: [], tasks: [] })
    const proving = code('ann', { purpose: 'contact' })
    await store.commit([{ putCode: proving }])
    const before = await rowCounts(database)
    for (const gone of [contact('ann'), contact('ann', { addressKey: 'other@x.org' })])
      assert.ok(await spendCode(store, spent(proving, { effect: { verifies: gone } })))
    assert.deepEqual(await rowCounts(database), before)
    assert.deepEqual(await store.codes.listByPurpose(proving), [proving])
  })

  test('a recovery leaves the verified contact and nothing else that could open the account', async (t) => {
    const { store, database } = await opened(t)
    for (const name of ['ann', 'bob']) await withEveryWayIn(store, name)
    const recovery = { recovers: contact('ann'), tokenEpoch: 0 }
    assert.equal(await spendCode(store, spent(code('ann'), { effect: recovery })), undefined)
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-ann'), [contact('ann')])
    assert.deepEqual(await ownersIn(database), Object.fromEntries(waysIn.map((table) => [table, ['user-bob']])))
    assert.equal((await store.users.find('shop', 'user-ann'))?.tokenEpoch, 1)
    assert.equal((await store.users.find('shop', 'user-bob'))?.tokenEpoch, 0)
  })

  test('credentials written during a recovery are removed after it', async (t) => {
    const { store, database } = await opened(t)
    for (const name of ['ann', 'bob']) await withEveryWayIn(store, name)
    await setContact(store, contact('ann'), { events: [], tasks: [] })
    await store.commit([{ removeAccess: contact('ann') }])
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-ann'), [contact('ann')])
    const left = await ownersIn(database)
    assert.deepEqual(
      left,
      Object.fromEntries(waysIn.map((table) => [table, table === 'codes' ? left.codes : ['user-bob']])),
    )
  })

  test('a recovery in an outdated epoch fails, and nothing is written', async (t) => {
    const { store, database } = await opened(t)
    await withEveryWayIn(store, 'ann')
    const before = await rowCounts(database)
    const recovery = { recovers: contact('ann'), tokenEpoch: 1 }
    assert.ok(await spendCode(store, spent(code('ann'), { effect: recovery })))
    assert.deepEqual(await rowCounts(database), before)
  })

  test("another user's verified address can't recover an account, and nothing is written", async (t) => {
    const { store, database } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    await setContact(store, contact('bob', { addressKey: 'ann@example.com' }), { events: [], tasks: [] })
    await store.commit([{ putCode: code('ann') }])
    const before = await rowCounts(database)
    for (const effect of [{ recovers: contact('ann'), tokenEpoch: 0 }, { adopts: contact('ann') }])
      assert.ok(await spendCode(store, spent(code('ann'), { effect })))
    assert.deepEqual(await rowCounts(database), before)
  })
}

const waysIn = [
  'passkeys',
  'credentials',
  'access_codes',
  'refresh_families',
  'devices',
  'device_keys',
  'codes',
] as const

/** Returns the owners of the rows in every table that gives access to an account. */
async function ownersIn(database: TestDatabase) {
  const owners = waysIn.map(async (table) => {
    const rows = await database.query(`select distinct user_id from ${table} order by user_id`)
    return [table, rows.map((row) => row.user_id)] as const
  })
  return Object.fromEntries(await Promise.all(owners))
}

/** Creates a user who can sign in by every method. */
async function withEveryWayIn(store: Store, name: string) {
  const { passkey: made, ...signUpUser } = signUp(name)
  await register(store, {
    ...signUpUser,
    passkey: made,
    device: { ...signUpUser.device, thumbprints: [`key-${name}`] },
  })
  const waiting = contact(name, { kind: 'phone', addressKey: `+49-${name}`, verifiedAt: undefined })
  await setContact(store, waiting, { events: [], tasks: [] })
  for (const type of ['password', 'totp', 'recovery_code', 'publickey'] as const)
    await putCredential(store, credential(name, { id: `${type}-${name}`, type }), { events: [] })
  await store.commit([{ putAccessCode: accessCode(name, { authorizedAt: 5_000 }) }, { append: event(`made-${name}`) }])
  const family = { appId: 'shop', id: `family-${name}`, userId: `user-${name}`, tokenEpoch: 0, passkeyId: undefined }
  await store.commit([
    {
      addRefreshFamily: { ...family, amr: [], signedInAt: 1, expiresAt: 9_000, revokedAt: undefined, latest: 'first' },
    },
  ])
  for (const changes of [{}, { method: 'device' }, { purpose: 'mfa' }] as const)
    await store.commit([{ putCode: code(name, changes) }])
}

const byMethod = (one: Code, other: Code) => one.method.localeCompare(other.method)
