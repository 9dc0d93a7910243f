import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseOver } from '../../src/storage/engine/database.ts'
import { openSqlite } from '../../src/storage/engine/sqlite.ts'
import { deviceWrites } from '../../src/storage/tables/devices.ts'

test('a sign-in from a known device writes it in one step, and only writes that can add rows trim them afterward', async (t) => {
  const engine = openSqlite(':memory:')
  t.after(() => engine.close())
  const { seeDevice } = deviceWrites(databaseOver(engine))
  const writes = (known: readonly string[], ...thumbprints: string[]) =>
    seeDevice({ appId: 'shop', userId: 'ann', known, id: 'phone', description: {}, thumbprints, at: 1 }).map(
      ({ sql, table }) => `${sql.split(' ')[0]} ${table}`,
    )
  const [device, forget] = ['insert devices', 'delete devices']
  const [key, forgetKeys] = ['insert device_keys', 'delete device_keys']
  assert.deepEqual(writes(['desk', 'phone']), [device])
  assert.deepEqual(writes([]), [device, forget])
  assert.deepEqual(writes(['phone'], 'a'), [device, key, forgetKeys])
  assert.deepEqual(writes([], 'a', 'b', 'c'), [device, forget, key, key, key, forgetKeys])
})
