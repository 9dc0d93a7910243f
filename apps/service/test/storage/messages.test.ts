import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FreshDatabase } from '@thumbturn/service-harness/databases.ts'
import { event, messageTask } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'
import type { ClaimedTask } from '../../src/core/model/messages/message.ts'
import { openStore } from '../../src/storage/open.ts'

const minute = 60_000
const everything = { now: 10_000, until: 10_000 + minute, most: 100 }
const ids = (tasks: readonly ClaimedTask[]) => tasks.map(({ id }) => id)
const sent = (id: string) => event(id, { type: 'fido2.message.sent' })

/** Requirements for queued messages on both engines. */
eachStore('messages', (opened, fresh) => {
  queueContract(opened)
  sharingContract(fresh)
})

function queueContract(opened: OpenStore) {
  test('a task is claimed as it was queued, and deleted with its event when it is finished', async (t) => {
    const { store, database } = await opened(t)
    const task = messageTask('1', { about: { userId: 'user-ann', name: `'; drop table messages; --` } })
    assert.equal(await store.messages.add(task), 'queued')
    const [claimed] = await store.messages.claim(everything)
    assert.deepEqual(claimed, { ...task, attempt: 1, notified: [] })
    assert.equal(await store.commit([{ finishMessage: claimed! }, { append: sent('e') }]), undefined)
    assert.deepEqual(await database.query('select id from messages'), [])
    assert.deepEqual(await store.events.list('shop', 9), [sent('e')])
  })

  test('the earliest tasks are claimed first, up to the limit, and none before its time', async (t) => {
    const { store } = await opened(t)
    for (const [id, createdAt] of [['c', 3_000] as const, ['a', 1_000] as const, ['b', 2_000] as const])
      await store.messages.add(messageTask(id, { createdAt }))
    assert.deepEqual(ids(await store.messages.claim({ now: 999, until: minute, most: 9 })), [])
    assert.deepEqual(ids(await store.messages.claim({ now: 2_000, until: minute, most: 9 })), ['a', 'b'])
    assert.deepEqual(ids(await store.messages.claim({ now: 3_000, until: minute, most: 9 })), ['c'])
  })

  test("a claimed task isn't handed out again until its lease ends", async (t) => {
    const { store } = await opened(t)
    await store.messages.add(messageTask('1'))
    const [first] = await store.messages.claim(everything)
    assert.deepEqual(await store.messages.claim({ ...everything, now: everything.until - 1 }), [])
    const [second] = await store.messages.claim({ now: everything.until, until: 9 * minute, most: 9 })
    assert.deepEqual([first?.attempt, second?.attempt], [1, 2])
    // The first worker was slow, so its result no longer counts.
    assert.equal(await store.commit([{ finishMessage: first! }, { append: sent('late') }]), 'message_missing')
    assert.equal(
      await store.commit([{ postponeMessage: { ...first!, nextAt: 0, notified: ['x'] } }, { append: sent('late') }]),
      'message_missing',
    )
    assert.deepEqual(await store.events.list('shop', 9), [])
    assert.equal(await store.commit([{ finishMessage: second! }, { append: sent('e') }]), undefined)
    assert.equal(await store.commit([{ finishMessage: second! }, { append: sent('e2') }]), 'message_missing')
    assert.deepEqual(await store.events.list('shop', 9), [sent('e')])
  })

  test('a postponed task is due again at its time, and still knows which contacts it notified', async (t) => {
    const { store } = await opened(t)
    await store.messages.add(messageTask('1'))
    const [first] = await store.messages.claim(everything)
    assert.equal(await store.commit([{ postponeMessage: { ...first!, nextAt: 20_000, notified: ['ann'] } }]), undefined)
    assert.deepEqual(await store.messages.claim({ ...everything, now: 19_999 }), [])
    const [second] = await store.messages.claim({ ...everything, now: 20_000 })
    assert.deepEqual(second, { ...messageTask('1'), attempt: 2, notified: ['ann'] })
  })

  test('each task that this process adds is announced', async (t) => {
    const { store } = await opened(t)
    let heard = 0
    store.messages.onAdd(() => heard++)
    await store.messages.add(messageTask('1'))
    await store.messages.add(messageTask('2'))
    assert.equal(heard, 2)
  })
}

function sharingContract(fresh: FreshDatabase) {
  test('an application’s full queue accepts no more tasks, and other applications have their own', async (t) => {
    const database = await fresh()
    const store = await openStore(database.url, { messageRoom: 2 })
    t.after(async () => {
      await store.close()
      await database.drop()
    })
    assert.equal(await store.messages.add(messageTask('1')), 'queued')
    assert.equal(await store.messages.add(messageTask('2')), 'queued')
    assert.equal(await store.messages.add(messageTask('3')), 'full')
    assert.equal(await store.messages.add(messageTask('3', { appId: 'bank' })), 'queued')
    const [first] = await store.messages.claim({ ...everything, most: 1 })
    await store.commit([{ finishMessage: first! }])
    assert.equal(await store.messages.add(messageTask('3')), 'queued')
  })

  test('with two workers on one database, each task goes to exactly one', async (t) => {
    const database = await fresh()
    const nodes = [await openStore(database.url), await openStore(database.url)]
    t.after(async () => {
      for (const node of nodes) await node.close()
      await database.drop()
    })
    const all = Array.from({ length: 60 }, (_, index) => `${index}`.padStart(2, '0'))
    for (const id of all) await nodes[0]!.messages.add(messageTask(id))
    const got: string[] = []
    const work = async (node: (typeof nodes)[number]) => {
      for (;;) {
        const tasks = await node.messages.claim({ ...everything, most: 7 })
        if (tasks.length === 0) return
        got.push(...ids(tasks))
      }
    }
    await Promise.all([...nodes, ...nodes].map(work))
    assert.deepEqual(got.sort(), all)
  })

  test('queued tasks are kept when the store is closed and reopened', async () => {
    const database = await fresh()
    const before = await openStore(database.url)
    await before.messages.add(messageTask('1'))
    await before.close()
    const after = await openStore(database.url)
    assert.deepEqual(ids(await after.messages.claim(everything)), ['1'])
    await after.close()
    await database.drop()
  })
}
