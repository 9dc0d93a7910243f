import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register } from '@thumbturn/service-harness/store-batches.ts'
import { event, passkey, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'
import type { BlacklistItem } from '../../src/core/model/aaguids/blacklist.ts'
import type { Write } from '../../src/core/writes.ts'

const [one, two] = ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000002']
const changed = (id: string) => event(id, { type: 'fido2.aaguid.blacklist.changed' })

const block = (appId: string, ...items: BlacklistItem[]) => items.map((item): Write => ({ block: { appId, ...item } }))

/** Requirements for blocked models on both engines. */
eachStore('blacklist', (opened) => {
  test('items are merged by AAGUID, with their event, and each application has its own', async (t) => {
    const { store } = await opened(t)
    await store.commit([...block('shop', { aaguid: two, auth: true, reg: false }), { append: changed('1') }])
    const items = [
      { aaguid: two, auth: false, reg: true },
      { aaguid: one, auth: true, reg: true },
    ]
    await store.commit([...block('shop', ...items), { append: changed('2') }])
    assert.deepEqual(await store.blacklist.list('shop'), items.toReversed())
    assert.deepEqual(await store.blacklist.find('shop', two), items[0])
    assert.equal(await store.blacklist.find('bank', two), undefined)
    assert.deepEqual(await store.blacklist.list('bank'), [])
    assert.deepEqual(await store.events.list('shop', 9), [changed('2'), changed('1')])
  })

  test('items are removed, unknown ones are ignored, and the list is cleared', async (t) => {
    const { store } = await opened(t)
    const both = [one, two].map((aaguid) => ({ aaguid, auth: true, reg: true }))
    for (const appId of ['shop', 'bank'])
      await store.commit([...block(appId, ...both), { append: event(appId, { appId }) }])
    await store.commit([
      ...[one, 'unknown'].map((aaguid) => ({ unblock: { appId: 'shop', aaguid } })),
      { append: changed('1') },
    ])
    assert.deepEqual(await store.blacklist.list('shop'), [both[1]])
    await store.commit([{ unblockAll: { appId: 'shop' } }, { append: changed('2') }])
    assert.deepEqual(await store.blacklist.list('shop'), [])
    assert.deepEqual(await store.blacklist.list('bank'), both)
  })

  test('a hundred items are one batch: all are written with their event, or none', async (t) => {
    const { store } = await opened(t)
    const items = Array.from({ length: 100 }, (_, index) => ({
      aaguid: `${index}`.padStart(8, '0'),
      auth: index % 2 === 0,
      reg: true,
    }))
    await store.commit([{ append: event('taken') }])
    await assert.rejects(store.commit([...block('shop', ...items), { append: event('taken') }]))
    assert.deepEqual(await store.blacklist.list('shop'), [])
    await store.commit([...block('shop', ...items), { append: changed('1') }])
    assert.deepEqual(await store.blacklist.list('shop'), items)
  })

  for (const [auth, reg] of [
    [true, false],
    [false, true],
  ] as const) {
    test(`a passkey is ${auth ? '' : 'not '}blocked if its model is listed with auth ${auth}, reg ${reg}`, async (t) => {
      const { store } = await opened(t)
      await register(store, signUp('ann', { passkey: passkey('ann', { aaguid: one }) }))
      const blocked = async () => (await store.passkeys.findWithUser('shop', 'credential-ann'))?.blocked
      await store.commit(block('bank', { aaguid: one, auth: true, reg: true }))
      await store.commit(block('shop', { aaguid: two, auth: true, reg: true }))
      assert.equal(await blocked(), false)
      await store.commit(block('shop', { aaguid: one, auth, reg }))
      assert.equal(await blocked(), auth)
      await store.commit([{ unblock: { appId: 'shop', aaguid: one } }])
      assert.equal(await blocked(), false)
    })
  }
})
