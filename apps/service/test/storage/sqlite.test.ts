import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { register } from '@thumbturn/service-harness/store-batches.ts'
import { event, messageTask, named, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { openFresh } from '@thumbturn/service-harness/stores.ts'
import { isOutage } from '../../src/core/errors.ts'
import type { EventRecord } from '../../src/core/model/events/event.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { databaseOver } from '../../src/storage/engine/database.ts'
import type { Engine, Statement } from '../../src/storage/engine/engine.ts'
import { openSqlite } from '../../src/storage/engine/sqlite.ts'
import { migrate } from '../../src/storage/migrations/migrate.ts'
import { openStore, storeOver } from '../../src/storage/open.ts'
import { eventReads } from '../../src/storage/tables/event-reads.ts'

test('only the owner can read the database file and its companion files', async () => {
  const database = await freshSqlite()
  const store = await openStore(database.url)
  await register(store, signUp('ann'))
  for (const suffix of ['', '-wal', '-shm'])
    assert.equal(statSync(database.url.slice('sqlite:'.length) + suffix).mode & 0o777, 0o600, suffix)
  await store.close()
  await database.drop()
})

test('a symbolic link to the database file is followed, and the file is flushed where it is stored', async () => {
  const database = await freshSqlite()
  await (await openStore(database.url)).close()
  symlinkSync(database.url.slice('sqlite:'.length), `${database.url.slice('sqlite:'.length)}-link`)
  const store = await openStore(`${database.url}-link`)
  assert.equal(await register(store, signUp('ann')), undefined)
  await store.close()
  await database.drop()
})

/** Whether the name is in the database file or in its log. */
const isInFiles = (path: string, name: string) =>
  [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(name))

test('a deleted user is overwritten in the file at once, and in the log by the next checkpoint', async () => {
  const database = await freshSqlite()
  const path = database.url.slice('sqlite:'.length)
  const store = await openStore(database.url)
  for (const name of ['ann', 'zelda', 'bob']) await register(store, signUp(name))
  await store.checkpoint()
  assert.ok(isInFiles(path, 'credential-zelda'))
  await store.commit([{ deleteUser: { appId: 'shop', userId: 'user-zelda' } }])
  await store.checkpoint()
  assert.ok(!isInFiles(path, 'credential-zelda'))
  await store.close()
  await database.drop()
})

test('what an earlier release has deleted without overwriting it is erased when the file is opened', async () => {
  const database = await freshSqlite()
  const path = database.url.slice('sqlite:'.length)
  const store = await openStore(database.url)
  for (const name of ['ann', 'zelda', 'bob']) await register(store, signUp(name))
  await store.close()
  const earlier = new DatabaseSync(path)
  earlier.exec(`pragma application_id = 0; delete from users where id = 'user-zelda'`)
  earlier.close()
  assert.ok(isInFiles(path, 'credential-zelda'))
  await (await openStore(database.url)).close()
  assert.ok(!isInFiles(path, 'credential-zelda'))
  await database.drop()
})

test('closing a store twice has no further effect', async (t) => {
  const { store } = await openFresh(freshSqlite, t)
  await Promise.all([store.close(), store.close()])
})

test('in-memory databases work and are independent of each other', async () => {
  const [one, other] = [await openStore('sqlite::memory:'), await openStore('sqlite::memory:')]
  assert.equal(await register(one, signUp('ann')), undefined)
  assert.equal(await other.users.find('shop', 'user-ann'), undefined)
  await one.close()
  await other.close()
})

test('several processes can start on one file in parallel', async () => {
  const database = await freshSqlite()
  const open = new URL('../../src/storage/open.ts', import.meta.url).href
  const script = `const { openStore } = await import('${open}'); await (await openStore('${database.url}')).close()`
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  await Promise.all([start(), start(), start(), start()])
  await database.drop()
})

test('a confirmed write survives killing the process', async () => {
  const database = await freshSqlite()
  const from = (module: string) => import.meta.resolve(module)
  const script = `
    const { openStore } = await import('${from('@thumbturn/service/storage/open.ts')}')
    const { register } = await import('${from('@thumbturn/service-harness/store-batches.ts')}')
    const { signUp } = await import('${from('@thumbturn/service-harness/store-situations.ts')}')
    await register(await openStore('${database.url}'), signUp('ann'))
    process.kill(process.pid, 'SIGKILL')`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  await assert.rejects(run, { signal: 'SIGKILL' })
  const store = await openStore(database.url)
  assert.equal((await store.users.findWithPasskeys('shop', named('ann')))?.passkeys.length, 1)
  await store.close()
  await database.drop()
})

test('a task whose worker was killed goes to another worker after the lease', async (t) => {
  const { database, store } = await openFresh(freshSqlite, t)
  await store.messages.add(messageTask('1'))
  const script = `
    const { openStore } = await import('${new URL('../../src/storage/open.ts', import.meta.url).href}')
    await (await openStore('${database.url}')).messages.claim({ now: 10_000, until: 70_000, most: 9 })
    process.kill(process.pid, 'SIGKILL')`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  await assert.rejects(run, { signal: 'SIGKILL' })
  assert.deepEqual(await store.messages.claim({ now: 69_999, until: 90_000, most: 9 }), [])
  const [again] = await store.messages.claim({ now: 70_000, until: 90_000, most: 9 })
  assert.deepEqual(again, { ...messageTask('1'), attempt: 2, notified: [] })
})

test("a group that can't be committed leaves nothing of any batch, and the next group is written", async () => {
  const engine = openSqlite(':memory:')
  await migrate(engine)
  const { commit, events } = storeOver(engine)
  const append = (one: EventRecord) => commit([{ append: one }])
  await engine.read({ sql: 'pragma max_page_count = 40', values: [] })
  const large = { text: 'x'.repeat(400_000) }
  const responses = await Promise.allSettled([
    append(event('1')),
    append(event('2', { detail: large })),
    append(event('3')),
  ])
  for (const response of responses) {
    assert.ok(response.status === 'rejected' && isOutage(response.reason))
    assert.match(String(response.reason.cause), /full/)
  }
  assert.deepEqual(await events.list('shop', 9), [])
  await append(event('4'))
  assert.deepEqual(await events.list('shop', 9), [event('4')])
  await engine.close()
})

/** Reads that a call waits for; `query-plans.test.ts` shows of every statement only that it uses an index. */
const reads: Readonly<Record<string, (store: Store) => unknown>> = {
  'users.find': ({ users }) => users.find('a', 'b'),
  'users.findByName': ({ users }) => users.findByName('a', named('b')),
  'users.findWithPasskeys': ({ users }) => users.findWithPasskeys('a', named('b')),
  'users.findWithCredentials': ({ users }) => users.findWithCredentials('a', named('b')),
  'users.findWithPasskey': ({ users }) => users.findWithPasskey('a', 'b', 'c'),
  'passkeys.findWithUser': ({ passkeys }) => passkeys.findWithUser('a', 'b'),
  'passkeys.findWithUser, with a key': ({ passkeys }) => passkeys.findWithUser('a', 'b', { thumbprints: ['c'] }),
  'devices.findByKeys': ({ devices }) => devices.findByKeys('a', 'b', { thumbprints: ['c'] }),
  'passkeys.listByUser': ({ passkeys }) => passkeys.listByUser('a', 'b'),
  'messageCounts.find': ({ messageCounts }) => messageCounts.find('a', 'b'),
}
const narrow = /^SEARCH \w+ USING .*\(app_id=\? AND \w+=\?|one_row$|^SCAN CONSTANT ROW$|^CORRELATED SCALAR SUBQUERY/
for (const [name, ask] of Object.entries(reads)) {
  test(`${name} is one statement, and finds its rows by more than the application`, async () => {
    const [searches, ...more] = await explainPlans(ask)
    assert.deepEqual(more, [])
    for (const search of searches!) assert.match(search, narrow)
  })
}

test('a page of events reads a range of IDs, whatever the filter', async () => {
  const query = { limit: 9, type: 'fido2.passkey', address: 'b', since: 1, until: 2, severity: 'warning' } as const
  const plan = [/^SEARCH events USING .*\(app_id=\? AND id>\? AND id<\?\)$/]
  for (const searches of await explainPlans(({ events }) => events.page('a', query))) {
    assert.equal(searches.length, plan.length)
    assert.match(searches[0]!, plan[0]!)
  }
})

test("a page of a user's events reads a range of the index by user, and the newest events", async () => {
  const plans = await explainPlans(({ events }) => events.page('a', { limit: 9, userId: 'b', since: 1, until: 2 }))
  const newest = /^SEARCH events USING .*\(app_id=\? AND id>\? AND id<\?\)$/
  const indexed = /^SEARCH user_events USING .*\(app_id=\? AND user_id=\? AND id>\? AND id<\?\)$/
  const expected = [
    [/^SEARCH roll_up_cursors USING .*\(app_id=\?\)$/],
    [newest],
    [newest],
    [indexed],
    [indexed, /^SEARCH events USING .*\(app_id=\? AND id=\?\)$/],
  ]
  assert.equal(plans.length, expected.length)
  for (const [index, searches] of plans.entries()) {
    assert.equal(searches.length, expected[index]!.length, searches.join())
    for (const [at, search] of searches.entries()) assert.match(search, expected[index]![at]!)
  }
})

test('what the roll-up worker reads is a range of IDs, and each event is looked up in the index by user', async () => {
  const [end, uncounted] = await explainPlans(({ rollUps }) => rollUps.listUncounted('a', 'b'))
  assert.match(end!.join(), /^SEARCH events USING .*\(app_id=\? AND id>\?\)$/)
  assert.match(uncounted![0]!, /^SEARCH events USING .*\(app_id=\? AND id>\? AND id<\?\)$/)
  assert.match(uncounted!.at(-1)!, /^SEARCH user_events USING .*\(app_id=\? AND user_id=\? AND id=\?\)$/)
})

/** The query plan of each executed statement, except for sorting. */
async function explainPlans(ask: (store: Store) => unknown): Promise<string[][]> {
  const engine = openSqlite(':memory:')
  await migrate(engine)
  const asked: Statement[] = []
  const read: Engine['read'] = (statement) => {
    asked.push(statement)
    return engine.read(statement)
  }
  await ask(storeOver({ ...engine, read }))
  const explained = asked.map(({ sql, values }) => engine.read({ sql: `explain query plan ${sql}`, values }))
  const plans = (await Promise.all(explained)).map((rows) => rows.map(({ detail }) => String(detail)))
  await engine.close()
  return plans.map((details) => details.filter((detail) => !/ORDER BY|^SCALAR SUBQUERY/.test(detail)))
}

test('a page scans a bounded number of events, and the next one continues where it stopped', async () => {
  const engine = openSqlite(':memory:')
  await migrate(engine)
  const { page } = eventReads(databaseOver(engine), 10)
  const { commit } = storeOver(engine)
  const id = (count: number) => `01a443e8-e200-7000-8000-${String(count).padStart(12, '0')}`
  for (let count = 0; count < 35; count++)
    await commit([{ append: event(id(count), count % 30 === 4 ? { type: 'fido2.user.deleted' } : {}) }])
  const pages: (readonly [string[], string | undefined])[] = []
  for (let before: string | undefined; ; ) {
    const { events, next } = await page('shop', { limit: 5, type: 'fido2.user', before })
    pages.push([events.map((one) => one.id), next])
    before = next
    if (next === undefined) break
  }
  assert.deepEqual(pages, [
    [[id(34)], id(25)],
    [[], id(15)],
    [[], id(5)],
    [[id(4)], undefined],
  ])
  await engine.close()
})

test('writes requested before close() are stored', async () => {
  const database = await freshSqlite()
  const store = await openStore(database.url)
  const adding = register(store, signUp('ann'))
  await store.close()
  assert.equal(await adding, undefined)
  assert.equal((await database.query('select id from users')).length, 1)
  await database.drop()
})

for (const url of ['mysql://localhost/x', 'thumbturn.db', '', 'sqlite:']) {
  test(`"${url}" is rejected with a hint about what works`, async () => {
    await assert.rejects(openStore(url), /sqlite:<path>/)
  })
}
