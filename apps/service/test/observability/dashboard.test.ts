import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseMetrics } from '@thumbturn/service-harness/scrape.ts'
import { startService } from '@thumbturn/service-harness/service.ts'
import { createMetrics } from '../../src/observability/metrics/metrics.ts'

type Target = { expr: string; legendFormat: string }
type Panel = { id: number; title: string; type: string; targets?: Target[]; gridPos: { x: number; w: number } }
type Dashboard = { panels: Panel[]; templating: { list: { query: string | { query: string } }[] } }

const path = new URL('../../../../deploy/grafana/thumbturn.json', import.meta.url)
const dashboard = JSON.parse(readFileSync(path, 'utf8')) as Dashboard
const targets = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })))

/** Every metric of an installation, whichever its database is, with its labels. */
async function listMetrics(): Promise<Map<string, Set<string>>> {
  const service = await startService({ databaseUrl: 'sqlite::memory:' })
  const metrics = createMetrics({ version: '1.2.3', mode: 'production', database: 'PostgreSQL', node: 'v26.0.0' })
  const { store } = service.core
  const load = () => ({ waiting: 0, waitMs: 0, connections: { idle: 1, busy: 0 } })
  const core = metrics.watchCore({ ...service.core, store: { ...store, load } })
  metrics.observer.grouped?.(2)
  await metrics.observer.around('read', async () => undefined)
  core.rejectedCalls.count('demo', 'signIns')
  await core.limiter.take('begin network 192.0.2.1', { calls: 1, seconds: 60 })
  await core.store.installation.add('last backup', '1')
  await metrics.recordUpkeep(core)
  const text = await metrics.print()
  await service.close()
  const found = new Map([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => [name!, new Set<string>()]))
  for (const { name, labels } of parseMetrics(text)) found.set(name, new Set(Object.keys(labels)))
  return found
}

test('the dashboard queries only metrics that /metrics has', async () => {
  const metrics = await listMetrics()
  assert.ok(targets.length > 20)
  const variables = dashboard.templating.list.map(({ query }) => (typeof query === 'string' ? query : query.query))
  for (const expression of [...targets.map(({ expr }) => expr), ...variables]) {
    for (const [, name = ''] of expression.matchAll(/\b((?:thumbturn|process|nodejs)_\w+)/g))
      assert.ok(metrics.has(name) || metrics.has(name.replace(/_(bucket|sum|count)$/, '')), `${name} in ${expression}`)
  }
})

test('every metric of Thumbturn is on the dashboard', async () => {
  const own = [...(await listMetrics()).keys()].filter((name) => name.startsWith('thumbturn_'))
  const queried = targets.map(({ expr }) => expr).join('\n')
  const missing = own.filter((name) => !queried.includes(name.replace(/_(bucket|sum|count)$/, '')))
  assert.deepEqual(missing, [])
})

test('panels have a title, an id of their own, and fit the width', () => {
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length)
  for (const { title, gridPos } of dashboard.panels) assert.ok(title !== '' && gridPos.x + gridPos.w <= 24, title)
})
