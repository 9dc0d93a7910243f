import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '@thumbturn/service-harness/stores.ts'

const limit = { calls: 10, seconds: 60 }
const now = Date.UTC(2027, 2, 14, 12)

/** Requirements for calls that nodes count together on both engines. */
eachStore('rate limits', (opened) => {
  test('calls are counted up to the limit, and then the result says how long to wait', async (t) => {
    const { limits } = (await opened(t)).store
    assert.equal(await limits.take('a', limit, { calls: 4, now }), 0)
    assert.equal(await limits.take('a', limit, { calls: 6, now }), 0)
    assert.equal(await limits.take('a', limit, { calls: 1, now }), 6_000)
    assert.equal(await limits.take('a', limit, { calls: 1, now: now + 5_999 }), 1)
    assert.equal(await limits.take('a', limit, { calls: 1, now: now + 6_000 }), 0)
    assert.equal(await limits.take('b', limit, { calls: 10, now }), 0)
  })

  test('a request that exceeds the remaining calls takes none of them', async (t) => {
    const { limits } = (await opened(t)).store
    assert.equal(await limits.take('a', limit, { calls: 6, now }), 0)
    assert.ok((await limits.take('a', limit, { calls: 5, now })) > 0)
    assert.equal(await limits.take('a', limit, { calls: 4, now }), 0)
  })

  test('64 parallel callers get exactly the limit', async (t) => {
    const { limits } = (await opened(t)).store
    const takings = Array.from({ length: 64 }, () => limits.take('a', limit, { calls: 1, now }))
    assert.equal((await Promise.all(takings)).filter((wait) => wait === 0).length, 10)
  })

  test('a key written by a clock that was since set back has all of its calls, but not one written slightly in the future', async (t) => {
    const { limits } = (await opened(t)).store
    const hour = 3_600_000
    assert.equal(await limits.take('a', limit, { calls: 10, now: now + hour }), 0)
    assert.equal(await limits.take('a', limit, { calls: 10, now }), 0)
    assert.equal(await limits.take('a', limit, { calls: 1, now: now - 5_000 }), 11_000)
    assert.equal(await limits.take('a', limit, { calls: 1, now }), 6_000)
  })

  test('keys that no limit can have written are deleted', async (t) => {
    const { store, database } = await opened(t)
    await store.limits.take('a', limit, { calls: 1, now: now + 86_400_000 })
    await store.limits.forget(now)
    assert.deepEqual(await database.query('select key from rate_limits'), [])
  })

  test('keys with all of their calls available again are deleted, and others are kept', async (t) => {
    const { store, database } = await opened(t)
    await store.limits.take('a', limit, { calls: 1, now })
    await store.limits.take('b', limit, { calls: 2, now })
    await store.limits.forget(now + 6_001)
    assert.deepEqual(
      (await database.query('select key from rate_limits')).map(({ key }) => key),
      ['b'],
    )
  })
})
