import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { upkeep } from '../../../src/cli/upkeep.ts'
import { recordInAdvance } from '../../../src/core/use-cases/audit/audit.ts'

const dayMs = 24 * 60 * 60_000
const actor = { kind: 'cli', id: 'command line', name: 'ops' } as const

anyEngine('the retention of the audit log', (fresh) => {
  const service = useService(fresh)
  const record = (application: string) =>
    recordInAdvance({ ...service().core, actor }, { action: 'users.exported', application })
  const list = async () =>
    (await service().core.store.audit.list({ limit: 5_000 })).map(({ application }) => application)

  test('entries are deleted after the days that the operator sets, however many there are', async () => {
    const keep = () => upkeep(service().core, { AUDIT_RETENTION_DAYS: 30 })
    await Promise.all(Array.from({ length: 1_100 }, () => record('first')))
    service().clock.advance(29 * dayMs)
    await record('second')
    await keep()
    assert.equal((await list()).length, 1_101)
    service().clock.advance(dayMs + 1)
    await keep()
    assert.deepEqual(await list(), ['second'])
    service().clock.advance(29 * dayMs)
    await keep()
    assert.deepEqual(await list(), [])
  })
})
