import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createIdentity, shown } from '@thumbturn/service-harness/mail-server.ts'
import { awkwardTexts, eventTime, outgoing, outgoingBatch } from '@thumbturn/service-harness/outgoing-events.ts'
import { receiverAuthority } from '@thumbturn/service-harness/receivers.ts'
import { type SyslogMessage, startRsyslog } from '@thumbturn/service-harness/rsyslog.ts'
import { openSyslog } from '../../../src/adapters/destinations/syslog.ts'
import { parseNetworks } from '../../../src/adapters/egress/addresses.ts'

const never = new AbortController().signal

const readData = ({ data }: SyslogMessage) => data['thumbturn@32473']

async function connected(t: TestContext, { clients = false } = {}) {
  const rsyslog = await startRsyslog(t, { clients })
  const open = (secrets: object = {}, changes: object = {}) => {
    const { port } = rsyslog
    const target = {
      type: 'syslog',
      host: 'localhost',
      port,
      certificateAuthority: receiverAuthority,
      ...changes,
    } as const
    const context = { networks: parseNetworks(['127.0.0.0/8']), now: () => eventTime }
    return openSyslog(context, { id: 'c1', appId: 'shop', origin: 'https://id.example.com', target, secrets })
  }
  return { ...rsyslog, open }
}

test('rsyslog receives every event by TLS, in order, and parses its header and structured data', async (t) => {
  const { open, receive } = await connected(t)
  const syslog = open()
  for (const from of [1, 1001])
    assert.deepEqual(await syslog.send(outgoingBatch(1000, from), never), { status: 'delivered' })
  const messages = await receive(2000)
  const data = messages.map(readData)
  assert.deepEqual(
    data.map((fields) => fields?.uuid),
    outgoingBatch(2000).map(({ event }) => event.id),
  )
  const { data: _, ...header } = messages[6]!
  assert.deepEqual(header, {
    facility: 'authpriv',
    severity: 'info',
    time: '2026-11-23T08:30:00.130Z',
    host: 'id.example.com',
    app: 'thumbturn',
    messageId: 'passkey.auth.success',
    text: 'A user signed in with a passkey.',
  })
  const { userId, srcAddr, 'detail.client': client } = data[6]!
  assert.deepEqual([userId, srcAddr, client], [outgoing(7).event.userId, '203.0.113.9', 'Chrome 142'])
})

test('rsyslog reads awkward texts as one value of one message', async (t) => {
  const { open, receive } = await connected(t)
  await open().send(
    awkwardTexts.map((reason, index) => outgoing(index + 1, { reason })),
    never,
  )
  const messages = await receive(awkwardTexts.length)
  assert.equal(messages.length, awkwardTexts.length)
  const reasons = messages.map((message) => readData(message)?.reason)
  const expected = awkwardTexts.map((text) => text.replaceAll(/[\p{Cc}\u2028\u2029\u202e]/gu, ' '))
  assert.deepEqual(reasons, expected)
})

test('rsyslog that hangs and is killed in the middle of a batch gets all of it after its restart', async (t) => {
  const { open, freeze, crash, receive } = await connected(t)
  const syslog = open()
  assert.deepEqual(await syslog.send(outgoingBatch(10), never), { status: 'delivered' })
  // It confirms what it has in memory, which it writes a moment later.
  await receive(10)
  freeze()
  const sending = syslog.send(outgoingBatch(1000, 11), never)
  // Long enough that it is connected, also on a busy machine: otherwise it would reach the restarted one.
  await pause(1_000)
  await crash()
  const { status, ...failure } = await sending
  assert.deepEqual([status, 'kind' in failure && failure.kind], ['failed', 'temporary'])
  assert.deepEqual(await syslog.send(outgoingBatch(1000, 11), never), { status: 'delivered' })
  const messages = await receive(1010)
  const ids = new Set(messages.map((message) => readData(message)?.uuid))
  assert.equal(ids.size, 1010)
})

test('rsyslog can require a client certificate', async (t) => {
  const { open, receive } = await connected(t, { clients: true })
  const rejection = await open().send([outgoing(1)], never)
  assert.deepEqual(rejection, { status: 'failed', kind: 'temporary', error: 'The receiver closed the connection' })
  const { key: clientKey, cert: clientCertificate } = shown(createIdentity())
  assert.deepEqual(await open({ clientKey, clientCertificate }).send([outgoing(2)], never), { status: 'delivered' })
  const messages = await receive(1)
  assert.deepEqual(
    messages.map((message) => readData(message)?.uuid),
    [outgoing(2).event.id],
  )
})
