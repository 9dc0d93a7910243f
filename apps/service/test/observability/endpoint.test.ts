import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { rejectedCallKinds } from '@thumbturn/contract/vocabulary/rejected-call-kinds.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { dataFolder, run, start } from '@thumbturn/service-harness/program.ts'
import { findValue, parseMetrics, type Sample } from '@thumbturn/service-harness/scrape.ts'
import type { AuthenticationInit, RegistrationInit, Tokens } from '@thumbturn/service-harness/situations.ts'
import { createSoftwareAuthenticator } from '@thumbturn/testkit'
import { readVersion } from '../../src/cli/version.ts'

const token = 'a-token-for-prometheus-of-32-characters'

/** Starts a service with metrics on a free port. */
async function measured(t: TestContext, settings: Record<string, string> = {}) {
  const program = start(t, [], { DATA_DIR: dataFolder(t), PORT: '0', METRICS_PORT: '0', ...settings })
  const ready = (await program.says(/^.*"msg":"Ready".*$/m)) ?? assert.fail((await program.ended).stderr)
  const { address, metrics } = JSON.parse(ready[0]) as { address: string; metrics: string }
  return { program, address, metrics, scrape: async () => (await fetch(metrics)).text() }
}

/** A sign-up, a sign-in, a rejected sign-in, a call with a wrong key, and one to an unknown path. */
async function useService(address: string) {
  const app = { id: 'demo' }
  const device = createSoftwareAuthenticator({ origin: address })
  const post = async <T>(path: string, body: unknown, headers: Record<string, string> = {}) => {
    const given = { 'content-type': 'application/json', ...headers }
    const sent = { method: 'POST', headers: given, body: JSON.stringify(body) }
    return (await (await fetch(`${address}/apps/demo/fido2/v2${path}`, sent)).json()) as T
  }
  const user = { username: 'ada.lovelace@example.com' }
  const started = await post<RegistrationInit>('/reg/init', { app, deviceInfo: {}, user })
  const creationResult = device.create(started.registrationRequestOptions)
  const { userId } = await post<Tokens>('/reg/complete', { session: started.session, creationResult })
  const { session, assertionOptions } = await post<AuthenticationInit>('/auth/init', { app, deviceInfo: {}, user })
  const assertionResult = device.get(assertionOptions)
  await post('/auth/complete', { session, assertionResult })
  await post('/auth/complete', { session, assertionResult })
  await post('/mgmt/grant', {}, { authorization: 'ttk_0123456789abcdef.secretsecretsecretsecretsecretsecretsecretsec' })
  await post(`/nothing/${userId}`, {})
  return { userId }
}

/** Every label, and what its values can look like. */
const labelValues: Readonly<Record<string, RegExp>> = {
  method: /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|other)$/,
  route: /^(none|\/[\w./:*-]*)$/,
  status: /^[1-5]xx$/,
  kind: /^(registration|authentication|transaction|mfa|code|minor|major|incremental|weakcb)$/,
  outcome: /^(success|rejected)$/,
  class: /^[a-z]+$/,
  scope: /^(network|application|user|userFromNetwork)$/,
  operation: /^(read|batch)$/,
  state: /^(idle|busy)$/,
  direction: /^(ahead|back)$/,
  le: /^(\+Inf|[\d.]+)$/,
  version: /^v?\d+\.\d+\.\d+$/,
  major: /^\d+$/,
  minor: /^\d+$/,
  patch: /^\d+$/,
  mode: /^(development|production)$/,
  database: /^(SQLite|PostgreSQL)$/,
  node: /^v\d+\.\d+\.\d+$/,
  type: /^\w+$/,
  space: /^\w+$/,
}

function assertBounded({ name, labels }: Sample) {
  for (const [label, value] of Object.entries(labels)) {
    const isKnown =
      name === 'thumbturn_rejected_calls_total' && Object.keys(rejectedCallKinds).some((kind) => kind === value)
    assert.ok(isKnown || labelValues[label]?.test(value), `${name} has the label ${label}="${value}"`)
  }
}

anyEngine('metrics', (fresh) => {
  test('count requests, ceremonies, and writes, without any value that a caller chose', async (t) => {
    const database = await fresh()
    const { address, scrape, program } = await measured(t, { DATABASE_URL: database.url })
    const { userId } = await useService(address)
    const text = await scrape()
    const samples = parseMetrics(text)
    const value = (name: string, labels?: Sample['labels']) => findValue(samples, name, labels)
    const requests = 'thumbturn_http_request_duration_seconds_count'
    const complete = { method: 'POST', route: '/fido2/v2/auth/complete' }
    assert.equal(value(requests, { ...complete, status: '2xx' }), 1)
    assert.equal(value(requests, { ...complete, status: '4xx' }), 1)
    assert.equal(value(requests, { route: 'none', status: '4xx' }), 1)
    for (const kind of ['registration', 'authentication'])
      assert.equal(value('thumbturn_ceremonies_total', { kind, outcome: 'success' }), 1, kind)
    assert.equal(value('thumbturn_ceremonies_total', { kind: 'authentication', outcome: 'rejected' }), 1)
    assert.equal(value('thumbturn_rejected_calls_total', { kind: 'credentials' }), 1)
    assert.ok(value('thumbturn_database_operation_duration_seconds_count', { operation: 'batch' })! >= 2)
    assert.ok(value('thumbturn_database_operation_duration_seconds_count', { operation: 'read' })! >= 2)
    assert.equal(value('thumbturn_write_queue_length'), 0)
    assert.equal(value('thumbturn_outages_total'), 0)
    const isSqlite = database.url.startsWith('sqlite:')
    const build = { version: readVersion(), mode: 'development', database: isSqlite ? 'SQLite' : 'PostgreSQL' }
    assert.equal(value('thumbturn_build_info', build), 1)
    if (isSqlite) assert.ok(value('thumbturn_write_group_batches_sum')! >= 2)
    // The driver closes the connection of a statement that conflicts, so there can be none.
    else assert.ok(value('thumbturn_database_connections', { state: 'idle' })! >= 0)
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_heap_size_used_bytes'])
      assert.ok(value(name)! > 0, name)
    assert.ok(value('nodejs_eventloop_lag_p99_seconds')! >= 0)
    assert.ok(Math.abs(value('thumbturn_upkeep_last_success_timestamp_seconds')! - Date.now() / 1000) < 600)
    for (const sample of samples) assertBounded(sample)
    for (const secret of ['lovelace', userId, 'demo', '127.0.0.1', 'secretsecret'])
      assert.ok(!text.includes(secret), `${secret} is among the metrics`)
    program.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
    await database.drop()
  })
})

test('calls beyond a rate limit are counted by class and scope', async (t) => {
  const { address, scrape } = await measured(t, { RATE_LIMITS: '0.01' })
  const statuses = []
  for (let call = 0; call < 40; call++) {
    const body = JSON.stringify({ app: { id: 'demo' }, deviceInfo: {} })
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    statuses.push((await fetch(`${address}/apps/demo/fido2/v2/auth/init`, sent)).status)
  }
  const samples = parseMetrics(await scrape())
  const counted = findValue(samples, 'thumbturn_rate_limit_rejections_total', { class: 'begin', scope: 'network' })
  assert.equal(counted, statuses.filter((status) => status === 429).length)
  assert.ok(counted! >= 1)
})

test('without METRICS_PORT there are no metrics, and the port of the service never has them', async (t) => {
  const off = start(t, [], { DATA_DIR: dataFolder(t), PORT: '0', METRICS_TOKEN: token })
  const line = (await off.says(/^.*"msg":"Ready".*$/m)) ?? assert.fail((await off.ended).stderr)
  assert.ok(!('metrics' in (JSON.parse(line[0]) as object)))
  const on = await measured(t)
  for (const address of [(JSON.parse(line[0]) as { address: string }).address, on.address])
    assert.equal((await fetch(`${address}/metrics`)).status, 404)
})

test('with METRICS_TOKEN, only its bearer reads the metrics', async (t) => {
  const { metrics } = await measured(t, { METRICS_TOKEN: token, METRICS_HOST: '0.0.0.0' })
  const ask = (authorization?: string) => fetch(metrics, { headers: authorization ? { authorization } : {} })
  for (const wrong of [undefined, token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, 'Bearer']) {
    const response = await ask(wrong)
    assert.deepEqual([response.status, response.headers.get('www-authenticate')], [401, 'Bearer'], String(wrong))
    assert.doesNotMatch(await response.text(), /thumbturn_/)
  }
  const response = await ask(`Bearer ${token}`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
  assert.match(await response.text(), /^thumbturn_build_info\{/m)
})

test('a service whose metrics other machines could read without a token does not start', async (t) => {
  for (const METRICS_HOST of ['0.0.0.0', '::', '192.0.2.1', 'metrics.example.com']) {
    const settings = { DATA_DIR: dataFolder(t), PORT: '0', METRICS_PORT: '0', METRICS_HOST }
    for (const args of [[], ['serve'], ['dev']]) {
      const { code, stdout, stderr } = await run(t, args, settings)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, /METRICS_TOKEN must be set while METRICS_HOST is /)
    }
  }
})

test('without a token, a page whose domain points to this machine cannot read the metrics', async (t) => {
  const { metrics } = await measured(t)
  const { hostname, port } = new URL(metrics)
  const { request } = process.getBuiltinModule('node:http')
  const status = (host: string) =>
    new Promise((resolve, reject) => {
      const sent = request({ host: hostname, port, path: '/metrics', headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject).end()
    })
  assert.equal(await status(`rebound.example:${port}`), 403)
  assert.equal(await status(`localhost.rebound.example:${port}`), 403)
  assert.equal(await status(`localhost:${port}`), 200)
})

test('the endpoint has one path and two methods', async (t) => {
  const { metrics } = await measured(t)
  assert.equal((await fetch(new URL('/', metrics))).status, 404)
  assert.equal((await fetch(metrics, { method: 'POST', body: 'x' })).status, 405)
  const head = await fetch(metrics, { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
})

test('a taken METRICS_PORT ends the start and is named', async (t) => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  t.after(() => taken.close())
  const { port } = taken.address() as { port: number }
  const settings = { DATA_DIR: dataFolder(t), PORT: '0', METRICS_PORT: String(port) }
  const { code, stderr } = await run(t, [], settings)
  assert.equal(code, 2)
  assert.equal(
    stderr,
    `METRICS_HOST 127.0.0.1 and METRICS_PORT ${port} can't be used: the port is taken. Choose others.\n`,
  )
})
