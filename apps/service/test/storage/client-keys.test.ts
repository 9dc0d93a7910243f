import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register } from '@thumbturn/service-harness/store-batches.ts'
import { clientKey, event, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'

/** Requirements for client keys on both engines. */
eachStore('client keys', (opened) => {
  test("keys are loaded as they were stored, newest first, and only the application's own", async (t) => {
    const { store } = await opened(t)
    const keys = [clientKey('old'), clientKey('new', { createdAt: 2_000 }), clientKey('theirs', { appId: 'bank' })]
    for (const key of keys) await store.commit([{ addClientKey: key }, { append: event(`added-${key.id}`) }])
    assert.deepEqual(await store.clientKeys.list('shop'), [keys[1], keys[0]])
    assert.deepEqual(await store.clientKeys.list('none'), [])
    await assert.rejects(store.commit([{ addClientKey: clientKey('old') }, { append: event('again') }]))
  })

  test('a key is revoked once, by its own application, and has the time of its revocation', async (t) => {
    const { store } = await opened(t)
    await store.commit([{ addClientKey: clientKey('one') }, { append: event('added') }])
    const revoke = (appId: string, id: string, at: number) =>
      store.commit([{ revokeClientKey: { appId, id, at } }, { append: event(`${appId}-${id}-${at}`) }])
    assert.equal(await revoke('bank', 'one', 3_000), 'key_missing')
    assert.equal(await revoke('shop', 'none', 3_000), 'key_missing')
    assert.equal(await revoke('shop', 'one', 3_000), undefined)
    assert.equal(await revoke('shop', 'one', 4_000), 'key_missing')
    assert.deepEqual(await store.clientKeys.list('shop'), [clientKey('one', { revokedAt: 3_000 })])
    const events = await store.events.list('shop', 10)
    assert.deepEqual(events.map(({ id }) => id).sort(), ['added', 'shop-one-3000'])
  })

  test('of 64 parallel attempts to spend a nonce, one succeeds per application, and none later', async (t) => {
    const { store } = await opened(t)
    const spend = (appId = 'shop') => store.commit([{ spendNonce: { id: 'once', expiresAt: 9_000, appId } }])
    const spent = await Promise.all(Array.from({ length: 64 }, () => spend()))
    assert.equal(spent.filter((conflict) => conflict === undefined).length, 1)
    assert.equal(await spend('bank'), undefined)
    assert.equal(await store.spentSessions.raiseWatermark(8_999), 8_999)
    assert.equal(await store.spentSessions.forgetUntil(9_000), 0)
    assert.equal(await spend(), 'session_spent')
    await store.spentSessions.raiseWatermark(9_000)
    assert.equal(await store.spentSessions.forgetUntil(9_000), 2)
  })

  test("a nonce is not a session: spending one doesn't spend the other", async (t) => {
    const { store } = await opened(t)
    assert.equal(
      await store.commit([{ spendNonce: { id: 'sign-up-ann', expiresAt: 9_000, appId: 'shop' } }]),
      undefined,
    )
    assert.equal(await register(store, signUp('ann')), undefined)
  })
})
