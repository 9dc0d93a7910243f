import assert from 'node:assert/strict'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { createServer, type Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { createIdentity, shown } from '@thumbturn/service-harness/mail-server.ts'
import { party } from '@thumbturn/service-harness/metadata-service.ts'
import { listen, receiverAuthority, startReceiver } from '@thumbturn/service-harness/receivers.ts'
import { describeFailure } from '../../../src/adapters/destinations/outcomes.ts'
import { parseNetworks } from '../../../src/adapters/egress/addresses.ts'
import { type EgressOptions, openEgress, UnusableCertificate } from '../../../src/adapters/egress/egress.ts'

const loopback = parseNetworks(['127.0.0.0/8', '::1'])
const never = new AbortController().signal

function egressFor(t: TestContext, options: Partial<EgressOptions> = {}) {
  const egress = openEgress({ networks: loopback, certificateAuthority: receiverAuthority, ...options })
  t.after(() => egress.close())
  const post = (url: URL | string, body = 'hello', signal = never) =>
    egress.call({ method: 'POST', url: new URL(url), headers: { 'x-test': 'yes' }, body }, signal)
  return { ...egress, post }
}

/** Resolves every name as the test says, one entry for each lookup, and the last one from then on; none: it doesn't exist. */
function resolveTo(t: TestContext, ...rounds: readonly string[][]) {
  let lookups = 0
  t.mock.method(
    dns,
    'lookup',
    (_host: string, _options: object, done: (error: Error | null, found?: object[]) => void) => {
      const round = rounds[Math.min(lookups++, rounds.length - 1)]!
      if (round.length === 0) return done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
      done(
        null,
        round.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    },
  )
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  return { lookups: () => lookups }
}

/** A server that counts its connections and otherwise does as the test says. */
async function startSocketServer(t: TestContext, act: (socket: Socket) => void, host?: string) {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    sockets.add(socket.on('error', () => {}))
    act(socket)
  })
  const port = await listen(t, server, host)
  t.after(() => sockets.forEach((socket) => void socket.destroy()))
  return { port, connections: () => connections }
}

test('calls go over one TLS connection, and the response of any status is returned', async (t) => {
  const { url, calls } = await startReceiver(t, {
    respond: ({ body }, response) =>
      response.writeHead(body === 'bad' ? 400 : 200, { 'x-own': '1' }).end(`got ${body}`),
  })
  const { post } = egressFor(t)
  const { status, headers, text } = await post(url)
  assert.deepEqual([status, headers['x-own'], text], [200, '1', 'got hello'])
  assert.deepEqual([(await post(url, 'bad')).status, (await post(url, 'Ñandú 🦤')).text], [400, 'got Ñandú 🦤'])
  assert.deepEqual(
    calls.map(({ method, headers: { host, 'x-test': own }, connection }) => [method, host, own, connection]),
    Array.from({ length: 3 }, () => ['POST', url.host, 'yes', 1]),
  )
})

test('without allowed networks, no private address is connected to, in any spelling', async (t) => {
  const { port, connections } = await startSocketServer(t, (socket) => socket.destroy(), '::')
  const { post, connect } = egressFor(t, { networks: [] })
  const hosts = ['localhost', '127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0', '[::]']
  for (const host of hosts) {
    for (const scheme of ['https', 'http'])
      await assert.rejects(post(`${scheme}://${host}:${port}/`), { code: 'EBLOCKED' }, host)
    await assert.rejects(connect({ host: host.replace(/^\[|\]$/g, ''), port }, never), { code: 'EBLOCKED' }, host)
  }
  assert.equal(connections(), 0)
})

test('an error about a host of the internal network is that of a name that does not exist', async (t) => {
  const internal = ['10.20.30.40']
  resolveTo(t, internal, [], internal, [], internal, [])
  const { post, connect } = egressFor(t, { networks: [] })
  const attempts = [
    () => post('https://siem.internal/'),
    () => post('http://siem.internal/'),
    () => connect({ host: 'siem.internal', port: 6514 }, never),
  ]
  for (const attempt of attempts) {
    const failure = await attempt().catch(describeFailure)
    assert.match(JSON.stringify(failure), /"setup","error":"siem\.internal (?!.*10\.20).*CONNECTOR_NETWORKS/)
    assert.deepEqual(await attempt().catch(describeFailure), failure)
  }
})

test('a host with one hidden address among public ones is not connected to', async (t) => {
  const { port, connections } = await startSocketServer(t, (socket) => socket.destroy())
  resolveTo(t, ['93.184.215.14', '127.0.0.1'])
  const { post } = egressFor(t, { networks: [] })
  await assert.rejects(post(`https://rebind.example:${port}/`), { code: 'EBLOCKED' })
  assert.equal(connections(), 0)
})

test('the address that was checked is the one connected to, whatever the name resolves to next (DNS rebinding)', async (t) => {
  const tls = shown(createIdentity({ host: 'rebind.example' }))
  const { url, calls, server } = await startReceiver(t, { tls })
  const { lookups } = resolveTo(t, ['127.0.0.1'], ['127.0.0.2'])
  const { post } = egressFor(t, { networks: parseNetworks(['127.0.0.1']) })
  url.hostname = 'rebind.example'
  assert.equal((await post(url)).status, 200)
  assert.deepEqual([lookups(), calls.length], [1, 1])
  server.closeAllConnections()
  await assert.rejects(post(url), { code: 'EBLOCKED' })
  assert.deepEqual([lookups(), calls.length], [2, 1])
})

test('without TLS, only allowed networks are reached', async (t) => {
  const { url, calls } = await startReceiver(t, { tls: false })
  assert.equal((await egressFor(t).post(url)).status, 200)
  resolveTo(t, ['93.184.215.14'])
  await assert.rejects(egressFor(t).post('http://siem.example/'), { message: /must be reached by https/ })
  await assert.rejects(egressFor(t).post('ftp://siem.example/'), { message: /ftp: is no protocol/ })
  assert.equal(calls.length, 1)
})

test('a redirect is not followed', async (t) => {
  const other = await startReceiver(t)
  const location = other.url.href
  const { url } = await startReceiver(t, { respond: (_, response) => response.writeHead(307, { location }).end() })
  assert.equal((await egressFor(t).post(url)).status, 307)
  assert.equal(other.calls.length, 0)
})

test('a server that is silent, or ends no response, is given up in time', async (t) => {
  const limits = { totalMs: 150, bytes: 1000 }
  const silent = await startSocketServer(t, () => {})
  const slow = await startReceiver(t, { respond: (_, response) => void response.writeHead(200).write('a') })
  const { post, connect } = egressFor(t, { limits })
  const about = { code: 'ETIMEDOUT', message: 'no response within 150 ms' }
  await assert.rejects(post(`https://localhost:${silent.port}/`), about)
  await assert.rejects(post(slow.url), about)
  await assert.rejects(connect({ host: 'localhost', port: silent.port }, never), about)
})

test('an endless response is cut off', async (t) => {
  const { url } = await startReceiver(t, {
    respond(_, response) {
      const endless = Readable.from(Array.from({ length: 10_000 }, () => 'x'.repeat(1000)))
      pipeline(endless, response, () => {})
    },
  })
  const { status, text } = await egressFor(t, { limits: { totalMs: 5000, bytes: 10_000 } }).post(url)
  assert.deepEqual([status, text.length], [200, 10_000])
})

test('the caller can end a call and a connection', async (t) => {
  const { port } = await startSocketServer(t, () => {})
  const { post, connect } = egressFor(t)
  const stopping = new AbortController()
  const open = [
    post(`https://localhost:${port}/`, 'hello', stopping.signal),
    connect({ host: 'localhost', port }, stopping.signal),
  ]
  setTimeout(() => stopping.abort(), 20)
  for (const one of open) await assert.rejects(one, { name: 'AbortError' })
  await assert.rejects(connect({ host: 'localhost', port }, stopping.signal), { name: 'AbortError' })
})

for (const [what, tls, options, code] of [
  ['of an unknown authority', {}, { certificateAuthority: undefined }, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['that is self-signed', shown(party(undefined, { host: 'localhost' })), {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['of another host', shown(createIdentity({ host: 'other.example' })), {}, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that has expired', shown(createIdentity({ to: '2020-06-01' })), {}, 'CERT_HAS_EXPIRED'],
] as const)
  test(`a certificate ${what} is rejected`, async (t) => {
    const { url, calls, port } = await startReceiver(t, { tls })
    const { post, connect } = egressFor(t, options)
    await assert.rejects(post(url), { code })
    await assert.rejects(connect({ host: 'localhost', port }, never), { code })
    assert.equal(calls.length, 0)
  })

test('a server can require a client certificate', async (t) => {
  const { url, calls } = await startReceiver(t, { tls: { ca: receiverAuthority, requestCert: true } })
  const { key: clientKey, cert: clientCertificate } = shown(createIdentity())
  await assert.rejects(egressFor(t).post(url), { code: /ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED|ECONNRESET/ })
  assert.equal((await egressFor(t, { clientKey, clientCertificate }).post(url)).status, 200)
  assert.equal(calls.length, 1)
})

test('certificates and keys that cannot be read, or do not belong together, are reported without their text', (t) => {
  const [one, other] = [shown(createIdentity()), shown(createIdentity())]
  for (const options of [
    { certificateAuthority: 'hunter2' },
    { clientCertificate: '-----BEGIN CERTIFICATE-----\nhunter2\n-----END CERTIFICATE-----', clientKey: one.key },
    { clientCertificate: one.cert, clientKey: 'hunter2' },
    { clientCertificate: one.cert, clientKey: other.key },
  ])
    assert.throws(
      () => egressFor(t, options),
      (error: Error) => {
        return error instanceof UnusableCertificate && !error.message.includes('hunter2')
      },
    )
})

test('a call on a connection that the server has just closed is repeated on a new one', async (t) => {
  const receiver = await startReceiver(t)
  const { post } = egressFor(t)
  receiver.state.respond = ({ connection }, response) => {
    if (receiver.calls.length === 2 && connection === 1) response.destroy()
    else response.end('{}')
  }
  for (const expected of [1, 3, 4]) {
    assert.equal((await post(receiver.url)).status, 200)
    assert.equal(receiver.calls.length, expected)
  }
  assert.deepEqual(
    receiver.calls.map(({ connection }) => connection),
    [1, 1, 2, 2],
  )
})

test('a response that comes before the body was sent is returned', async (t) => {
  const { url, server } = await startReceiver(t)
  server.removeAllListeners('request')
  server.on('request', (_: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
    response.writeHead(413, { connection: 'close' }).end(),
  )
  const { status } = await egressFor(t).post(url, 'x'.repeat(5_000_000))
  assert.equal(status, 413)
})

test('a TLS connection verifies the host and is left to the caller', async (t) => {
  const received: string[] = []
  const server = createTlsServer(shown(createIdentity()), (socket) => {
    socket.on('data', (bytes) => {
      received.push(bytes.toString())
      socket.end('bye')
    })
  })
  const port = await listen(t, server)
  const socket = await egressFor(t).connect({ host: 'localhost', port }, never)
  socket.write('hello')
  for await (const part of socket) received.push((part as Buffer).toString())
  assert.deepEqual(received, ['hello', 'bye'])
})
