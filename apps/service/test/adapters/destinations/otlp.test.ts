import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { awkwardTexts, eventTime, outgoing, outgoingBatch } from '@thumbturn/service-harness/outgoing-events.ts'
import { type ReceiverOptions, receiverAuthority, startReceiver } from '@thumbturn/service-harness/receivers.ts'
import { openOtlp } from '../../../src/adapters/destinations/otlp.ts'
import { parseNetworks } from '../../../src/adapters/egress/addresses.ts'

// The receiver is written from the specification of OTLP/HTTP; `npm run nightly -- receivers` runs an OpenTelemetry Collector.

const never = new AbortController().signal

type Attribute = { key: string; value: Record<string, unknown> }
type LogRecord = { attributes: Attribute[]; [field: string]: unknown }
type Export = {
  resourceLogs: [{ resource: { attributes: Attribute[] }; scopeLogs: [{ scope: object; logRecords: LogRecord[] }] }]
}

const readExport = (body: string) => (JSON.parse(body) as Export).resourceLogs[0]
const readRecords = (body: string) => readExport(body).scopeLogs[0].logRecords
const toValues = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value]))

async function startOtlp(t: TestContext, options: ReceiverOptions = {}) {
  const receiver = await startReceiver(t, options)
  const open = (changes: object = {}, secrets: object = {}) => {
    const { origin: url } = receiver.url
    const target = { type: 'otlp', url, certificateAuthority: receiverAuthority, ...changes } as const
    const context = { networks: parseNetworks(['127.0.0.0/8']), now: () => eventTime }
    const connector = { id: 'c1', appId: 'shop', origin: 'https://id.example.com', target, secrets }
    const destination = openOtlp(context, connector)
    t.after(() => destination.close())
    return destination
  }
  return { ...receiver, open }
}

test('an event is a log record with time, severity, name, body, trace, and attributes of every type', async (t) => {
  const { calls, open } = await startOtlp(t)
  assert.deepEqual(await open().send([outgoing(7)], never), { status: 'delivered' })
  const { path, headers, body } = calls[0]!
  assert.deepEqual([path, headers['content-type']], ['/v1/logs', 'application/json'])
  const { resource } = readExport(body)
  assert.deepEqual(toValues(resource.attributes), {
    'service.name': { stringValue: 'thumbturn' },
    'service.instance.id': { stringValue: 'id.example.com' },
    'thumbturn.app.id': { stringValue: 'shop' },
  })
  const { attributes, ...record } = readRecords(body)[0]!
  const time = `${eventTime + 7}000000`
  assert.deepEqual(record, {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber: 9,
    severityText: 'info',
    eventName: 'fido2.passkey.auth.success',
    body: { stringValue: 'A user signed in with a passkey.' },
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  })
  assert.partialDeepStrictEqual(toValues(attributes), {
    'log.record.uid': { stringValue: outgoing(7).event.id },
    'user.id': { stringValue: outgoing(7).event.userId },
    'client.address': { stringValue: '203.0.113.9' },
    'thumbturn.duration_us': { intValue: '1840' },
    'thumbturn.detail.userVerified': { boolValue: true },
    'thumbturn.detail.took': { doubleValue: 812.5 },
    'thumbturn.detail.count': { intValue: '3' },
  })
})

test('batches are compressed and in order, and severities follow the data model of OpenTelemetry', async (t) => {
  const { calls, open } = await startOtlp(t)
  const otlp = open()
  await otlp.send(outgoingBatch(500), never)
  const types = ['fido2.api_key.created', 'fido2.passkey.auth.counter', 'fido2.mfa.refresh.reused'] as const
  await otlp.send(
    types.map((type, index) => outgoing(index + 501, { type })),
    never,
  )
  assert.equal(calls[0]!.headers['content-encoding'], 'gzip')
  const times = readRecords(calls[0]!.body).map(({ timeUnixNano }) => timeUnixNano)
  assert.deepEqual(
    times,
    outgoingBatch(500).map(({ event }) => `${event.at}000000`),
  )
  assert.deepEqual(
    readRecords(calls[1]!.body).map(({ severityNumber }) => severityNumber),
    [10, 13, 18],
  )
  assert.deepEqual(
    calls.map(({ connection }) => connection),
    [1, 1],
  )
})

test('a trace ID of another format is only an attribute', async (t) => {
  const { calls, open } = await startOtlp(t)
  const traceIds = ['my-trace', '0'.repeat(32), undefined]
  await open().send(
    traceIds.map((traceId, index) => outgoing(index, { traceId })),
    never,
  )
  const records = readRecords(calls[0]!.body)
  for (const record of records) assert.ok(!('traceId' in record))
  assert.deepEqual(toValues(records[0]!.attributes)['thumbturn.trace_id'], { stringValue: 'my-trace' })
})

test('headers are added to every call, except those of the connection', async (t) => {
  const { calls, open, url } = await startOtlp(t)
  const headers = [
    { name: 'X-Api-Key', value: 'hunter2' },
    { name: 'Transfer-Encoding', value: 'chunked' },
    { name: 'Content-Length', value: '3' },
    { name: 'Content-Type', value: 'text/plain' },
    { name: 'Host', value: 'other.example' },
  ]
  await open({ url: `${url.origin}/otlp/v1/logs?tenant=a` }, { headers }).send([outgoing(1)], never)
  const { path, headers: received } = calls[0]!
  assert.equal(path, '/otlp/v1/logs?tenant=a')
  assert.equal(received['x-api-key'], 'hunter2')
  assert.deepEqual([received['content-type'], received.host], ['application/json', url.host])
  assert.equal(received['transfer-encoding'], undefined)
})

test('awkward texts and an event of a megabyte arrive as they are', async (t) => {
  const { calls, open } = await startOtlp(t)
  const texts = [...awkwardTexts, 'ü'.repeat(500_000)]
  await open().send(
    texts.map((reason, index) => outgoing(index + 1, { reason })),
    never,
  )
  const received = readRecords(calls[0]!.body).map(({ attributes }) => toValues(attributes)['thumbturn.reason'])
  assert.deepEqual(
    received,
    texts.map((stringValue) => ({ stringValue })),
  )
})

for (const [status, body, kind, error] of [
  [
    200,
    '{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"too\\nold"}}',
    'rejected',
    /rejected 2 log records: too old$/,
  ],
  [200, '{"partialSuccess":{"rejectedLogRecords":1}}', 'rejected', /rejected 1 log records$/],
  [400, '{"code":3,"message":"invalid attribute"}', 'rejected', /400: invalid attribute$/],
  [401, '{"message":"no token"}', 'setup', /401: no token/],
  [404, 'not found', 'setup', /404$/],
  [415, '', 'setup', /415$/],
  [429, '{}', 'temporary', /429$/],
  [502, '<html>', 'temporary', /502$/],
] as const)
  test(`a response of ${status} ${body.slice(0, 50)} is a failure of the kind ${kind}`, async (t) => {
    const { open } = await startOtlp(t, { respond: (_, response) => response.writeHead(status).end(body) })
    const result = await open().send(outgoingBatch(3), never)
    assert.ok(result.status === 'failed')
    assert.equal(result.kind, kind)
    assert.match(result.error, error)
  })

test('a partial success that only warns, and an empty response, are deliveries', async (t) => {
  const bodies = ['{"partialSuccess":{"errorMessage":"deprecated"}}', '{"partialSuccess":{}}', '{}', '', 'null']
  const { open } = await startOtlp(t, { respond: (_, response) => response.end(bodies.shift()) })
  const otlp = open()
  for (const _ of [...bodies]) assert.deepEqual(await otlp.send([outgoing(1)], never), { status: 'delivered' })
})
