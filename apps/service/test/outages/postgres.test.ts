import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { signUpUserOn } from '@thumbturn/service-harness/backend.ts'
import { exampleCall, operations } from '@thumbturn/service-harness/calls.ts'
import { everyCredential, verdictOn } from '@thumbturn/service-harness/credentials.ts'
import { type PostgresDatabases, privatePostgres } from '@thumbturn/service-harness/databases.ts'
import { onServer } from '@thumbturn/service-harness/postgres-suite.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import { type TcpProxy, tcpProxy } from '@thumbturn/service-harness/tcp-proxy.ts'
import pg from 'pg'
import { openStore } from '../../src/storage/open.ts'
import { assertOutage, assertRecovered, warmUp } from './situations.ts'

function withPostgres({ fresh }: PostgresDatabases) {
  /** Starts a service whose database connections pass through a proxy that the test can interrupt. */
  async function started(t: TestContext): Promise<{ service: Service; line: TcpProxy; admin: pg.Client }> {
    const database = await fresh({ migrated: true })
    const url = new URL(database.url)
    const line = await tcpProxy(Number(url.port))
    const admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    url.port = String(line.port)
    const service = await startService({ databaseUrl: url.href })
    t.after(async () => {
      line.restore()
      await admin.end()
      await service.close()
      await line.close()
      await database.drop()
    })
    await warmUp(service)
    return { service, line, admin }
  }

  test('while the database is unreachable, requests fail with 503, and they succeed again afterward', async (t) => {
    const { service, line } = await started(t)
    line.cut()
    await assertOutage(service)
    line.restore()
    await assertRecovered(service)
  })

  test('while the database is unresponsive, requests fail with 503 within seconds, and they succeed again afterward', async (t) => {
    const { service, line } = await started(t)
    line.silence()
    await assertOutage(service)
    line.restore()
    await assertRecovered(service)
  })

  test('while the database is read-only, writes fail with 503, and /ready reports it', async (t) => {
    const { service, admin } = await started(t)
    await admin.query('alter system set default_transaction_read_only = on')
    await admin.query('select pg_reload_conf()')
    await untilNotReady(service)
    const read = await service.post('/auth/init', { app: { id: 'demo' }, deviceInfo: {} })
    assert.equal(read.status, 200)
    await assert.rejects(service.core.store.checkWrite(), (error: Error) => {
      assert.deepEqual([error.name, /read-only/.test(String(error.cause))], ['Outage', true])
      return true
    })
    await admin.query('set default_transaction_read_only = off')
    await admin.query('alter system reset default_transaction_read_only')
    await admin.query('select pg_reload_conf()')
    await assertRecovered(service)
  })

  test('while another transaction holds a lock, requests fail with 503 within seconds', async (t) => {
    const { service, admin } = await started(t)
    await admin.query('begin')
    await admin.query('lock table applications, users, api_keys, installation in access exclusive mode')
    await assertOutage(service)
    await admin.query('rollback')
    await assertRecovered(service)
  })

  test("no route of any API responds 500 while the database can't be reached", async (t) => {
    const { service, line } = await started(t)
    const credentials = await everyCredential(service, await signUpUserOn(service, 'a-device'))
    line.cut()
    let failed = 0
    for (const operation of operations) {
      const { method, path, ask } = exampleCall(operation)
      const admitted = credentials.find((one) => verdictOn(operation.route, one) === 'accepted')
      service.clock.advance(2_000)
      const response = await service.ask(method, path, { ...ask, token: admitted?.header })
      assert.notEqual(response.status, 500, `${operation.name}: ${response.text}`)
      if (response.status === 503) failed++
    }
    assert.ok(failed > operations.length * 0.9, `${failed} of ${operations.length}`)
    line.restore()
  })

  test('a cross-origin page can read that the service is unavailable', async (t) => {
    const { service, line } = await started(t)
    line.cut()
    const headers = { origin: 'http://localhost:4300' }
    service.clock.advance(2_000)
    const preflight = await service.ask('OPTIONS', '/auth/init', { headers })
    assert.equal(preflight.headers['access-control-allow-origin'], headers.origin)
    const body = { app: { id: 'demo' }, deviceInfo: {}, user: { username: 'ada' } }
    const rejected = await service.post('/auth/init', body, { headers })
    assert.deepEqual([rejected.status, rejected.headers['access-control-allow-origin']], [503, headers.origin])
    line.restore()
  })

  test('the error for an unreachable database says what to do', async () => {
    await assert.rejects(openStore('postgres://me:hunter2@127.0.0.1:1/none'), (error: Error) => {
      assert.match(
        error.message,
        /^The database none at 127\.0\.0\.1:1 cannot be used: it cannot be reached: nothing accepts connections there \(ECONNREFUSED\)\. Check/,
      )
      assert.doesNotMatch(error.message, /hunter2/)
      return true
    })
    const database = await fresh()
    await database.drop()
    await assert.rejects(openStore(database.url), /the database does not exist/)
  })
}

async function untilNotReady(service: Service) {
  for (let attempt = 0; attempt < 20; attempt++) {
    service.clock.advance(2_000)
    if ((await service.ask('GET', '//ready')).status === 503) return
  }
  assert.fail('/ready never failed')
}

await onServer('PostgreSQL', privatePostgres, withPostgres)
