import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openStore } from './open.ts'
import { storeContract } from './store.contract.ts'
import { signUp, type TestDatabase } from './store.situations.ts'

async function freshDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-sqlite-'))
  const path = join(folder, 'store.db')
  return {
    url: `sqlite:${path}`,
    async query(sql) {
      const database = new DatabaseSync(path, { timeout: 5_000 })
      const rows = database.prepare(sql).all()
      database.close()
      return rows
    },
    drop: async () => rmSync(folder, { recursive: true }),
  }
}

storeContract('SQLite', freshDatabase)

test('only its owner may read the file and what SQLite keeps beside it', async () => {
  const database = await freshDatabase()
  const store = await openStore(database.url)
  await store.passkeys.add(signUp('ann'))
  for (const suffix of ['', '-wal', '-shm'])
    assert.equal(statSync(database.url.slice('sqlite:'.length) + suffix).mode & 0o777, 0o600, suffix)
  await store.close()
  await database.drop()
})

test('a database in memory works, and each is its own', async () => {
  const [one, other] = [await openStore('sqlite::memory:'), await openStore('sqlite::memory:')]
  assert.equal(await one.passkeys.add(signUp('ann')), 'stored')
  assert.equal(await other.users.find('shop', 'user-ann'), undefined)
  await one.close()
  await other.close()
})

test('several processes may start at once on one file', async () => {
  const database = await freshDatabase()
  const open = new URL('./open.ts', import.meta.url).href
  const script = `const { openStore } = await import('${open}'); await (await openStore('${database.url}')).close()`
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  await Promise.all([start(), start(), start(), start()])
  await database.drop()
})

test('what was asked for before close() is written', async () => {
  const database = await freshDatabase()
  const store = await openStore(database.url)
  const adding = store.passkeys.add(signUp('ann'))
  await store.close()
  assert.equal(await adding, 'stored')
  assert.equal((await database.query('select id from users')).length, 1)
  await database.drop()
})

for (const url of ['mysql://localhost/x', 'thumbturn.db', '', 'sqlite:']) {
  test(`"${url}" is refused with what would do`, async () => {
    await assert.rejects(openStore(url), /sqlite:<path>/)
  })
}
