import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleCall, operations } from '@thumbturn/service-harness/calls.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'

/** Bodies that only a reader finds wrong. */
const malformed = [
  { body: '{"a":', type: 'application/json' },
  { body: '{"__proto__":{}}', type: 'application/json' },
  { body: '<a/>', type: 'application/xml' },
  { body: 'x'.repeat(2_000_000), type: 'application/json' },
]

const needsCredential = operations.filter(
  ({ route: { body, access } }) => body && access.kind !== 'public' && access.kind !== 'optionalUser',
)

anyEngine('before the body of a call is read', (fresh) => {
  const running = useService(fresh)

  test('every operation that needs a credential rejects a call without one', async () => {
    for (const operation of needsCredential) {
      const { method, path, ask } = exampleCall(operation)
      const { status, text } = await running().ask(method, path, ask)
      assert.equal(status, 401, operation.name)
      for (const { body, type } of malformed) {
        const headers = { ...ask.headers, 'content-type': type }
        const response = await running().ask(method, path, { body, headers })
        assert.deepEqual([response.status, response.text], [401, text], operation.name)
      }
    }
  })

  test('every operation of an application rejects a call for an unknown one, whatever its credential', async () => {
    for (const operation of needsCredential.filter(({ api }) => api.of !== 'installation')) {
      const { method, path, ask } = exampleCall(operation)
      const call = { ...ask, token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln', body: '{"a":' }
      const { status } = await running().ask(method, path.replace('/apps/demo/', '/apps/unknown/'), call)
      assert.equal(status, 404, operation.name)
    }
  })
})
