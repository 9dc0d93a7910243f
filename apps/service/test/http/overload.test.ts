import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { createLog } from '../../src/cli/log.ts'
import type { EarlyRejection } from '../../src/http/early-rejection.ts'
import { createLoadShedding } from '../../src/http/load-shedding.ts'
import { buildServer } from '../../src/http/server.ts'

const database = { waitMs: 0 }
const rejections: EarlyRejection[] = []
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
    watchRejection: (rejection) => rejections.push(rejection),
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

async function send({ method, path, ...content }: Call) {
  const response = await fetch(`${url}${path}`, { method, ...content })
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

/** The same call without a socket, which its route rejects. */
async function sendToRoute({ method, path, headers, body }: Call) {
  const response = await server.inject({ method: method as 'POST', url: path, headers, payload: body })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

/** The parts that depend on the connection. */
const withoutConnection = <T extends { headers: object }>({ headers, ...rest }: T) => {
  const { date, connection, 'keep-alive': keepAlive, ...others } = headers as Record<string, unknown>
  return { ...rest, headers: others }
}

for (const [api, call, template] of [
  ['the current API', post('/fido2/v2/auth/init'), '/fido2/v2/auth/init'],
  ['an application of the current API', post('/apps/demo/fido2/v2/auth/init'), '/fido2/v2/auth/init'],
  [
    'the first generation',
    post('/api/authenticate/fido2/init?x=1', { headers: { ...headers, 'request-id': 'x1' } }),
    '/authenticate/fido2/init',
  ],
  ['the proxy API', post('/fido2/v2/proxy/auth/init'), '/fido2/v2/proxy/auth/init'],
  [
    'the administration API',
    { method: 'GET', path: '/admin/v1/applications/demo', headers: { 'x-request-id': 'a-trace-id' } },
    '/admin/v1/applications/:id',
  ],
] as const)
  test(`under overload, ${api} rejects calls before their route as their route would`, async () => {
    database.waitMs = 1_000
    rejections.length = 0
    const early = await send(call)
    assert.deepEqual([early.status, early.headers['retry-after'], rejections.length], [503, '2', 1])
    assert.deepEqual([rejections[0]!.method, rejections[0]!.route], [call.method, template])
    const routed = await sendToRoute(call)
    assert.equal(rejections.length, 1)
    assert.deepEqual(withoutConnection(early), withoutConnection(routed))
  })

test('under overload, SCIM rejects calls by their route, in its own format', async () => {
  database.waitMs = 1_000
  rejections.length = 0
  const { status, headers: sent, body } = await send({ method: 'GET', path: '/scim/v2/Users' })
  assert.deepEqual([status, sent['retry-after'], rejections.length], [503, '2', 0])
  assert.equal(sent['content-type'], 'application/scim+json; charset=utf-8')
  const { schemas, ...error } = JSON.parse(body)
  assert.deepEqual(error, {
    status: '503',
    detail: 'The service is overloaded: try again after the time in Retry-After',
  })
})

test('a call that arrives as HEAD is rejected and counted like GET', async () => {
  database.waitMs = 1_000
  rejections.length = 0
  const path = '/admin/v1/applications/demo'
  const [get, head] = [await send({ method: 'GET', path }), await send({ method: 'HEAD', path })]
  assert.deepEqual([head.status, head.body, head.headers['content-length']], [503, '', get.headers['content-length']])
  assert.deepEqual(rejections[0], rejections[1])
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
