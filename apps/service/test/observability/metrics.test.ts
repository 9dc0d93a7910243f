import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startReceiver } from '@thumbturn/service-harness/receivers.ts'
import { findValue, parseMetrics } from '@thumbturn/service-harness/scrape.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import { Outage } from '../../src/core/errors.ts'
import { createRollUpWorker } from '../../src/core/use-cases/analytics/worker.ts'
import { createConnector, deleteConnector } from '../../src/core/use-cases/connectors/manage.ts'
import { testConnector } from '../../src/core/use-cases/connectors/test.ts'
import { lastBackupFact } from '../../src/maintenance/backup.ts'
import { createMetrics } from '../../src/observability/metrics/metrics.ts'

const build = { version: '1.2.3', mode: 'production', database: 'SQLite', node: 'v26.0.0' }

let service: Service
before(async () => {
  service = await startService({ databaseUrl: 'sqlite::memory:' })
})
after(() => service.close())

/** New metrics of the service, and a function that reads one of them. */
function watched() {
  const metrics = createMetrics(build)
  const core = metrics.watchCore(service.core)
  const read = async (name: string, labels?: Record<string, string>) =>
    findValue(parseMetrics(await metrics.print()), name, labels)
  return { metrics, core, read }
}

test('jumps of the clock are counted by direction, with the latest one', async () => {
  const { core, read } = watched()
  core.clock.check()
  service.clock.set(-3_600_000)
  core.clock.check()
  core.clock.check()
  assert.equal(await read('thumbturn_clock_jumps_total', { direction: 'back' }), 1)
  assert.equal(await read('thumbturn_clock_latest_jump_seconds'), -3_600)
  service.clock.set(3_600_000)
  core.clock.check()
  assert.equal(await read('thumbturn_clock_jumps_total', { direction: 'ahead' }), 1)
  assert.equal(await read('thumbturn_clock_latest_jump_seconds'), 3_600)
})

test('an operation during an outage is counted, other errors are not, and both reach the caller', async () => {
  const { metrics, read } = watched()
  const failWith = (error: Error) => metrics.observer.around('batch', () => Promise.reject(error))
  await assert.rejects(failWith(new Outage('The database is unavailable')), Outage)
  await assert.rejects(failWith(new TypeError('a bug')), TypeError)
  assert.equal(await read('thumbturn_outages_total', { operation: 'batch' }), 1)
  assert.equal(await read('thumbturn_database_operation_duration_seconds_count', { operation: 'batch' }), 2)
})

test('calls that are rejected because of overload are counted by class', async () => {
  const { metrics, read } = watched()
  metrics.countRejection('begin')
  assert.equal(await read('thumbturn_overload_rejections_total', { class: 'begin' }), 1)
  assert.equal(await read('thumbturn_overload_rejections_total', { class: 'complete' }), 0)
})

test('the time of the last backup appears once there is one', async () => {
  const { metrics, read } = watched()
  const name = 'thumbturn_backup_last_success_timestamp_seconds'
  await metrics.recordUpkeep(service.core)
  assert.equal(await read(name), undefined)
  await service.core.store.installation.add(lastBackupFact, String(service.clock.now() - 60_000))
  await metrics.recordUpkeep(service.core)
  assert.equal(await read(name), service.clock.now() / 1000 - 60)
  assert.equal(await read('thumbturn_upkeep_last_success_timestamp_seconds'), service.clock.now() / 1000)
})

test('a ceremony that lost a race is not counted as a success', async () => {
  const { core, read } = watched()
  const { appId, expiresAt } = { appId: 'demo', expiresAt: service.clock.now() + 60_000 }
  const event = { id: 'e1', appId, type: 'fido2.passkey.auth.success' as const, at: service.clock.now() }
  const spend = { appId, id: 'session-1', expiresAt }
  assert.equal(await core.store.commit([{ spend }, { append: event }]), undefined)
  assert.notEqual(await core.store.commit([{ spend }, { append: { ...event, id: 'e2' } }]), undefined)
  assert.equal(await read('thumbturn_ceremonies_total', { kind: 'authentication', outcome: 'success' }), 1)
})

test('events of connectors are counted when they are accepted, and the oldest waiting one shows the lag', async (t) => {
  const { metrics, core, read } = watched()
  const receiver = await startReceiver(t, { tls: false })
  const target = { type: 'webhook', url: receiver.url.href } as const
  const { connector } = await createConnector(core, service.application, { name: 'SIEM', target })
  await testConnector(core, service.application, connector.id)
  receiver.state.respond = (_, response) => response.writeHead(503).end()
  await testConnector(core, service.application, connector.id)
  assert.equal(await read('thumbturn_connector_events_total', { type: 'webhook' }), 1)
  assert.equal(await read('thumbturn_connector_failures_total', { type: 'webhook', kind: 'temporary' }), 1)
  const event = { id: core.random.timeId(), appId: 'demo', type: 'fido2.user.created', at: core.now() } as const
  await core.store.commit([{ append: event }])
  await createRollUpWorker(core).feed()
  service.clock.advance(90_000)
  await metrics.recordUpkeep(core)
  assert.equal(await read('thumbturn_connector_lag_seconds', { type: 'webhook' }), 90)
  await deleteConnector(core, service.application, connector.id)
  await metrics.recordUpkeep(core)
  assert.equal(await read('thumbturn_connector_lag_seconds'), undefined)
})
