import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logoutNotice } from '@thumbturn/service-harness/authorization-situations.ts'
import { event } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'
import type { ClaimedNotice } from '../../src/core/model/authorization/logout-notice.ts'
import { openStore } from '../../src/storage/open.ts'

const minute = 60_000
const due = { now: 10_000, until: 10_000 + minute, most: 100 }
const ids = (notices: readonly ClaimedNotice[]) => notices.map(({ id }) => id)

eachStore('logout notices', (opened, fresh) => {
  test('a notice is claimed as it was queued, and deleted with its event when it is finished', async (t) => {
    const { store, database } = await opened(t)
    assert.equal(await store.commit([{ queueLogout: logoutNotice('1') }]), undefined)
    const [claimed] = await store.logoutNotices.claim(due)
    assert.deepEqual(claimed, { ...logoutNotice('1'), attempt: 1 })
    assert.equal(await store.commit([{ finishLogout: claimed! }, { append: event('e') }]), undefined)
    assert.deepEqual(await database.query('select id from logout_notices'), [])
  })

  test('a worker that was slow writes nothing about a notice that another one has by then', async (t) => {
    const { store } = await opened(t)
    await store.commit([{ queueLogout: logoutNotice('1') }])
    const [first] = await store.logoutNotices.claim(due)
    assert.deepEqual(await store.logoutNotices.claim({ ...due, now: due.until - 1 }), [])
    const [second] = await store.logoutNotices.claim({ ...due, now: due.until, until: due.until + minute })
    assert.equal(second?.attempt, 2)
    for (const write of [{ finishLogout: first! }, { postponeLogout: { ...first!, nextAt: 0 } }])
      assert.equal(await store.commit([write, { append: event('late') }]), 'logout_missing')
    assert.deepEqual(await store.events.list('shop', 9), [])
    assert.equal(await store.commit([{ postponeLogout: { ...second!, nextAt: 90_000 } }]), undefined)
    assert.deepEqual(await store.logoutNotices.claim({ ...due, now: 89_999 }), [])
    assert.deepEqual(ids(await store.logoutNotices.claim({ ...due, now: 90_000 })), ['1'])
  })

  test('what is delayed for a client is due at that time, and other clients are not affected', async (t) => {
    const { store } = await opened(t)
    await store.commit([
      { queueLogout: logoutNotice('1') },
      { queueLogout: logoutNotice('2', { clientId: 'shop' }) },
      { queueLogout: logoutNotice('3', { appId: 'bank' }) },
      { queueLogout: logoutNotice('4', { createdAt: 30_000 }) },
    ])
    await store.logoutNotices.delay({ appId: 'shop', clientId: 'wiki', nextAt: 20_000 })
    assert.deepEqual(ids(await store.logoutNotices.claim(due)), ['2', '3'])
    assert.deepEqual(ids(await store.logoutNotices.claim({ ...due, now: 20_000 })), ['1'])
    assert.deepEqual(ids(await store.logoutNotices.claim({ ...due, now: 30_000 })), ['4'])
  })

  test('an application with too many waiting notices gets no more, and the rest of the batch is written', async (t) => {
    const database = await fresh()
    const store = await openStore(database.url, { messageRoom: 2 })
    t.after(async () => {
      await store.close()
      await database.drop()
    })
    for (const id of ['1', '2', '3'])
      assert.equal(await store.commit([{ queueLogout: logoutNotice(id) }, { append: event(id) }]), undefined)
    await store.commit([{ queueLogout: logoutNotice('4', { appId: 'bank' }) }])
    assert.deepEqual(ids(await store.logoutNotices.claim(due)), ['1', '2', '4'])
    assert.equal((await store.events.list('shop', 9)).length, 3)
  })

  test('with two workers on one database, each notice goes to exactly one', async (t) => {
    const database = await fresh()
    const nodes = [await openStore(database.url), await openStore(database.url)]
    t.after(async () => {
      for (const node of nodes) await node.close()
      await database.drop()
    })
    const all = Array.from({ length: 40 }, (_, index) => `${index}`.padStart(2, '0'))
    await nodes[0]!.commit(all.map((id) => ({ queueLogout: logoutNotice(id) })))
    const got: string[] = []
    const work = async (node: (typeof nodes)[number]) => {
      for (;;) {
        const notices = await node.logoutNotices.claim({ ...due, most: 5 })
        if (notices.length === 0) return
        got.push(...ids(notices))
      }
    }
    await Promise.all([...nodes, ...nodes].map(work))
    assert.deepEqual(got.sort(), all)
  })
})
