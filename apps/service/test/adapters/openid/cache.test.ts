import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCache } from '../../../src/adapters/openid/cache.ts'

test('a cache keeps a limited number of documents, and forgets the one that it read first', async () => {
  const loaded: string[] = []
  const load = async (url: string) => loaded.push(url)
  const read = createCache(() => 0, load, { keptMs: 1_000, most: 2 })
  for (const url of ['a', 'b', 'a', 'c', 'b', 'a', 'c']) await read(url)
  assert.deepEqual(loaded, ['a', 'b', 'c', 'a'])
})
