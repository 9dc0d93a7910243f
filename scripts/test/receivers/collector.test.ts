// An OpenTelemetry Collector, built in collector/: its receivers of OTLP and of the HTTP Event Collector of Splunk.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openOtlp } from '@thumbturn/service/adapters/destinations/otlp.ts'
import { openSplunk } from '@thumbturn/service/adapters/destinations/splunk.ts'
import { parseNetworks } from '@thumbturn/service/adapters/egress/addresses.ts'
import type { Destination } from '@thumbturn/service/core/ports/destinations.ts'
import { awkwardTexts, eventTime, outgoing, outgoingBatch } from '@thumbturn/service-harness/outgoing-events.ts'
import { receiverAuthority } from '@thumbturn/service-harness/receivers.ts'
import { waitUntil } from '../programs/program.ts'
import { createFolder, findPort, startReceiver } from './receiver.ts'

const never = new AbortController().signal
const context = { networks: parseNetworks(['127.0.0.0/8']), now: () => eventTime }
const connector = { id: 'c1', appId: 'shop', origin: 'https://id.example.com' }
const token = '6d1f1c0e-3f0a-4f4f-9c55-0d1d6e1a7b21'

async function startCollector(t: TestContext) {
  const { certificate, privateKey } = createFolder(t)
  const [port, splunkPort] = [await findPort(t), await findPort(t)]
  const tls = { cert_file: certificate, key_file: privateKey }
  const receivers = {
    otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}`, tls } } },
    splunk_hec: { endpoint: `127.0.0.1:${splunkPort}`, tls },
  }
  const service = {
    telemetry: { metrics: { level: 'none' } },
    pipelines: { logs: { receivers: Object.keys(receivers), exporters: ['debug'] } },
  }
  const configuration = { receivers, exporters: { debug: { verbosity: 'detailed' } }, service }
  const args = ['--config', `yaml:${JSON.stringify(configuration)}`]
  const program = await startReceiver(t, 'collector', { args, port: splunkPort })
  const opened = (destination: Destination) => {
    t.after(() => destination.close())
    return destination
  }
  const certificateAuthority = receiverAuthority
  return {
    openOtlp() {
      const target = { type: 'otlp', url: `https://localhost:${port}`, certificateAuthority } as const
      return opened(openOtlp(context, { ...connector, target, secrets: {} }))
    },
    openSplunk() {
      const target = { type: 'splunk', url: `https://localhost:${splunkPort}`, certificateAuthority } as const
      return opened(openSplunk(context, { ...connector, target, secrets: { token } }))
    },
    /** The received text, once it contains a text. */
    async readUntil(text: string) {
      await waitUntil(async () => program.readOutput().includes(text))
      return program.readOutput()
    },
  }
}

const last = 'the last event'

test('a collector reads every field of a log record', async (t) => {
  const { openOtlp, readUntil } = await startCollector(t)
  assert.deepEqual(await openOtlp().send([outgoing(7), outgoing(8, { reason: last })], never), { status: 'delivered' })
  const output = await readUntil(last)
  for (const line of [
    '     -> service.name: Str(thumbturn)',
    'Timestamp: 2026-11-23 08:30:00.13 +0000 UTC',
    'SeverityText: info',
    'SeverityNumber: Info(9)',
    'EventName: fido2.passkey.auth.success',
    'Body: Str(A user signed in with a passkey.)',
    `     -> log.record.uid: Str(${outgoing(7).event.id})`,
    '     -> thumbturn.detail.userVerified: Bool(true)',
    '     -> thumbturn.duration_us: Int(1840)',
    '     -> thumbturn.detail.took: Double(812.5)',
    'Trace ID: 4bf92f3577b34da6a3ce929d0e0e4736',
  ])
    assert.ok(output.includes(line), `${line} in ${output.slice(-3000)}`)
})

const awkward = [...awkwardTexts, last].map((reason, index) => outgoing(2001 + index, { reason }))
const batches = [outgoingBatch(1000), outgoingBatch(1000, 1001), awkward]
const expectedIds = batches.flat().map(({ event }) => event.id)

test('a collector receives compressed log records and awkward texts in order', async (t) => {
  const { openOtlp, readUntil } = await startCollector(t)
  const otlp = openOtlp()
  for (const batch of batches) assert.deepEqual(await otlp.send(batch, never), { status: 'delivered' })
  const output = await readUntil(last)
  const ids = [...output.matchAll(/log\.record\.uid: Str\(([^)]+)/g)].map(([, id]) => id)
  assert.deepEqual(ids, expectedIds)
  for (const text of awkwardTexts.filter((text) => !/\p{Cc}|[\u2028\u202e]/u.test(text)))
    assert.ok(output.includes(`thumbturn.reason: Str(${text})`), text)
})

/** The events that the receiver of Splunk's protocol read. */
const readEvents = (output: string) =>
  [...output.matchAll(/^Body: Map\((\{.*\})\)$/gm)].map(([, body = '']) => JSON.parse(body) as Record<string, unknown>)

test('a collector receives compressed Splunk events and awkward texts in order', async (t) => {
  const { openSplunk, readUntil } = await startCollector(t)
  const splunk = openSplunk()
  for (const batch of batches) assert.deepEqual(await splunk.send(batch, never), { status: 'delivered' })
  const events = readEvents(await readUntil(last))
  assert.deepEqual(
    events.map(({ event_id }) => event_id),
    expectedIds,
  )
  assert.deepEqual(
    events.slice(2000, -1).map(({ reason }) => reason),
    awkwardTexts,
  )
})

test('a collector reads time, host, source, and CIM fields of Splunk events', async (t) => {
  const { openSplunk, readUntil } = await startCollector(t)
  await openSplunk().send([outgoing(7), outgoing(8, { reason: last })], never)
  const output = await readUntil(last)
  for (const line of [
    'host.name: Str(id.example.com)',
    'com.splunk.source: Str(thumbturn)',
    'com.splunk.sourcetype: Str(thumbturn:event)',
    'Timestamp: 2026-11-23 08:30:00.13',
  ])
    assert.ok(output.includes(line), `${line} in ${output}`)
  const [event] = readEvents(output)
  const { userId } = outgoing(7).event
  assert.partialDeepStrictEqual(event, {
    signature: 'fido2.passkey.auth.success',
    action: 'success',
    user_id: userId,
    src: '203.0.113.9',
    duration: 0.00184,
  })
})
