import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type CollectedSpan, startCollector } from '@thumbturn/service-harness/collector.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { dataFolder, start } from '@thumbturn/service-harness/program.ts'
import type { AuthenticationInit, RegistrationInit, Tokens } from '@thumbturn/service-harness/situations.ts'
import { createSoftwareAuthenticator } from '@thumbturn/testkit'
import { createLog } from '../../src/cli/log.ts'
import { loadTraces, wantsTraces } from '../../src/cli/monitoring.ts'
import { loadConfig } from '../../src/config.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentSpanId = '00f067aa0ba902b7'

/** Starts a service that sends its spans to a collector. */
async function traced(t: TestContext, settings: Record<string, string>) {
  const quick = { OTEL_BSP_SCHEDULE_DELAY: '50' }
  const program = start(t, [], { DATA_DIR: dataFolder(t), PORT: '0', ...quick, ...settings })
  const ready = await program.says(/"address":"(http:\/\/localhost:\d+)"/)
  if (!ready) assert.fail((await program.ended).stderr)
  return { program, address: ready[1]! }
}

/** A user who has signed up, and their sign-in, of which only the last call carries `headers`. */
async function signIn(address: string, headers: Record<string, string>) {
  const app = { id: 'demo' }
  const device = createSoftwareAuthenticator({ origin: address })
  const post = async (path: string, body: unknown, more: Record<string, string> = {}) => {
    const given = { 'content-type': 'application/json', ...more }
    return fetch(`${address}/apps/demo/fido2/v2${path}`, { method: 'POST', headers: given, body: JSON.stringify(body) })
  }
  const read = async <T>(response: Promise<Response>) => (await (await response).json()) as T
  const user = { username: 'ada.lovelace@example.com' }
  const opened = await read<RegistrationInit>(post('/reg/init', { app, deviceInfo: {}, user }))
  const creationResult = device.create(opened.registrationRequestOptions)
  const { userId } = await read<Tokens>(post('/reg/complete', { session: opened.session, creationResult }))
  const started = await read<AuthenticationInit>(post('/auth/init', { app, deviceInfo: {}, user }))
  const assertionResult = device.get(started.assertionOptions)
  const response = await post('/auth/complete', { session: started.session, assertionResult }, headers)
  assert.equal(response.status, 200)
  return { userId, response }
}

const byName = (spans: readonly CollectedSpan[], name: string) => spans.filter((span) => span.name === name)

eachEngine('traces', (fresh) => {
  test('show a sign-in with its reads, its verification, and its batch, under the trace of the caller', async (t) => {
    const database = await fresh()
    const collector = await startCollector(t)
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      DATABASE_URL: database.url,
      OTEL_SERVICE_NAME: 'login',
    }
    const { program, address } = await traced(t, settings)
    const { userId } = await signIn(address, { traceparent: `00-${traceId}-${parentSpanId}-01` })
    program.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
    const spans = collector.spans.filter((span) => span.traceId === traceId)
    const [request] = byName(spans, 'POST /fido2/v2/auth/complete')
    assert.deepEqual([request?.parentSpanId, request?.kind], [parentSpanId, 2])
    assert.equal(request!.attributes['http.response.status_code'], 200)
    assert.equal(request!.resource['service.name'], 'login')
    const children = spans.filter((span) => span !== request)
    assert.ok(children.every((span) => span.parentSpanId === request!.spanId))
    assert.equal(byName(children, 'verify authentication').length, 1)
    assert.equal(byName(children, 'database batch').length, 1)
    assert.ok(byName(children, 'database read').length >= 1)
    const system = database.url.startsWith('sqlite:') ? 'sqlite' : 'postgresql'
    assert.equal(byName(children, 'database batch')[0]!.attributes['db.system.name'], system)
    for (const secret of ['lovelace', userId, 'demo', '127.0.0.1', 'jwt', 'select', 'insert'])
      assert.ok(!collector.texts.some((text) => text.includes(secret)), `${secret} is in a span`)
    await database.drop()
  })
})

test('a request without traceparent is traced under the ID that its response has', async (t) => {
  const collector = await startCollector(t)
  const { program, address } = await traced(t, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const { response } = await signIn(address, {})
  const named = await fetch(`${address}/health`, { headers: { 'x-request-id': 'not-a-trace-id' } })
  assert.equal(named.headers.get('x-trace-id'), 'not-a-trace-id')
  program.kill('SIGTERM')
  await program.ended
  const [request] = byName(collector.spans, 'POST /fido2/v2/auth/complete')
  assert.equal(request?.traceId, response.headers.get('x-trace-id'))
  assert.equal(request!.parentSpanId, undefined)
  assert.match(byName(collector.spans, 'GET /health')[0]!.traceId, /^[0-9a-f]{32}$/)
  assert.equal(new Set(byName(collector.spans, 'POST /fido2/v2/auth/init').map((span) => span.traceId)).size, 1)
})

test('the standard variables choose the sampler', async (t) => {
  const collector = await startCollector(t)
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'parentbased_always_off' }
  const { program, address } = await traced(t, settings)
  await signIn(address, { traceparent: `00-${traceId}-${parentSpanId}-01` })
  program.kill('SIGTERM')
  await program.ended
  assert.deepEqual([...new Set(collector.spans.map((span) => span.traceId))], [traceId])
})

test('a collector that does not respond delays no request, fills no memory, and does not block the stop', async (t) => {
  const collector = await startCollector(t, { hangs: true })
  const { program, address } = await traced(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_MAX_QUEUE_SIZE: '64',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '32',
  })
  for (let request = 0; request < 300; request++) assert.equal((await fetch(`${address}/health`)).status, 200)
  await signIn(address, {})
  const sentWhileHanging = collector.spans.length
  assert.ok(sentWhileHanging <= 32, `${sentWhileHanging} spans were sent`)
  collector.recover()
  program.kill('SIGTERM')
  assert.equal((await program.ended).code, 0)
  assert.ok(collector.spans.length <= 32 + 64 + 32, `${collector.spans.length} spans were kept`)
})

test('a collector that cannot be reached is reported once in the log, and sign-ins work', async (t) => {
  const { program, address } = await traced(t, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  await signIn(address, {})
  assert.ok(await program.says(/"msg":"Traces could not be exported"/))
  assert.equal((await fetch(`${address}/ready`)).status, 200)
  program.kill('SIGTERM')
  const { code, stdout } = await program.ended
  assert.equal(code, 0)
  assert.equal(stdout.match(/could not be exported/g)?.length, 1)
})

test('traces are on only if a collector is named, and nothing turns them off', () => {
  const named = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
  assert.equal(wantsTraces({}), false)
  assert.equal(wantsTraces({ OTEL_SERVICE_NAME: 'login' }), false)
  assert.equal(wantsTraces(named), true)
  assert.equal(wantsTraces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces' }), true)
  assert.equal(wantsTraces({ ...named, OTEL_SDK_DISABLED: 'TRUE' }), false)
  assert.equal(wantsTraces({ ...named, OTEL_TRACES_EXPORTER: 'none' }), false)
})

test('without the packages of OpenTelemetry, the log says how to install them, and traces are off', async () => {
  const lines: unknown[][] = []
  const log = createLog({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
  log.warn = (...given: unknown[]) => void lines.push(given)
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
  assert.equal(await loadTraces(loadConfig({}), log, { env, load: () => Promise.reject(missing) }), undefined)
  const [[facts, message] = []] = lines
  assert.match((facts as { install: string }).install, /^npm install @opentelemetry\/api@\d+\.\d+\.\d+ /)
  assert.match(message as string, /^Traces are off/)
})
