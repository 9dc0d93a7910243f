import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { createIdentity, shown } from '@thumbturn/service-harness/mail-server.ts'
import { awkwardTexts, eventTime, outgoing, outgoingBatch } from '@thumbturn/service-harness/outgoing-events.ts'
import { listen, receiverAuthority } from '@thumbturn/service-harness/receivers.ts'
import { openSyslog } from '../../../src/adapters/destinations/syslog.ts'
import { toMessageId } from '../../../src/adapters/destinations/syslog-message.ts'
import { parseNetworks } from '../../../src/adapters/egress/addresses.ts'

// How a receiver can fail, which rsyslog (rsyslog.test.ts) can't be made to do.

const never = new AbortController().signal

/** Splits octet-counted frames (RFC 5425 §4.3); throws if the counts don't match. */
function readFrames(bytes: Buffer): string[] {
  const messages: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at)
    const length = Number(bytes.subarray(at, space).toString())
    assert.ok(Number.isInteger(length) && space + 1 + length <= bytes.length, 'a complete frame')
    messages.push(bytes.subarray(space + 1, space + 1 + length).toString())
    at = space + 1 + length
  }
  return messages
}

type Behavior = { tls?: TlsOptions; accept?: (socket: TLSSocket, connection: number) => void }

/** A receiver that keeps what each connection sent, and reads all of it unless the test says otherwise. */
async function startSyslog(t: TestContext, { tls = {}, accept = (socket) => void socket.resume() }: Behavior = {}) {
  const connections: Buffer[][] = []
  const sockets = new Set<Socket>()
  const server = createServer({ ...shown(createIdentity()), ...tls }, (socket) => {
    const parts: Buffer[] = []
    connections.push(parts)
    sockets.add(socket.on('error', () => {}))
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.pause()
    accept(socket, connections.length)
  })
  const port = await listen(t, server)
  t.after(() => sockets.forEach((socket) => void socket.destroy()))
  const open = (changes: object = {}, secrets: object = {}, limits?: Parameters<typeof openSyslog>[2]) => {
    const target = {
      type: 'syslog',
      host: 'localhost',
      port,
      certificateAuthority: receiverAuthority,
      ...changes,
    } as const
    const context = { networks: parseNetworks(['127.0.0.0/8']), now: () => eventTime }
    const connector = { id: 'c1', appId: 'shop', origin: 'https://id.example.com', target, secrets }
    const destination = openSyslog(context, connector, limits)
    t.after(() => destination.close())
    return destination
  }
  return { open, received: () => connections.map((parts) => readFrames(Buffer.concat(parts))) }
}

test('an event is a message of RFC 5424 with structured data', async (t) => {
  const { open, received } = await startSyslog(t)
  assert.deepEqual(await open().send([outgoing(7)], never), { status: 'delivered' })
  const { id, userId, passkeyId } = outgoing(7).event
  assert.deepEqual(received(), [
    [
      `<86>1 2026-11-23T08:30:00.130Z id.example.com thumbturn - passkey.auth.success [thumbturn@32473 eventId="fido2.passkey.auth.success" severity="info" uuid="${id}" timestamp="${eventTime + 7}" appId="shop" userId="${userId}" passkeyId="${passkeyId}" deviceId="d1" srcAddr="203.0.113.9" traceId="4bf92f3577b34da6a3ce929d0e0e4736" responseTimeUsec="1840" detail.userVerified="true" detail.client="Chrome 142" detail.os="Windows 11" detail.took="812.5" detail.count="3"] A user signed in with a passkey.`,
    ],
  ])
})

test('the facility and the ID of the structured data can be chosen, and severities are those of syslog', async (t) => {
  const { open, received } = await startSyslog(t)
  const types = [
    'fido2.message.sent',
    'fido2.api_key.created',
    'fido2.clock.jumped',
    'fido2.mfa.refresh.reused',
  ] as const
  const batch = types.map((type, index) => outgoing(index, { type }))
  await open({ facility: 16, structuredDataId: 'tt@99999' }).send(batch, never)
  const [messages] = received()
  assert.deepEqual(
    messages!.map((message) => message.slice(0, 6)),
    ['<134>1', '<133>1', '<132>1', '<130>1'],
  )
  for (const message of messages!) assert.ok(message.includes(' [tt@99999 eventId='))
})

test('every type of event has a message ID of its own, of at most 32 characters', () => {
  const types = Object.keys(eventRegistry)
  const ids = new Set(types.map(toMessageId))
  assert.equal(ids.size, types.length)
  for (const id of ids) assert.match(id, /^[!-~]{1,32}$/)
})

test('no value starts another line or leaves its parameter (log injection)', async (t) => {
  const { open, received } = await startSyslog(t)
  await open().send(
    awkwardTexts.map((reason, index) => outgoing(index + 1, { reason })),
    never,
  )
  const [messages] = received()
  assert.equal(messages!.length, awkwardTexts.length)
  for (const message of messages!) assert.doesNotMatch(message, /[\p{Cc}\u2028\u2029\u202e]/u)
  const reasons = messages!.map((message) => /reason="((?:[^"\\\]]|\\.)*)"/.exec(message)?.[1])
  assert.deepEqual(reasons.slice(0, 4), [
    'a b',
    'a  <86>1 2026-11-23T08:30:00Z evil thumbturn - - - forged',
    'quote \\" backslash \\\\ bracket \\] end',
    awkwardTexts[3],
  ])
})

test('a message stays below 8192 bytes, in valid UTF-8, and says what was left out', async (t) => {
  const { open, received } = await startSyslog(t)
  const detail = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`fact${index}`, '🦤'.repeat(200)]))
  await open().send([outgoing(1, { reason: 'ü'.repeat(500_000), detail }), outgoing(2)], never)
  const [[long = '', short = ''] = []] = received()
  assert.ok(Buffer.byteLength(long) <= 8_192)
  assert.ok(!long.includes('\ufffd'))
  assert.match(long, /reason="ü{1024}…" .* truncated="true"\] A user signed in/)
  assert.ok(!short.includes('truncated'))
})

test('each batch has a connection of its own, in order', async (t) => {
  const { open, received } = await startSyslog(t)
  const syslog = open()
  for (const from of [1, 1001])
    assert.deepEqual(await syslog.send(outgoingBatch(1000, from), never), { status: 'delivered' })
  const ids = received().map((messages) => messages.map((message) => /uuid="([^"]+)"/.exec(message)?.[1]))
  assert.deepEqual(
    ids,
    [1, 1001].map((from) => outgoingBatch(1000, from).map(({ event }) => event.id)),
  )
})

for (const [what, accept] of [
  ['closes the connection before it has read the batch', (socket: TLSSocket) => void socket.end()],
  ['breaks the connection', (socket: TLSSocket) => void socket.destroy()],
  [
    'breaks the connection after a part of the batch',
    (socket: TLSSocket) => void socket.resume().once('data', () => socket.destroy()),
  ],
] as const)
  test(`a receiver that ${what} gets all of it again`, async (t) => {
    const { open, received } = await startSyslog(t, {
      accept: (socket, connection) => (connection % 2 === 1 ? accept(socket) : void socket.resume()),
    })
    const syslog = open()
    for (const batch of [outgoingBatch(1), outgoingBatch(2_000)]) {
      const error = 'The receiver closed the connection'
      assert.deepEqual(await syslog.send(batch, never), { status: 'failed', kind: 'temporary', error })
      assert.deepEqual(await syslog.send(batch, never), { status: 'delivered' })
      assert.equal(received().at(-1)!.length, batch.length)
    }
  })

test('a receiver that reads nothing is given up in time', async (t) => {
  const { open } = await startSyslog(t, { accept: () => {} })
  // More than the buffers of both sides hold.
  const result = await open({}, {}, { writeMs: 200, closeMs: 60_000 }).send(outgoingBatch(20_000), never)
  const error = 'The receiver did not respond in time'
  assert.deepEqual(result, { status: 'failed', kind: 'temporary', error })
})

test('a receiver that never closes the connection is given up in time, and the error says so', async (t) => {
  const { open } = await startSyslog(t, { tls: { allowHalfOpen: true } as TlsOptions })
  const result = await open({}, {}, { writeMs: 60_000, closeMs: 100 }).send(outgoingBatch(10), never)
  const error = 'The receiver did not confirm the batch by closing the connection (RFC 5425)'
  assert.deepEqual(result, { status: 'failed', kind: 'temporary', error })
})

test('a delivery can be stopped', async (t) => {
  const { open } = await startSyslog(t, { accept: () => {} })
  const stopping = new AbortController()
  setTimeout(() => stopping.abort(), 50)
  const result = await open().send(outgoingBatch(10), stopping.signal)
  assert.deepEqual(result, { status: 'failed', kind: 'temporary', error: 'The delivery was stopped' })
})

test('a delivery that is stopped before it is connected says so too', async (t) => {
  const { open } = await startSyslog(t, { accept: () => {} })
  const result = await open().send(outgoingBatch(10), AbortSignal.abort())
  assert.deepEqual(result, { status: 'failed', kind: 'temporary', error: 'The delivery was stopped' })
})

test('a receiver can require a client certificate', async (t) => {
  const { open, received } = await startSyslog(t, { tls: { ca: receiverAuthority, requestCert: true } })
  const { key: clientKey, cert: clientCertificate } = shown(createIdentity())
  const rejection = await open().send([outgoing(1)], never)
  assert.equal(rejection.status === 'failed' && rejection.kind, 'setup')
  assert.deepEqual(await open({}, { clientKey, clientCertificate }).send([outgoing(1)], never), { status: 'delivered' })
  assert.equal(received().length, 1)
})

test('a certificate of another host has to be fixed, and nothing is sent', async (t) => {
  const { open, received } = await startSyslog(t, { tls: shown(createIdentity({ host: 'other.example' })) })
  const result = await open().send([outgoing(1)], never)
  const error = 'TLS failed: the certificate of the receiver is for another host'
  assert.deepEqual(result, { status: 'failed', kind: 'setup', error })
  assert.deepEqual(received().flat(), [])
})
