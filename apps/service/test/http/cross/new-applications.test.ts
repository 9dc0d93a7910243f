import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useNodes } from '@thumbturn/service-harness/nodes.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { assertRejected, deviceInfo, readBody } from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

anyEngine('new applications', (fresh) => {
  const nodes = useNodes(fresh)
  const startSignIn = ({ post }: Service, id: string) =>
    post(`//apps/${id}/fido2/v2/auth/init`, { app: { id }, deviceInfo })
  const unknown = { status: 404, msg: /there is no application/, msgCode: 'not_found', reason: 'unknown_application' }
  const create = (id: string) =>
    createApplication(nodes().near.core, { id, rpId: 'localhost', origins: ['http://localhost:4300'] })

  test('a node finds a new application of another node at once, even if it has just read all applications', async () => {
    const { far } = nodes()
    assertRejected(await startSignIn(far, 'shop'), unknown)
    await create('shop')
    far.clock.advance(50)
    readBody(await startSignIn(far, 'shop'))
  })

  test('made-up IDs cause at most one read every fifty milliseconds', async (t) => {
    const { far } = nodes()
    const { applications } = far.core.store
    const reads = t.mock.method(applications, 'changedSince')
    for (let call = 0; call < 20; call++) {
      assertRejected(await startSignIn(far, `made-up-${call}`), unknown)
      far.clock.advance(10)
    }
    const count = reads.mock.callCount()
    assert.ok(count >= 1 && count <= 4, `${count} reads in 200 ms`)
  })
})
