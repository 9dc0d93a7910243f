import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passkey, rowCounts, signIn, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'
import { openStore } from '../../src/storage/open.ts'

eachStore('upkeep', (opened, freshDatabase) => {
  test('several nodes may start at once on an empty database, and again later', async () => {
    const database = await freshDatabase()
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(database.url)))
    assert.equal(await stores[0]?.passkeys.add(signUp('ann')), 'stored')
    for (const store of stores) await store.close()
    const later = await openStore(database.url)
    assert.equal((await later.users.find('shop', 'user-ann'))?.username, 'ANN')
    await later.close()
    await database.drop()
  })

  test('a database of a newer version is refused', async () => {
    const database = await freshDatabase()
    await (await openStore(database.url)).close()
    await database.query(`insert into migrations (name) values ('9999-from-the-future')`)
    await assert.rejects(openStore(database.url), /newer version \(it has 9999-from-the-future\)/)
    await database.drop()
  })

  test('sessions are forgotten once their own life ended, however many there are', async (t) => {
    const { store, database } = await opened(t)
    const rows = Array.from({ length: 2_500 }, (_, index) => `('shop', 's${index}', ${index})`)
    await database.query(`insert into spent_sessions (app_id, id, expires_at) values ${rows.join(', ')}`)
    assert.equal(await store.forgetExpired(2_400), 2_400)
    assert.equal(await store.forgetExpired(2_400), 0)
    assert.equal((await rowCounts(database)).spent_sessions, 100)
  })

  test('a session stays spent until its own life ended', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    await store.forgetExpired(300_000)
    assert.equal(await store.passkeys.recordUse(signIn(passkey('ann'), 'sign-up-ann')), 'session_spent')
  })

  test('ping answers while the store is open, and throws after', async () => {
    const database = await freshDatabase()
    const store = await openStore(database.url)
    await store.ping()
    await store.close()
    await assert.rejects(store.ping())
    await database.drop()
  })
})
