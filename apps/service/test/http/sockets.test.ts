import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, before, test } from 'node:test'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { createLog } from '../../src/cli/log.ts'
import { buildServer } from '../../src/http/server.ts'

let service: Service
let port: number
before(async () => {
  service = await startService({ databaseUrl: 'sqlite::memory:' })
  await service.server.listen({ port: 0, host: '127.0.0.1' })
  port = (service.server.server.address() as AddressInfo).port
})
after(() => service.close())

const log = createLog({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
const silent = { version: { version: '1.2.3' }, baseUrl: origin, log }

/** Sends bytes unchanged and reads until the server has closed the connection. */
const exchange = (...parts: (string | Buffer)[]) => exchangeAt(port, ...parts)

function exchangeAt(at: number, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    let result = ''
    const socket = connect(at, '127.0.0.1', () => {
      for (const part of parts) socket.write(part)
    })
    socket.setEncoding('latin1').on('data', (text: string) => {
      result += text
    })
    // A rejection can reset the connection while the client is still sending.
    socket.on('error', () => {}).on('close', () => resolve(result))
  })
}

const path = '/apps/demo/fido2/v2/auth/init'
const body = JSON.stringify({ app: { id: 'demo' }, deviceInfo: {} })
const head = (...lines: string[]) =>
  `${[`POST ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`
const right = () => exchange(head(`Content-Length: ${body.length}`), body)

test('a complete request over a real socket gets a response', async () => {
  assert.match(await right(), /^HTTP\/1\.1 200 OK\r\n/)
})

for (const [what, request] of [
  [
    'both Content-Length and Transfer-Encoding',
    `${head('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\nGET`,
  ],
  ['two different Content-Lengths', `${head('Content-Length: 4', 'Content-Length: 5')}abcde`],
  ['a negative Content-Length', `${head('Content-Length: -1')}`],
  ['a Content-Length with a sign', `${head(`Content-Length: +${body.length}`)}${body}`],
  ['an unknown Transfer-Encoding', `${head('Transfer-Encoding: xchunked')}0\r\n\r\n`],
  ['a header folded over two lines', head('X-A: b\r\n c: d', 'Content-Length: 0')],
  ['a space before the colon', head('Content-Length : 0')],
  ['line feeds without carriage returns', head('Content-Length: 0').replaceAll('\r\n', '\n')],
  ['a NUL in a header', head('X-A: a\0b', 'Content-Length: 0')],
  ['no host in HTTP/1.1', `POST ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n'],
  ['an unknown version', `GET ${path} HTTP/9.9\r\n\r\n`],
  ['a broken chunk', `${head('Transfer-Encoding: chunked')}zz\r\n`],
] as const) {
  test(`a request with ${what} is rejected, and its connection is closed`, async () => {
    assert.match(await exchange(request), /^HTTP\/1\.1 (400|505) /)
    assert.match(await right(), /^HTTP\/1\.1 200/)
  })
}

for (const [name, second] of [
  ['Host', 'other.example'],
  ['Content-Type', 'text/plain'],
] as const) {
  test(`a request with two ${name} headers is rejected in the error format of its API`, async () => {
    const twice = `${head(`${name}: ${second}`, `Content-Length: ${body.length}`)}${body}`
    const response = await exchange(twice)
    assert.match(response, /^HTTP\/1\.1 400 /)
    const msg = `The request has more than one ${name} header. Send exactly one.`
    assert.ok(response.endsWith(JSON.stringify({ msg, msgCode: 'bad_request' })), response)
    const first = await exchange(twice.replace(path, '/register/fido2/init'))
    assert.match(first, /^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/)
  })
}

test("headers and bodies that don't arrive within the limit get 408 and a closed connection", async () => {
  const { core } = service
  const limited = await buildServer({ ...silent, core, requestTimeout: 100 })
  assert.equal(limited.server.requestTimeout, 100)
  await limited.listen({ port: 0, host: '127.0.0.1' })
  const { port: limitedPort } = limited.server.address() as AddressInfo
  try {
    for (const unfinished of [head('Content-Length: 50').slice(0, -2), head('Content-Length: 50')])
      assert.match(await exchangeAt(limitedPort, unfinished), /^HTTP\/1\.1 408 /)
  } finally {
    await limited.close()
  }
})

test('a request must arrive within 30 seconds, including its headers', () => {
  const { requestTimeout, headersTimeout } = service.server.server
  assert.deepEqual({ requestTimeout, headersTimeout }, { requestTimeout: 30_000, headersTimeout: 30_000 })
})

test('a flood of headers gets 431, with the usual error body', async () => {
  const result = await exchange(head(`X-A: ${'a'.repeat(20_000)}`, 'Content-Length: 0'))
  assert.match(result, /^HTTP\/1\.1 431 /)
  assert.match(result, /\{"msg":"Request Header Fields Too Large","msgCode":"header_too_large"\}$/)
})

test('a URL that fills the space for headers gets 414', async () => {
  const result = await exchange(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  assert.match(result, /^HTTP\/1\.1 414 [\s\S]*\{"msg":"URI Too Long","msgCode":"uri_too_long"\}$/)
})

test('a body whose announced length is too large is rejected before it is sent', async () => {
  assert.match(
    await exchange(head('Content-Length: 10000000')),
    /^HTTP\/1\.1 413 [\s\S]*"The body is larger than 256 kB"/,
  )
})

test('a chunked body is rejected once it has grown too large', async () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  assert.match(await exchange(head('Transfer-Encoding: chunked'), ...Array(5).fill(chunk)), /^HTTP\/1\.1 413 /)
})

test("many clients that send half a request don't block others", async () => {
  const crowd = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  for (const socket of crowd) socket.write(head('Content-Length: 50').slice(0, -2))
  assert.match(await right(), /^HTTP\/1\.1 200/)
  for (const socket of crowd) socket.destroy()
  assert.ok(service.server.server.requestTimeout > 0 && service.server.server.headersTimeout > 0)
})

test('a service that stops responds to requests on open connections, and then closes them', async () => {
  const stopping = await buildServer({ ...silent, core: service.core })
  await stopping.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((stopping.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1')
  let received = ''
  socket.on('data', (text: string) => {
    received += text
  })
  const keepAlive = head(`Content-Length: ${body.length}`).replace('Connection: close\r\n', '')
  socket.write(`${keepAlive}${body.slice(0, 5)}`)
  await once(stopping.server, 'request')
  const stopped = stopping.close()
  // The first request began before the service stopped, the second one afterward.
  socket.write(`${body.slice(5)}${keepAlive}${body}`)
  await Promise.all([stopped, once(socket, 'close')])
  const [first, second] = received.split(/(?=HTTP\/1\.1 )/)
  assert.match(first ?? '', /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(second ?? '', /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(second ?? '', /\r\nconnection: close\r\n/i)
})
