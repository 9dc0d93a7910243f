import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createIdentity, shown } from '@thumbturn/service-harness/mail-server.ts'
import { eventTime, outgoing } from '@thumbturn/service-harness/outgoing-events.ts'
import { listen, type Respond, receiverAuthority, startReceiver } from '@thumbturn/service-harness/receivers.ts'
import { openOtlp } from '../../../src/adapters/destinations/otlp.ts'
import { parseNetworks } from '../../../src/adapters/egress/addresses.ts'

const loopback = parseNetworks(['127.0.0.0/8'])

/** Sends one event to a URL; the destination stands for all that use HTTP. */
async function sendTo(
  t: TestContext,
  url: string,
  { networks = loopback, authority = receiverAuthority, signal = new AbortController().signal } = {},
) {
  const target = { type: 'otlp', url, certificateAuthority: authority } as const
  const connector = { id: 'c1', appId: 'shop', origin: 'https://id.example.com', target, secrets: {} }
  const destination = openOtlp({ networks, now: () => eventTime }, connector)
  t.after(() => destination.close())
  return destination.send([outgoing(1)], signal)
}

for (const [status, kind] of [
  [301, 'setup'],
  [400, 'rejected'],
  [401, 'setup'],
  [403, 'setup'],
  [404, 'setup'],
  [405, 'setup'],
  [408, 'temporary'],
  [410, 'setup'],
  [413, 'rejected'],
  [422, 'rejected'],
  [429, 'temporary'],
  [500, 'temporary'],
  [503, 'temporary'],
] as const)
  test(`the status ${status} is a failure of the kind ${kind}`, async (t) => {
    const { url } = await startReceiver(t, { respond: (_, response) => response.writeHead(status).end() })
    const result = await sendTo(t, url.origin)
    assert.ok(result.status === 'failed')
    assert.equal(result.kind, kind)
    assert.match(result.error, new RegExp(`^The receiver responded with ${status}`))
  })

for (const [text, ms] of [
  ['120', 120_000],
  ['0', 0],
  [new Date(eventTime + 30_000).toUTCString(), 29_877],
  [new Date(eventTime - 30_000).toUTCString(), 0],
  ['soon', undefined],
  ['-5', undefined],
] as const)
  test(`Retry-After: ${text} asks to wait ${ms} ms`, async (t) => {
    const respond: Respond = (_, response) => response.writeHead(503, { 'retry-after': text }).end()
    const { url } = await startReceiver(t, { respond })
    const result = await sendTo(t, url.origin)
    assert.ok(result.status === 'failed')
    assert.equal(result.retryAfterMs, ms)
  })

for (const [what, tls, error] of [
  ['of another host', shown(createIdentity({ host: 'other.example' })), /for another host$/],
  ['that has expired', shown(createIdentity({ to: '2020-06-01' })), /has expired$/],
] as const)
  test(`a certificate ${what} has to be fixed`, async (t) => {
    const { url } = await startReceiver(t, { tls })
    const result = await sendTo(t, url.origin)
    assert.ok(result.status === 'failed')
    assert.equal(result.kind, 'setup')
    assert.match(result.error, error)
  })

test('a blocked address, an unreadable certificate, an unknown host, and a port without TLS have to be fixed', async (t) => {
  const { url } = await startReceiver(t, { tls: false })
  const attempts = [
    [sendTo(t, url.origin, { networks: [] }), /CONNECTOR_NETWORKS/],
    [sendTo(t, url.origin, { authority: 'x' }), /^The certificate of the connector cannot be read$/],
    [sendTo(t, 'https://nowhere.invalid'), /CONNECTOR_NETWORKS|The host name could not be resolved/],
    [sendTo(t, url.origin.replace('http:', 'https:')), /does not use TLS/],
  ] as const
  for (const [attempt, error] of attempts) {
    const result = await attempt
    assert.ok(result.status === 'failed')
    assert.match(result.error, error)
    if (!/resolved/.test(result.error)) assert.equal(result.kind, 'setup')
  }
})

test('a rejected, closed, or stopped connection is temporary, and its error names no address', async (t) => {
  const closing = createServer((socket) => socket.destroy())
  const silent = createServer(() => {})
  const [port, silentPort] = [await listen(t, closing), await listen(t, silent)]
  const free = createServer()
  const closedPort = await listen(t, free)
  await new Promise((resolve) => free.close(resolve))
  const stopping = new AbortController()
  setTimeout(() => stopping.abort(), 20)
  for (const [attempt, error] of [
    [sendTo(t, `https://localhost:${closedPort}`), 'The receiver accepts no connections there'],
    [sendTo(t, `https://localhost:${port}`), 'The receiver closed the connection'],
    [sendTo(t, `https://localhost:${silentPort}`, { signal: stopping.signal }), 'The delivery was stopped'],
  ] as const)
    assert.deepEqual(await attempt, { status: 'failed', kind: 'temporary', error })
})
