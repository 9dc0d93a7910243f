import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFuzzRequest } from '../src/runs/fuzz/requests.ts'
import { runFuzz } from '../src/runs/fuzz.ts'

test('random requests, mutated ceremonies, and broken HTTP cause no unexpected error', async (t) => {
  const order = {
    seed: 20261123,
    rounds: 1,
    until: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    progress: () => {},
  }
  const { violations, figures } = await runFuzz({ engine: 'sqlite', nodes: 1 }, order, 2_000)
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(violations, [])
})

test('a request with another method than its operation has no key of an administrator, which could delete the application', () => {
  const credentials = {
    ...{ apiKey: 'api-key', adminKey: 'admin-key', userToken: 'user-token', page: '', proxy: '' },
    clientTokens: ['client-token'],
    createServiceToken: () => 'service-token',
  }
  const requests = Array.from({ length: 10_000 }, (_, seed) => createFuzzRequest(seed, credentials))
  const changed = requests.filter(({ method }) => ['PROPFIND', 'TRACE'].includes(method))
  assert.ok(changed.length > 20)
  assert.deepEqual(
    changed.filter(({ headers }) => headers.includes('admin-key')),
    [],
  )
})
