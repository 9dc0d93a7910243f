import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseOver } from '../../src/storage/engine/database.ts'
import type { Row } from '../../src/storage/engine/engine.ts'
import { openSqlite } from '../../src/storage/engine/sqlite.ts'
import { migrate } from '../../src/storage/migrations/migrate.ts'
import { accountReads, ownerOfPasskeyReads } from '../../src/storage/tables/accounts.ts'

type Reads = ReturnType<typeof accountReads> & ReturnType<typeof ownerOfPasskeyReads>

const name = { usernameKey: 'unknown@example.com', addressKey: 'unknown@example.com' }

const searches: Record<string, (reads: Reads) => unknown> = {
  'a user and their credentials': (reads) => reads.findWithCredentials('shop', name),
  'a user and their passkeys': (reads) => reads.findWithPasskeys('shop', name),
  'a user': (reads) => reads.findByName('shop', name),
  'a user and their contacts': (reads) => reads.findAccount('shop', name),
  'the contacts of a user': (reads) => reads.findAccount('shop', { userId: 'unknown' }),
  'a passkey and its user': (reads) => reads.findWithUser('shop', 'credential'),
  'a passkey, its user, and their device': (reads) =>
    reads.findWithUser('shop', 'credential', { deviceId: 'device', thumbprints: ['key'] }),
}

for (const [what, search] of Object.entries(searches)) {
  test(`a search for ${what} that finds nothing reads a row like one that finds something`, async (t) => {
    const engine = openSqlite(':memory:')
    t.after(() => engine.close())
    await migrate(engine)
    const results: (readonly Row[])[] = []
    const database = databaseOver({
      ...engine,
      read: async (statement) => {
        const rows = await engine.read(statement)
        results.push(rows)
        return rows
      },
    })
    const found = await search({ ...accountReads(database), ...ownerOfPasskeyReads(database) })
    assert.equal(found, undefined)
    assert.equal(results.length, 1)
    assert.deepEqual(
      results[0]?.map((row) => Object.values(row).every((value) => value === null)),
      [true],
    )
  })
}
