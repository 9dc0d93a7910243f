import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { copyFromBackup, writeBackup } from '../../src/storage/engine/sqlite-backup.ts'

const label = { createdAt: 1, version: '1.2.3', masterKey: null }

/** A database of another program, and the path of its backup. */
function openDatabase(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [path, copy] = [join(folder, 'one.db'), join(folder, 'one.backup')]
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma secure_delete = off')
  t.after(() => database.close())
  return { folder, path, copy, database }
}

test('a backup has what was there at one moment, although others write while it is copied', async (t) => {
  const { path, copy, database } = openDatabase(t)
  database.exec('create table pages (content blob); create table counts (page integer)')
  const insert = () =>
    database.exec('begin; insert into pages values (randomblob(3500)); insert into counts values (1); commit')
  database.exec('begin')
  const insertPage = database.prepare('insert into pages values (randomblob(3500))')
  for (let page = 0; page < 5_000; page++) insertPage.run()
  database.exec('insert into counts select 1 from pages')
  database.exec('commit')

  let isDone = false
  const written = writeBackup(path, copy, label).then(() => {
    isDone = true
  })
  for (; !isDone; await nextTurn()) insert()
  await written

  const backup = new DatabaseSync(copy, { readOnly: true })
  const count = (from: DatabaseSync, table: string) =>
    Number(from.prepare(`select count(*) as n from ${table}`).get()!.n)
  const copied = count(backup, 'pages')
  assert.equal(copied, count(backup, 'counts'))
  assert.ok(copied >= 5_000 && copied < count(database, 'pages'), 'others wrote at the same time')
  assert.equal(backup.prepare('pragma integrity_check').get()!.integrity_check, 'ok')
  backup.close()
})

test('a backup, and what is restored from it, have nothing that was deleted before', async (t) => {
  const { folder, path, copy, database } = openDatabase(t)
  database.exec('create table users (id integer primary key, name text); create index by_name on users (name)')
  const insert = database.prepare('insert into users (name) values (?)')
  database.exec('begin')
  for (let user = 0; user < 2_000; user++) insert.run(`deleted ${user % 7} user ${user}`)
  database.exec('commit')
  database.exec(`delete from users where name like 'deleted 3%' or id > 1000`)
  database.exec('pragma wal_checkpoint(truncate)')
  const find = (file: string) => readFileSync(file).includes('deleted 3')
  assert.ok(find(path), 'the database itself still has it')
  await writeBackup(path, copy, label)
  assert.ok(!find(copy))
  await copyFromBackup(copy, join(folder, 'restored.db'))
  assert.ok(!find(join(folder, 'restored.db')))
})
