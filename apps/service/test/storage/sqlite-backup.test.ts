import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { writeBackup } from '../../src/storage/engine/sqlite-backup.ts'

test('a backup has what was there when it began, although it is copied in parts and others write between them', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [path, copy] = [join(folder, 'one.db'), join(folder, 'one.backup')]
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = off; create table pages (content blob)')
  const insert = database.prepare('insert into pages values (randomblob(3500))')
  database.exec('begin')
  for (let page = 0; page < 5_000; page++) insert.run()
  database.exec('commit')

  let isDone = false
  const written = writeBackup(path, copy, { createdAt: 1, version: '1.2.3', masterKey: null }).then(() => {
    isDone = true
  })
  let later = 0
  for (; !isDone; await nextTurn()) if (later < 1_000) later += Number(insert.run().changes)
  await written
  assert.ok(later > 1, 'others wrote meanwhile')
  database.close()

  const backup = new DatabaseSync(copy, { readOnly: true })
  assert.equal(backup.prepare('select count(*) as n from pages').get()!.n, 5_000)
  assert.equal(backup.prepare('pragma integrity_check').get()!.integrity_check, 'ok')
  backup.close()
})
