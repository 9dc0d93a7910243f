import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '@thumbturn/service-harness/until.ts'
import { createCheckpoints } from '../../src/storage/engine/sqlite-checkpoints.ts'
import { connectSqlite, type SqliteConnection } from '../../src/storage/engine/sqlite-connection.ts'

/** A database with a table of pages, and what reads how many pages of its log aren't copied yet. */
function openPages(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'one.db')
  const connection = connectSqlite(path)
  connection.database.exec('create table pages (content blob)')
  return { folder, path, connection }
}

/** Each takes a page of the log. */
function writePages({ database }: SqliteConnection, count: number) {
  database.exec('begin')
  const insert = database.prepare('insert into pages values (randomblob(3500))')
  for (let page = 0; page < count; page++) insert.run()
  database.exec('commit')
}

const readPragma = ({ database }: SqliteConnection, text: string) => database.prepare(`pragma ${text}`).get()!
const countLeft = (connection: SqliteConnection) => {
  const { log, checkpointed } = readPragma(connection, 'wal_checkpoint(noop)')
  return Number(log) - Number(checkpointed)
}
const countInLog = (connection: SqliteConnection) => Number(readPragma(connection, 'wal_checkpoint(noop)').log)

const manyPages = 5_000

test('a thread copies the log of a large database while it is written, and the log starts again', async (t) => {
  const { path, connection } = openPages(t)
  const checkpoints = createCheckpoints(connection, path, 0)
  checkpoints.count(4)
  writePages(connection, manyPages)
  assert.ok(countLeft(connection) >= manyPages, 'a commit copies nothing')
  checkpoints.count(4)
  await until(() => {
    // Pages that are written during the copy are copied, too.
    writePages(connection, 1)
    return countInLog(connection) < 100
  })
  await checkpoints.close()
  connection.database.close()
  assert.equal(existsSync(`${path}-wal`), false)
})

test('the thread copies few pages at a time, and the log starts again only where it is long', async (t) => {
  const { path, connection } = openPages(t)
  const checkpoints = createCheckpoints(connection, path, 0)
  checkpoints.count(4)
  writePages(connection, 300)
  checkpoints.count(4)
  await until(() => countLeft(connection) < 100)
  assert.ok(countInLog(connection) >= 300)
  await checkpoints.close()
  connection.database.close()
})

test('the log of a small database is copied by the commit that finds it long enough', async (t) => {
  const { path, connection } = openPages(t)
  const checkpoints = createCheckpoints(connection, path)
  writePages(connection, manyPages)
  assert.equal(countLeft(connection), 0)
  checkpoints.count(4)
  assert.equal(readPragma(connection, 'wal_autocheckpoint').wal_autocheckpoint, 4_000)
  await checkpoints.close()
  connection.database.close()
})

test('after the thread failed, commits copy the log', async (t) => {
  const { folder, connection } = openPages(t)
  const damaged = join(folder, 'damaged.db')
  writeFileSync(damaged, 'no database'.repeat(100))
  const checkpoints = createCheckpoints(connection, damaged, 0)
  checkpoints.count(4)
  await until(() => readPragma(connection, 'wal_autocheckpoint').wal_autocheckpoint === 4_000)
  writePages(connection, manyPages)
  assert.equal(countLeft(connection), 0)
  checkpoints.count(4)
  await checkpoints.close()
  connection.database.close()
})

test('copying all leaves nothing in the log, also with the thread', async (t) => {
  const { path, connection } = openPages(t)
  const checkpoints = createCheckpoints(connection, path, 0)
  checkpoints.count(4)
  writePages(connection, manyPages)
  checkpoints.count(4)
  writePages(connection, 10)
  await checkpoints.copyAll()
  assert.equal(countLeft(connection), 0)
  await checkpoints.close()
  connection.database.close()
  assert.ok(statSync(path).size > manyPages * 4096)
})

test('a thread creates no file where the database is missing', async (t) => {
  const { folder, connection } = openPages(t)
  const missing = join(folder, 'missing.db')
  const checkpoints = createCheckpoints(connection, missing, 0)
  checkpoints.count(4)
  await until(() => readPragma(connection, 'wal_autocheckpoint').wal_autocheckpoint === 4_000)
  assert.equal(existsSync(missing), false)
  await checkpoints.close()
  connection.database.close()
})
