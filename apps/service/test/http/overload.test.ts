import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { createLog } from '../../src/cli/log.ts'
import { createLoadShedding } from '../../src/http/load-shedding.ts'
import { buildServer } from '../../src/http/server.ts'

const database = { waitMs: 0 }
let service: Service
let server: Awaited<ReturnType<typeof buildServer>>
let url: string
before(async () => {
  service = await startService({ databaseUrl: 'sqlite::memory:' })
  const { core } = service
  const store = { ...core.store, load: () => ({ waiting: 0, ...database }) }
  server = await buildServer({
    core,
    version: { version: '1.2.3' },
    baseUrl: origin,
    log: createLog({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
    loadShedding: createLoadShedding({ store, monotonic: core.monotonic }, 100),
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
after(async () => {
  await server.close()
  await service.close()
})

type Call = { method: string; path: string; headers?: Record<string, string>; body?: string }

const headers = { origin: 'https://shop.example.com', 'content-type': 'application/json', 'x-request-id': 'a-trace-id' }
const post = (path: string, more: Partial<Call> = {}): Call => ({ method: 'POST', path, headers, body: '{}', ...more })

const read = (path: string): Call => ({ method: 'GET', path, headers: { 'x-request-id': 'a-trace-id' } })
const msg = 'The service is overloaded: try again after the time in Retry-After'

async function send({ method, path, ...content }: Call) {
  const response = await fetch(`${url}${path}`, { method, ...content })
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

for (const [api, call, error] of [
  ['the current API', post('/fido2/v2/auth/init'), { msg, msgCode: 'service_unavailable' }],
  ['an application of the current API', post('/apps/demo/fido2/v2/auth/init'), { msg, msgCode: 'service_unavailable' }],
  [
    'the first generation',
    post('/api/authenticate/fido2/init?x=1', { headers: { ...headers, 'request-id': 'x1' } }),
    { code: 'service_unavailable', message: msg },
  ],
  ['the proxy API', post('/fido2/v2/proxy/auth/init'), { msg, msgCode: 'service_unavailable' }],
  ['the administration API', read('/admin/v1/applications/demo'), { msg, msgCode: 'service_unavailable' }],
] as const)
  test(`under overload, ${api} rejects calls in its format, with the headers of every response`, async () => {
    database.waitMs = 1_000
    const { status, headers: sent, body } = await send(call)
    assert.deepEqual([status, sent['retry-after'], sent['x-trace-id']], [503, '2', 'a-trace-id'])
    assert.deepEqual([sent['cache-control'], sent['content-type']], ['no-store', 'application/json; charset=utf-8'])
    assert.equal(sent['request-id'], call.headers?.['request-id'])
    assert.deepEqual(JSON.parse(body), error)
  })

test('under overload, SCIM rejects calls in its own format', async () => {
  database.waitMs = 1_000
  const { status, headers: sent, body } = await send(read('/scim/v2/Users'))
  assert.deepEqual([status, sent['retry-after']], [503, '2'])
  assert.equal(sent['content-type'], 'application/scim+json; charset=utf-8')
  const { schemas, ...error } = JSON.parse(body)
  assert.deepEqual(error, { status: '503', detail: msg })
})

test('a call that arrives as HEAD is rejected like GET', async () => {
  database.waitMs = 1_000
  const path = '/admin/v1/applications/demo'
  const [get, head] = [await send(read(path)), await send({ ...read(path), method: 'HEAD' })]
  assert.deepEqual([head.status, head.body, head.headers['content-length']], [503, '', get.headers['content-length']])
})

test('pages of every origin can read the rejection, and caches tell origins apart', async () => {
  database.waitMs = 1_000
  const { headers: sent } = await send(post('/fido2/v2/auth/init'))
  assert.equal(sent['access-control-allow-origin'], headers.origin)
  assert.equal(sent.vary, 'Origin')
  const { headers: without } = await send(post('/fido2/v2/auth/init', { headers: {} }))
  assert.deepEqual([without['access-control-allow-origin'], without.vary], [undefined, 'Origin'])
})

test('a rejected call needs no valid body, and its connection can be used again', async () => {
  const connection = new RawConnection(Number(new URL(url).port))
  database.waitMs = 1_000
  const rejected = await connection.send('POST', '/fido2/v2/auth/init', { text: '{'.repeat(100_000) })
  assert.equal(rejected.status, 503)
  database.waitMs = 0
  assert.equal((await connection.send('GET', '/health')).status, 200)
  connection.close()
})

test('ceremonies that have started, probes, keys, and unknown paths get their usual responses', async () => {
  database.waitMs = 150
  assert.equal((await send(post('/fido2/v2/auth/complete'))).status, 400)
  for (const path of ['/health', '/ready', '/fido2/v2/version', '/apps/demo/fido2/v2/.well-known/jwks.json'])
    assert.equal((await send({ method: 'GET', path })).status, 200, path)
  assert.equal((await send(post('/fido2/v2/unknown'))).status, 404)
})
