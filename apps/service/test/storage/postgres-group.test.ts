import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PostgresDatabases, privatePostgres } from '@thumbturn/service-harness/databases.ts'
import { onServer } from '@thumbturn/service-harness/postgres-suite.ts'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import { passkey, signIn, signUp } from '@thumbturn/service-harness/store-situations.ts'
import type { Step } from '../../src/storage/engine/engine.ts'
import { openPostgres } from '../../src/storage/engine/postgres.ts'
import { openStore } from '../../src/storage/open.ts'
import { endWaits, untilWaiting, withAbsentStandby } from './absent-standby.ts'

const table = 'create table notes (id bigint primary key, text text not null)'

const step = (sql: string, values: Step['values']): Step => ({
  sql,
  values,
  table: 'events',
  required: false,
  isQuick: true,
})
const note = (id: number | string, text = '') => step('insert into notes (id, text) values ($1, $2)', [id, text])
const rename = (id: number, text: string) => step('update notes set text = $2 where id = $1', [id, text])
const lookUp = (id: number | string) => ({
  sql: 'select id, text from notes where id = $1',
  values: [id],
  isQuick: true,
})

function withPostgres({ fresh }: PostgresDatabases) {
  /** A database of notes, and the sizes of the groups that were written. */
  async function open(poolSize = 10) {
    const database = await fresh()
    await database.query(table)
    const sizes: number[] = []
    const engine = openPostgres(database.url, poolSize, (batches) => sizes.push(batches))
    const close = async () => {
      await engine.close()
      await database.drop()
    }
    return { database, engine, sizes, close }
  }

  test('batches that arrive together share a transaction', async () => {
    const { database, engine, sizes, close } = await open()
    const outcomes = await Promise.all([1, 2, 3].map((id) => engine.write([note(id), rename(id, `note ${id}`)])))
    assert.deepEqual(outcomes, Array(3).fill({ counts: [1, 0] }))
    assert.deepEqual(sizes, [3])
    assert.equal((await database.query('select distinct xmin::text from notes')).length, 1)
    await close()
  })

  test('a batch sees what earlier batches of its group wrote', async () => {
    const { engine, sizes, close } = await open()
    const writing = [engine.write([note(1, 'first')]), engine.write([rename(1, 'second')])]
    assert.deepEqual(await Promise.all(writing), [{ counts: [1] }, { counts: [1] }])
    assert.deepEqual(sizes, [2])
    assert.deepEqual(await engine.read(lookUp(1)), [{ id: 1, text: 'second' }])
    await close()
  })

  test('of batches that exclude each other, one is written, and their neighbors are unaffected', async () => {
    const { engine, sizes, close } = await open()
    const writing = [1, 2, 2, 3].map((id) => engine.write([note(id)]))
    const outcomes = await Promise.all(writing)
    assert.deepEqual(outcomes.map((outcome) => ('conflict' in outcome ? outcome.conflict : 'written')).toSorted(), [
      'notes_pkey',
      'written',
      'written',
      'written',
    ])
    assert.deepEqual(sizes.toSorted(), [1, 1, 1])
    for (const id of [1, 2, 3]) assert.equal((await engine.read(lookUp(id))).length, 1)
    await close()
  })

  test('an invalid value fails its batch or read alone', async () => {
    const { engine, close } = await open()
    const writing = [engine.write([note(1)]), engine.write([note('one')]), engine.write([note(2)])]
    const written = await Promise.allSettled(writing)
    assert.deepEqual(
      written.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    const read = await Promise.allSettled([1, 'one', 2].map((id) => engine.read(lookUp(id))))
    assert.deepEqual(
      read.map((result) => (result.status === 'fulfilled' ? result.value.length : 'rejected')),
      [1, 'rejected', 1],
    )
    await close()
  })

  test('a batch that waits for a row keeps no other waiting', async () => {
    const { database, engine, close } = await open()
    await engine.write([note(1)])
    await database.query('begin')
    await database.query(`update notes set text = 'held' where id = 1`)
    let isRenamed = false
    const renaming = engine.write([rename(1, 'renamed')]).then((outcome) => {
      isRenamed = true
      return outcome
    })
    for (const id of [2, 3]) assert.deepEqual(await engine.write([note(id)]), { counts: [1] })
    await untilWaiting(database, 'transactionid')
    assert.equal(isRenamed, false)
    await database.query('commit')
    assert.deepEqual(await renaming, { counts: [1] })
    assert.deepEqual(await engine.read(lookUp(1)), [{ id: 1, text: 'renamed' }])
    await close()
  })

  test('groups that would deadlock are written one by one', async () => {
    const { database, engine, close } = await open()
    const other = openPostgres(database.url)
    const ids = Array.from({ length: 20 }, (_, index) => index)
    await Promise.all(ids.map((id) => engine.write([note(id)])))
    const outcomes = await Promise.all([
      ...ids.map((id) => engine.write([rename(id, 'one')])),
      ...ids.toReversed().map((id) => other.write([rename(id, 'other')])),
    ])
    assert.deepEqual(outcomes, Array(40).fill({ counts: [1] }))
    await other.close()
    await close()
  })

  test('with a single connection, batches and reads are done in turn', async () => {
    const { engine, close } = await open(1)
    const ids = Array.from({ length: 100 }, (_, index) => index)
    const writing = ids.map((id) => engine.write([note(id % 90)]))
    const reading = ids.map((id) => engine.read(lookUp(id)))
    const outcomes = await Promise.all(writing)
    await Promise.all(reading)
    assert.equal(outcomes.filter((outcome) => 'conflict' in outcome).length, 10)
    await close()
  })

  for (const [what, end] of [
    ['whose wait for the standby is canceled', 'pg_cancel_backend'],
    ['that loses its connection', 'pg_terminate_backend'],
  ] as const)
    test(`a group ${what} has an unknown result, and is not written again`, async () => {
      const database = await fresh()
      const store = await openStore(database.url)
      await register(store, signUp('ann'))
      await withAbsentStandby(database, async () => {
        const uses = ['one', 'two'].map((session) => recordUse(store, signIn(passkey('ann'), session)))
        const rejected = Promise.all(uses.map((use) => assert.rejects(use, { name: 'Outage' })))
        await untilWaiting(database, 'SyncRep')
        await endWaits(database, end)
        await rejected
      })
      const spent = `select count(*)::int as sessions, count(distinct xmin::text)::int as transactions
        from spent_sessions where id in ('one', 'two')`
      assert.deepEqual(await database.query(spent), [{ sessions: 2, transactions: 1 }])
      await store.close()
      await database.drop()
    })
}

await onServer('groups on PostgreSQL', privatePostgres, withPostgres)
