import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { newDirectory } from '@thumbturn/service-harness/scim.ts'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import type { FastifyInstance } from 'fastify'
import { createLog } from '../../src/cli/log.ts'
import { buildServer } from '../../src/http/server.ts'

// Over a real socket and with the pages, which are served at every path that has no route.
let service: Service
let server: FastifyInstance
let port: number
const folder = mkdtempSync(join(tmpdir(), 'thumbturn-pages-'))
before(async () => {
  mkdirSync(join(folder, 'api'))
  for (const file of ['index.html', '404.html', 'api/index.html']) writeFileSync(join(folder, file), file)
  service = await startService({ databaseUrl: 'sqlite::memory:' })
  server = await buildServer({
    core: service.core,
    version: { version: '1.2.3' },
    baseUrl: origin,
    requestTimeout: 300,
    siteFolder: folder,
    demoFolder: folder,
    dashboardFolder: folder,
    log: createLog({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
})
after(async () => {
  await server.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

/** Sends bytes unchanged and reads until the server has closed the connection. */
const exchange = (text: string): Promise<string> =>
  new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('latin1').on('data', (more: string) => {
      received += more
    })
    socket.on('error', () => {}).on('close', () => resolve(received))
  })

const toRequest = (line: string, ...headers: string[]) =>
  `${[line, 'Host: localhost:4300', 'Connection: close', 'Accept: text/html', ...headers].join('\r\n')}\r\n\r\n`

type Format = { media: string; fields: string[] }

const json = 'application/json; charset=utf-8'
const current = { media: json, fields: ['msg', 'msgCode'] }
const gen1 = { media: json, fields: ['code', 'message'] }
const openid = { media: json, fields: ['error', 'error_description'] }
const scim = { media: 'application/scim+json; charset=utf-8', fields: ['detail', 'schemas', 'status'] }

const apis: readonly [base: string, format: Format][] = [
  ['/fido2/v2', current],
  ['/apps/demo/fido2/v2', current],
  ['/fido2/v2/proxy', current],
  ['/admin/v1', current],
  ['/.well-known', current],
  ['/register', gen1],
  ['/api/native/authenticate', gen1],
  ['/apps/demo/api/register', gen1],
  ['/apps/demo/openid', openid],
  ['/scim/v2', scim],
  ['/scim', scim],
]

/** Requests that no API accepts, and the status of the response. */
const rejected: readonly [what: string, status: number, request: (base: string) => string][] = [
  ['an unknown path', 404, (base) => toRequest(`GET ${base}/Nothing HTTP/1.1`)],
  ['a slash at the end', 404, (base) => toRequest(`GET ${base}/ HTTP/1.1`)],
  ['the address of a page', 404, (base) => toRequest(`GET ${base}/index.html HTTP/1.1`)],
  ['two slashes', 404, (base) => toRequest(`GET ${base}//x HTTP/1.1`)],
  ['two slashes first', 404, (base) => toRequest(`GET /${base}/x HTTP/1.1`)],
  ['an encoded slash', 404, (base) => toRequest(`GET ${base}/a%2fb HTTP/1.1`)],
  [
    'an encoded beginning',
    404,
    (base) => toRequest(`GET /%${base.charCodeAt(1).toString(16)}${base.slice(2)}/x HTTP/1.1`),
  ],
  ['an encoded NUL', 404, (base) => toRequest(`GET ${base}/a%00b HTTP/1.1`)],
  ['two dots', 404, (base) => toRequest(`GET ${base}/../x HTTP/1.1`)],
  ['two encoded dots', 404, (base) => toRequest(`GET ${base}/%2e%2e/x HTTP/1.1`)],
  ['a backslash', 404, (base) => toRequest(`GET ${base}\\x HTTP/1.1`)],
  ['another case', 404, (base) => toRequest(`GET ${base.toUpperCase()}/x HTTP/1.1`)],
  ['a long path', 404, (base) => toRequest(`GET ${base}/${'a'.repeat(9_000)} HTTP/1.1`)],
  ['a path that is too long', 414, (base) => toRequest(`GET ${base}/${'a'.repeat(20_000)} HTTP/1.1`)],
  ['headers that are too long', 431, (base) => toRequest(`GET ${base}/x HTTP/1.1`, `X-A: ${'a'.repeat(20_000)}`)],
  ['a bad encoding', 400, (base) => toRequest(`GET ${base}/a%zz HTTP/1.1`)],
  ['an absolute form', 404, (base) => toRequest(`GET http://localhost${base}/x HTTP/1.1`)],
  ['a rare method', 404, (base) => toRequest(`PROPFIND ${base}/x HTTP/1.1`)],
  ['an unknown method', 400, (base) => toRequest(`FOO ${base}/x HTTP/1.1`)],
  ['an unknown version', 400, (base) => toRequest(`GET ${base}/x HTTP/9.9`)],
  ['two hosts', 400, (base) => toRequest(`GET ${base}/x HTTP/1.1`, 'Host: other.example')],
  ['a malformed header', 400, (base) => toRequest(`GET ${base}/x HTTP/1.1`, 'X-A : b')],
  ['a malformed length', 400, (base) => toRequest(`POST ${base}/x HTTP/1.1`, 'Content-Length: x')],
  ['a malformed chunk', 400, (base) => `${toRequest(`POST ${base}/x HTTP/1.1`, 'Transfer-Encoding: chunked')}zz\r\n`],
  ['an expectation', 417, (base) => toRequest(`POST ${base}/x HTTP/1.1`, 'Expect: x', 'Content-Length: 0')],
]

for (const [what, status, request] of rejected)
  test(`${what} gets ${status} in the error format of each API`, async () => {
    for (const [base, { media, fields }] of apis) {
      const response = await exchange(request(base))
      const [head = '', body = ''] = response.split('\r\n\r\n')
      const about = `${base}: ${response}`
      assert.equal(head.split(' ')[1], String(status), about)
      assert.equal(/\r\ncontent-type: ([^\r]*)/i.exec(head)?.[1], media, about)
      const { reason, scimType, ...error } = JSON.parse(body)
      assert.deepEqual(Object.keys(error).sort(), fields, about)
    }
  })

test("a body that doesn't arrive in time gets 408 in the error format of its API", async () => {
  const { key } = await newDirectory(service)
  for (const [path, type, { fields }] of [
    ['/apps/demo/fido2/v2/auth/init', 'application/json', current],
    ['/scim/v2/Users', 'application/scim+json', scim],
  ] as const) {
    const headers = [`Content-Type: ${type}`, `Authorization: Bearer ${key}`, 'Content-Length: 50']
    const response = await exchange(toRequest(`POST ${path} HTTP/1.1`, ...headers))
    assert.match(response, /^HTTP\/1\.1 408 /, path)
    assert.deepEqual(Object.keys(JSON.parse(response.split('\r\n\r\n')[1]!)).sort(), fields)
  }
})

test('a path that cannot be a file of a page is not found', async () => {
  for (const path of ['//x', '/a//b', '/..%2fx', '/a%00b', '/dashboard/%2e%2e/x', '/demo//x']) {
    const response = await exchange(toRequest(`GET ${path} HTTP/1.1`))
    assert.match(response, /^HTTP\/1\.1 (404|200) /, `${path}: ${response}`)
    assert.match(response, /\r\ncontent-type: text\/html/i, path)
  }
})

test('the website has a page at /api/, below which the first generation has paths', async () => {
  const page = await exchange(toRequest('GET /api/ HTTP/1.1'))
  assert.match(page, /^HTTP\/1\.1 200 /)
  assert.match(page, /api\/index\.html$/)
  for (const path of ['/api', '/api/index.html'])
    assert.match(await exchange(toRequest(`GET ${path} HTTP/1.1`)), /\r\nlocation: \/api\/\r\n/i, path)
  assert.match(await exchange(toRequest('GET /api/nothing HTTP/1.1')), /"code":"not_found"/)
})
