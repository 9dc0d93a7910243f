import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RollUpStore } from '../../../../src/core/ports/stores/roll-ups.ts'
import { summarizeAll } from '../../../../src/core/use-cases/analytics/reports.ts'

test('the overview of ten thousand applications reads a few at a time', async () => {
  let [reading, most] = [0, 0]
  const list = async () => {
    most = Math.max(most, ++reading)
    await Promise.resolve()
    reading--
    return []
  }
  const ids = Array.from({ length: 10_000 }, (_, index) => `app-${index}`)
  const core = { store: { rollUps: { list } as unknown as RollUpStore }, pause: async () => {} }
  const lines = await summarizeAll(core, ids, { from: 0, to: 86_400_000 })
  assert.deepEqual([...lines.keys()], ids)
  assert.ok(most <= 4, `${most} at once`)
})
