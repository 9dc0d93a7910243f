import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewPasskey } from '@thumbturn/service-harness/store-batches.ts'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import {
  event,
  named,
  newUser,
  passkey,
  rowCounts,
  signIn,
  signUp,
  user,
} from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'
import type { Write } from '../../src/core/writes.ts'

const all = <Answer>(count: number, act: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))

const inBank = () =>
  signUp('ann', {
    newUser: newUser('ann', { appId: 'bank' }),
    passkey: passkey('ann', { appId: 'bank', rpId: 'bank.example' }),
    event: event('bank', { appId: 'bank' }),
  })

const deleted = (id: string) => event(id, { type: 'fido2.user.deleted', userId: 'user-ann', detail: { key: 'k' } })

/** Requirements for deleting users, passkeys, and devices, and for listing devices, on both engines. */
eachStore('deletions', (opened) => {
  users(opened)
  passkeys(opened)
  testAllowed(opened)
  devices(opened)
  sharedDevices(opened)
})

function users(opened: OpenStore) {
  test("deleting a user deletes their passkeys and devices, and no other user's", async (t) => {
    const { store, database } = await opened(t)
    for (const addition of [signUp('ann'), signUp('bob'), inBank()]) await register(store, addition)
    await recordUse(store, signIn(passkey('ann'), 'one'))
    assert.equal(
      await store.commit([{ deleteUser: { appId: 'shop', userId: 'user-ann' } }, { append: deleted('gone') }]),
      undefined,
    )
    const { users, passkeys, devices } = await rowCounts(database)
    assert.deepEqual({ users, passkeys, devices }, { users: 2, passkeys: 2, devices: 2 })
    assert.equal(await store.users.find('shop', 'user-ann'), undefined)
    assert.deepEqual(await store.users.find('bank', 'user-ann'), user('ann', { appId: 'bank' }))
    assert.ok((await store.events.list('shop', 9)).some(({ id }) => id === 'gone'))
  })

  test("a missing user can't be deleted, and nothing is written", async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    const before = await rowCounts(database)
    assert.equal(
      await store.commit([
        { deleteUser: { appId: 'bank', userId: 'user-ann' } },
        { append: event('1', { appId: 'bank' }) },
      ]),
      'user_missing',
    )
    assert.equal(
      await store.commit([{ deleteUser: { appId: 'shop', userId: 'unknown' } }, { append: event('1') }]),
      'user_missing',
    )
    assert.deepEqual(await rowCounts(database), before)
  })

  test('of 20 parallel deletions of one user, one succeeds', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const responses = await all(20, (index) =>
      store.commit([{ deleteUser: { appId: 'shop', userId: 'user-ann' } }, { append: deleted(`gone${index}`) }]),
    )
    assert.equal(responses.filter((conflict) => conflict === undefined).length, 1)
    const events = await store.events.list('shop', 99)
    assert.equal(events.filter(({ type }) => type === 'fido2.user.deleted').length, 1)
  })

  test('deleting a user while passkeys and sign-ins complete leaves no rows behind', async (t) => {
    const { store, database } = await opened(t)
    for (const round of ['a', 'b', 'c', 'd', 'e']) {
      await register(store, signUp(round))
      const using = all(8, (index) => recordUse(store, signIn(passkey(round), `${round}${index}`)))
      const adding = all(8, (index) => {
        const credentialId = `${round}${index}`
        const more = passkey(round, { id: credentialId, credentialId })
        const spending = { id: `add-${credentialId}`, expiresAt: 9 }
        return register(store, {
          ...signUp(round),
          newUser: undefined,
          passkey: more,
          spending,
          event: event(`add-${credentialId}`),
        })
      })
      const removing = store.commit([
        { deleteUser: { appId: 'shop', userId: `user-${round}` } },
        { append: event(`gone-${round}`) },
      ])
      assert.equal(await removing, undefined)
      for (const response of await using) assert.match(String(response), /^(undefined|passkey_missing)$/)
      for (const response of await adding) assert.match(String(response), /^(undefined|user_missing)$/)
    }
    const { users, passkeys, devices } = await rowCounts(database)
    assert.deepEqual({ users, passkeys, devices }, { users: 0, passkeys: 0, devices: 0 })
  })
}

function passkeys(opened: OpenStore) {
  test('a passkey is found by its ID, in its application only', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    assert.deepEqual(await store.passkeys.find('shop', 'passkey-ann'), passkey('ann'))
    assert.equal(await store.passkeys.find('bank', 'passkey-ann'), undefined)
    assert.equal(await store.passkeys.find('shop', 'credential-ann'), undefined)
  })

  test('all passkeys of a user are deleted at once, with one event, and only if there are any', async (t) => {
    const { store } = await opened(t)
    for (const addition of [signUp('ann'), signUp('bob'), inBank()]) await register(store, addition)
    const second = passkey('ann', { id: 'second', credentialId: 'second' })
    await register(
      store,
      signUp('ann', { newUser: undefined, passkey: second, spending: { id: 's', expiresAt: 1 }, event: event('s') }),
    )
    const deletion = (userId: string, id: string): Write[] => [
      { deletePasskeys: { appId: 'shop', userId } },
      { append: event(id) },
    ]
    assert.equal(await store.commit(deletion('user-ann', 'gone')), undefined)
    assert.equal(await store.commit(deletion('user-ann', 'again')), 'passkey_missing')
    assert.equal(await store.commit(deletion('unknown', 'unknown')), 'passkey_missing')
    const left = { user: user('ann'), passkeys: [] }
    assert.deepEqual(await store.users.findWithPasskeys('shop', named('ann')), left)
    assert.equal((await store.passkeys.listByUser('shop', 'user-bob')).length, 1)
    assert.equal((await store.passkeys.listByUser('bank', 'user-ann')).length, 1)
    const ids = (await store.events.list('shop', 9)).map(({ id }) => id)
    assert.deepEqual(ids.toSorted(), ['gone', 's', 'sign-up-ann', 'sign-up-bob'])
  })
}

function testAllowed(opened: OpenStore) {
  const more = (allowedBy: string): NewPasskey => ({
    ...signUp('ann'),
    newUser: undefined,
    allowedBy,
    passkey: passkey('ann', { id: 'more', credentialId: 'more' }),
    spending: { id: 'more', expiresAt: 9 },
    event: event('more'),
  })

  test('a passkey that another one authorizes is stored while that one exists, and leaves it unchanged', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    assert.equal(await register(store, more('passkey-ann')), undefined)
    assert.deepEqual(await store.passkeys.find('shop', 'passkey-ann'), passkey('ann'))
  })

  test('a write authorized by another user’s passkey, or by a deleted one, fails', async (t) => {
    const { store, database } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    const before = await rowCounts(database)
    for (const id of ['gone', 'passkey-bob']) assert.equal(await register(store, more(id)), 'passkey_missing')
    const spent = { ...more('gone'), spending: { id: 'sign-up-ann', expiresAt: 9 } }
    assert.equal(await register(store, spent), 'session_spent')
    assert.deepEqual(await rowCounts(database), before)
  })
}

function devices(opened: OpenStore) {
  test("a user's devices are listed most recently used first", async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    await register(store, signUp('bob'))
    await recordUse(store, signIn(passkey('ann'), 'one'))
    const at = { userId: 'user-ann', firstSeenAt: 7_000, lastSeenAt: 7_000, thumbprints: [] }
    assert.deepEqual(await store.devices.listByUser('shop', 'user-ann'), [
      { ...at, id: 'device-other', description: { osName: 'macOS', screenWidth: 800 } },
      { ...at, id: 'device-ann', description: { osName: 'Linux' }, firstSeenAt: 2_000, lastSeenAt: 2_000 },
    ])
    assert.deepEqual(await store.devices.listByUser('bank', 'user-ann'), [])
  })

  test('keys of a device accumulate, are found in their application only, and are deleted with the device', async (t) => {
    const { store, database } = await opened(t)
    const keyed = (thumbprints: string[]) => ({ id: 'device-ann', description: {}, thumbprints, at: 7_000 })
    await register(store, signUp('ann', { device: keyed(['key-b']) }))
    for (const [session, keys] of [
      ['one', ['key-c', 'key-a']],
      ['two', ['key-a']],
      ['three', []],
    ] as const)
      await recordUse(store, signIn(passkey('ann'), session, { device: keyed([...keys]) }))
    const [device] = await store.devices.listByUser('shop', 'user-ann')
    assert.deepEqual(device?.thumbprints, ['key-a', 'key-b', 'key-c'])
    const [shown] = await store.devices.findOfEveryUser('shop', 'device-ann')
    assert.deepEqual([shown?.thumbprints, shown?.passkeyIds], [device?.thumbprints, ['passkey-ann']])
    assert.equal(await store.devices.knowsKey('shop', 'key-b'), true)
    assert.equal(await store.devices.knowsKey('bank', 'key-b'), false)
    assert.equal(await store.devices.knowsKey('shop', 'key-d'), false)
    assert.equal(
      await store.commit([{ forgetDevice: { appId: 'shop', id: 'device-ann' } }, { append: event('gone') }]),
      undefined,
    )
    assert.equal(await store.devices.knowsKey('shop', 'key-b'), false)
    assert.equal((await rowCounts(database)).device_keys, 0)
  })

  test('the keys of a spent session are not written', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    const device = { id: 'device-ann', description: {}, thumbprints: ['key'], at: 7_000 }
    const again = signIn(passkey('ann'), 'sign-up-ann', { device })
    assert.equal(await recordUse(store, again), 'session_spent')
    assert.equal((await rowCounts(database)).device_keys, 0)
  })

  test('all devices of a user are deleted at once, and passkeys no longer refer to them', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    await register(store, signUp('bob'))
    await recordUse(store, signIn(passkey('ann'), 'one'))
    assert.equal(
      await store.commit([{ forgetDevices: { appId: 'shop', userId: 'user-ann' } }, { append: event('gone') }]),
      undefined,
    )
    const { createdFromDeviceId, lastUsedFromDeviceId } = (await store.passkeys.find('shop', 'passkey-ann'))!
    assert.deepEqual([createdFromDeviceId, lastUsedFromDeviceId], [undefined, undefined])
    assert.deepEqual(await store.passkeys.find('shop', 'passkey-bob'), passkey('bob'))
    const before = await rowCounts(database)
    assert.equal(before.devices, 1)
    for (const [appId, userId] of [
      ['shop', 'user-ann'],
      ['shop', 'unknown'],
      ['bank', 'user-bob'],
    ] as const)
      assert.equal(
        await store.commit([{ forgetDevices: { appId, userId } }, { append: event('x', { appId }) }]),
        'device_missing',
      )
    assert.deepEqual(await rowCounts(database), before)
  })
}

function sharedDevices(opened: OpenStore) {
  const shared = async (opened: ReturnType<OpenStore>) => {
    const { store, database } = await opened
    for (const name of ['ann', 'bob', 'eve']) await register(store, signUp(name))
    await recordUse(store, signIn(passkey('ann'), 'one'))
    const later = { id: 'device-other', description: { osName: 'Linux' }, thumbprints: [], at: 8_000 }
    await recordUse(store, signIn(passkey('bob'), 'two', { device: later }))
    return { store, database }
  }

  test('a shared device is listed as each user last used it, with their passkeys', async (t) => {
    const { store } = await shared(opened(t))
    const id = 'device-other'
    assert.deepEqual(await store.devices.findOfEveryUser('shop', id), [
      {
        id,
        userId: 'user-bob',
        description: { osName: 'Linux' },
        firstSeenAt: 8_000,
        lastSeenAt: 8_000,
        thumbprints: [],
        passkeyIds: ['passkey-bob'],
      },
      {
        id,
        userId: 'user-ann',
        description: { osName: 'macOS', screenWidth: 800 },
        firstSeenAt: 7_000,
        lastSeenAt: 7_000,
        thumbprints: [],
        passkeyIds: ['passkey-ann'],
      },
    ])
    assert.deepEqual(await store.devices.findOfEveryUser('bank', id), [])
    await store.commit([{ deletePasskeys: { appId: 'shop', userId: 'user-eve' } }, { append: event('x') }])
    const [left] = await store.devices.findOfEveryUser('shop', 'device-eve')
    assert.deepEqual(left?.passkeyIds, [])
  })

  test('a shared device is deleted for all its users, and from their passkeys, and other devices stay', async (t) => {
    const { store, database } = await shared(opened(t))
    assert.equal(
      await store.commit([
        { forgetDevice: { appId: 'bank', id: 'device-other' } },
        { append: event('x', { appId: 'bank' }) },
      ]),
      'device_missing',
    )
    const responses = await all(12, (index) =>
      store.commit([{ forgetDevice: { appId: 'shop', id: 'device-other' } }, { append: event(`gone${index}`) }]),
    )
    assert.equal(responses.filter((conflict) => conflict === undefined).length, 1)
    assert.equal((await rowCounts(database)).devices, 3)
    for (const name of ['ann', 'bob', 'eve']) {
      const { createdFromDeviceId, lastUsedFromDeviceId } = (await store.passkeys.find('shop', `passkey-${name}`))!
      assert.deepEqual([createdFromDeviceId, lastUsedFromDeviceId], [`device-${name}`, undefined])
    }
  })

  test('a device deleted while sign-ins on it complete exists for all later sign-ins, or for none', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    for (const round of ['a', 'b', 'c', 'd', 'e']) {
      await recordUse(store, signIn(passkey('ann'), round))
      const using = all(8, (index) => recordUse(store, signIn(passkey('ann'), `${round}${index}`)))
      await store.commit([{ forgetDevice: { appId: 'shop', id: 'device-other' } }, { append: event(`gone-${round}`) }])
      await using
      const named = (await store.passkeys.find('shop', 'passkey-ann'))?.lastUsedFromDeviceId
      const known = (await store.devices.listByUser('shop', 'user-ann')).some(({ id }) => id === 'device-other')
      assert.equal(named !== undefined, known)
    }
    assert.equal((await rowCounts(database)).users, 1)
  })
}
