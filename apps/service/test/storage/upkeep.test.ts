import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import { passkey, rowCounts, signIn, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'
import type { SpentSession } from '../../src/core/spent-session.ts'
import { openStore } from '../../src/storage/open.ts'

eachStore('maintenance', (opened, freshDatabase) => {
  test('several nodes can start in parallel on an empty database, and start again later', async () => {
    const database = await freshDatabase()
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(database.url)))
    assert.equal(await register(stores[0]!, signUp('ann')), undefined)
    for (const store of stores) await store.close()
    const later = await openStore(database.url)
    assert.equal((await later.users.find('shop', 'user-ann'))?.username, 'ANN')
    await later.close()
    await database.drop()
  })

  test('a database with an unknown migration that says nothing about itself is rejected', async () => {
    const database = await freshDatabase()
    await (await openStore(database.url)).close()
    await database.query(`insert into migrations (name) values ('9999-from-the-future')`)
    await assert.rejects(
      openStore(database.url),
      /this release can't use \(9999-from-the-future\)\. Start the later release that upgraded it/,
    )
    await database.drop()
  })

  test('only sessions behind the watermark are deleted, however many there are', async (t) => {
    const { store, database } = await opened(t)
    const rows = Array.from({ length: 2_500 }, (_, index) => `('shop', '${String(index).padStart(4, '0')}', ${index})`)
    await database.query(`insert into spent_sessions (app_id, id, expires_at) values ${rows.join(', ')}`)
    assert.equal(await store.spentSessions.forgetUntil(9_000), 1)
    await store.spentSessions.raiseWatermark(2_399)
    assert.equal(await store.spentSessions.forgetUntil(9_000), 2_399)
    assert.equal(await store.spentSessions.forgetUntil(2_000), 0)
    assert.equal((await rowCounts(database)).spent_sessions, 100)
  })

  test('sessions that are remembered for long keep no later ones from being deleted', async (t) => {
    const { store, database } = await opened(t)
    const rows = Array.from({ length: 1_400 }, (_, index) => {
      const expiresAt = index < 700 ? 9_000 : 1_000
      return `('shop', '${String(index).padStart(4, '0')}', ${expiresAt}), ('shop', 'nonce ${index}', ${expiresAt})`
    })
    await database.query(`insert into spent_sessions (app_id, id, expires_at) values ${rows.join(', ')}`)
    await store.spentSessions.raiseWatermark(5_000)
    assert.equal(await store.spentSessions.forgetUntil(5_000), 1_400)
    const left = await database.query('select id from spent_sessions where expires_at = 9000')
    assert.equal(left.length, 1_400)
  })

  test('the watermark never decreases, and all nodes share it', async (t) => {
    const { store, database } = await opened(t)
    const other = await openStore(database.url)
    t.after(() => other.close())
    assert.equal(await store.spentSessions.readWatermark(), 0)
    assert.equal(await store.spentSessions.raiseWatermark(5_000), 5_000)
    assert.equal(await other.spentSessions.raiseWatermark(4_000), 5_000)
    assert.equal(await other.spentSessions.readWatermark(), 5_000)
  })

  test('a database without a watermark is an error, as forgotten sessions would count as unspent', async (t) => {
    const { store, database } = await opened(t)
    await database.query('delete from watermarks')
    await assert.rejects(store.spentSessions.readWatermark(), /has lost its watermark/)
  })

  test('a session or nonce that expires at or before the watermark counts as spent, whatever spends it', async (t) => {
    const { store, database } = await opened(t)
    const isSpent = async (step: SpentSession) =>
      (await store.mfa.findState({ appId: 'shop', step, userId: '' })).isSpent
    await register(store, signUp('ann'))
    await store.spentSessions.raiseWatermark(300_000)
    const before = await rowCounts(database)
    assert.equal(await recordUse(store, signIn(passkey('ann'), 'never-seen')), 'session_spent')
    assert.equal(await register(store, signUp('bob')), 'session_spent')
    assert.equal(await store.commit([{ spend: { id: 'nonce', expiresAt: 300_000, appId: 'shop' } }]), 'session_spent')
    assert.equal(await isSpent({ id: 'step', expiresAt: 300_000 }), true)
    assert.equal(await isSpent({ id: 'step', expiresAt: 300_001 }), false)
    assert.deepEqual(await rowCounts(database), before)
    const later = { ...signIn(passkey('ann'), 'later'), spending: { id: 'later', expiresAt: 300_001 } }
    assert.equal(await recordUse(store, later), undefined)
    assert.equal(await isSpent({ id: 'later', expiresAt: 300_001 }), true)
  })

  test('ping succeeds while the store is open, and throws afterward', async () => {
    const database = await freshDatabase()
    const store = await openStore(database.url)
    await store.ping()
    await store.close()
    await assert.rejects(store.ping())
    await database.drop()
  })
})
