import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import {
  event,
  passkey,
  rowCounts,
  signIn,
  signUp,
  type TestDatabase,
} from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'
import type { Device } from '../../src/core/model/devices/device.ts'
import type { Store } from '../../src/core/ports/store.ts'

const device = (id: string, changes: Partial<Device> = {}): Device => ({
  id,
  description: {},
  thumbprints: [],
  at: 7_000,
  ...changes,
})

/** Creates a user who signs in with the passkey as stored, as a use case does. */
async function person({ store }: { store: Store }, name: string) {
  await register(store, signUp(name))
  let session = 0
  const signInFrom = async (seen: Device) => {
    const used = (await store.passkeys.find('shop', `passkey-${name}`))!
    assert.equal(await recordUse(store, signIn(used, `${name}-${session++}`, { device: seen })), undefined)
  }
  const devices = async () => (await store.devices.listByUser('shop', `user-${name}`)).map(({ id }) => id)
  return { signInFrom, devices }
}

/** Adds as many devices of a user as earlier versions could leave behind, the first one least recently seen. */
const left = ({ query }: TestDatabase, name: string, count: number) =>
  query(
    `insert into devices (app_id, user_id, id, description, first_seen_at, last_seen_at) values ${Array.from(
      { length: count },
      (_, index) => `('shop', 'user-${name}', 'left-${index}', '{}', 1, ${3_000 + index})`,
    ).join(', ')}`,
  )

function bounds(opened: OpenStore) {
  test('a user has at most a hundred devices: another one displaces the least recently seen one and its keys', async (t) => {
    const { store, database } = await opened(t)
    const [ann, bob] = [await person({ store }, 'ann'), await person({ store }, 'bob')]
    await left(database, 'ann', 99)
    await database.query(
      `insert into device_keys (app_id, user_id, device_id, thumbprint, created_at) values ('shop', 'user-ann', 'left-0', 'key', 1)`,
    )
    await ann.signInFrom(device('device-ann'))
    assert.equal((await ann.devices()).length, 100)
    assert.equal(await store.devices.knowsKey('shop', 'key'), true)
    await ann.signInFrom(device('new', { at: 8_000 }))
    const devices = await ann.devices()
    assert.deepEqual(
      [devices.length, devices[0], devices.includes('left-0'), devices.includes('left-1')],
      [100, 'new', false, true],
    )
    assert.equal(await store.devices.knowsKey('shop', 'key'), false)
    assert.deepEqual(await bob.devices(), ['device-bob'])
  })

  test('a device on which a passkey was created or last used stays, however long ago it was seen', async (t) => {
    const { store, database } = await opened(t)
    const ann = await person({ store }, 'ann')
    const second = passkey('ann', { id: 'second', credentialId: 'second', createdFromDeviceId: 'desk' })
    const spending = { id: 'second', expiresAt: 1 }
    const added = {
      newUser: undefined,
      passkey: second,
      device: device('desk', { at: 2_500 }),
      spending,
      event: event('a'),
    }
    assert.equal(await register(store, signUp('ann', added)), undefined)
    await recordUse(store, signIn(second, 'b', { device: device('laptop', { at: 2_600 }) }))
    await left(database, 'ann', 99)
    await ann.signInFrom(device('new'))
    const devices = await ann.devices()
    assert.deepEqual(
      ['device-ann', 'desk', 'laptop', 'left-2', 'left-3'].map((id) => devices.includes(id)),
      [true, true, true, false, true],
    )
    assert.equal(devices.length, 100)
    const listed = (await store.passkeys.listByUser('shop', 'user-ann')).find(({ id }) => id === 'second')
    assert.deepEqual(
      [listed?.createdFromDeviceId, listed?.lastUsedFromDeviceId, listed?.lastUsedFrom],
      ['desk', 'laptop', {}],
    )
  })

  test('more than a hundred devices left by earlier versions are trimmed to a hundred', async (t) => {
    const { store, database } = await opened(t)
    const ann = await person({ store }, 'ann')
    await left(database, 'ann', 700)
    await ann.signInFrom(device('new'))
    assert.equal((await ann.devices()).length, 100)
  })

  for (const [what, add] of [
    ['an additional passkey', addPasskey],
    ['a multi-factor flow', completeFlow],
    ['a transaction', confirm],
  ] as const) {
    test(`${what} from a new device keeps the limit as well`, async (t) => {
      const { store, database } = await opened(t)
      const ann = await person({ store }, 'ann')
      await left(database, 'ann', 110)
      assert.equal(await add(store, device('new')), undefined)
      const devices = await ann.devices()
      assert.deepEqual([devices.length, devices[0], devices.includes('device-ann')], [100, 'new', true])
    })
  }

  test('of 32 parallel sign-ins from new devices, all succeed, and no later sign-in leaves more than a hundred', async (t) => {
    const { store, database } = await opened(t)
    const ann = await person({ store }, 'ann')
    await left(database, 'ann', 99)
    await Promise.all(
      Array.from({ length: 32 }, (_, index) => ann.signInFrom(device(`at-once-${index}`, { at: 8_000 + index }))),
    )
    await ann.signInFrom(device('last', { at: 9_000 }))
    const devices = await ann.devices()
    assert.deepEqual([devices.length, devices.filter((id) => id.startsWith('at-once')).length], [100, 32])
    assert.equal((await rowCounts(database)).devices, 100)
  })
}

const addPasskey = (store: Store, seen: Device) =>
  register(store, {
    ...signUp('ann'),
    newUser: undefined,
    passkey: passkey('ann', { id: 'more', credentialId: 'more', createdFromDeviceId: seen.id }),
    device: seen,
    spending: { id: 'more', expiresAt: 9 },
    event: event('more'),
  })

const completeFlow = (store: Store, seen: Device) =>
  store.commit([
    { spend: { appId: 'shop', id: 'flow', expiresAt: 9 } },
    { seeDevice: { appId: 'shop', userId: 'user-ann', ...seen } },
  ])

const confirm = (store: Store, seen: Device) =>
  recordUse(store, {
    ...signIn(passkey('ann'), 'tx', { device: seen }),
    transaction: {
      id: 'tx',
      appId: 'shop',
      userId: 'user-ann',
      username: 'ANN',
      passkeyId: 'passkey-ann',
      txType: 'raw',
      payload: 'pay',
      nonce: 'n',
      serverNonce: 'l',
      hash: 'h',
      createdAt: 7_000,
    },
  })

function keys(opened: OpenStore) {
  test('a device keeps at most ten keys: those presented last, then the newest', async (t) => {
    const { store } = await opened(t)
    const ann = await person({ store }, 'ann')
    const listKeys = async () => (await store.devices.listByUser('shop', 'user-ann'))[0]!.thumbprints
    for (let count = 0; count < 10; count++)
      await ann.signInFrom(device('device-ann', { thumbprints: [`key-${count}`], at: 7_000 + count }))
    assert.ok((await listKeys()).includes('key-2'))
    // The device presents one of its oldest keys again, with two new ones.
    await ann.signInFrom(device('device-ann', { thumbprints: ['key-2', 'new-a', 'new-b'], at: 8_000 }))
    const newest = Array.from({ length: 7 }, (_, index) => `key-${index + 3}`)
    assert.deepEqual(await listKeys(), ['key-2', ...newest, 'new-a', 'new-b'])
  })
}

/** Requirements for users with ever more devices, and devices with ever more keys, on both engines. */
eachStore('devices', (opened) => {
  bounds(opened)
  keys(opened)
})
