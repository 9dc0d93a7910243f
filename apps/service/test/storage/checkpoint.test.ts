import assert from 'node:assert/strict'
import { copyFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { openFresh } from '@thumbturn/service-harness/stores.ts'

/** Returns the facts in a copy of only the database file. */
function readCopy(file: string): string[] {
  copyFileSync(file, `${file}-copy`)
  const copy = new DatabaseSync(`${file}-copy`)
  const hasTable = copy.prepare(`select 1 from sqlite_schema where name = 'installation'`).get() !== undefined
  const rows = hasTable ? copy.prepare('select value from installation').all() : []
  copy.close()
  return rows.map(({ value }) => String(value))
}

async function openFile(t: TestContext) {
  const { store, database } = await openFresh(freshSqlite, t)
  return { store, file: database.url.slice('sqlite:'.length) }
}

test('after a checkpoint, a copy of only the database file contains everything committed', async (t) => {
  const { store, file } = await openFile(t)
  await store.installation.add('fact', 'kept')
  assert.deepEqual(readCopy(file), [], 'so far it is in the write-ahead log only')
  await store.checkpoint()
  assert.deepEqual(readCopy(file), ['kept'])
})

test('a checkpoint while another process reads neither waits nor fails, and the next one catches up', async (t) => {
  const { store, file } = await openFile(t)
  await store.checkpoint()
  const reader = new DatabaseSync(file)
  reader.exec('begin')
  reader.prepare('select count(*) from installation').get()
  await store.installation.add('fact', 'kept')
  await store.checkpoint()
  reader.exec('commit')
  reader.close()
  await store.checkpoint()
  assert.deepEqual(readCopy(file), ['kept'])
})

test('repeated checkpoints keep the write-ahead log from growing', async (t) => {
  const { store, file } = await openFile(t)
  await store.checkpoint()
  // The file keeps the size that the migrations gave it, and is written from its start again.
  const { size } = statSync(`${file}-wal`)
  for (let index = 0; index < 100; index++) {
    await store.installation.add(`fact ${index}`, 'x'.repeat(10_000))
    await store.checkpoint()
  }
  assert.ok(statSync(`${file}-wal`).size < size + 100_000)
})
