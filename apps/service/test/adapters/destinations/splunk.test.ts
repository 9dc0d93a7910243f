import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { awkwardTexts, eventTime, outgoing, outgoingBatch } from '@thumbturn/service-harness/outgoing-events.ts'
import { type ReceiverOptions, receiverAuthority, startReceiver } from '@thumbturn/service-harness/receivers.ts'
import { openSplunk } from '../../../src/adapters/destinations/splunk.ts'
import { parseNetworks } from '../../../src/adapters/egress/addresses.ts'

// The receiver is written from Splunk's documentation of the HTTP Event Collector ("Format events for HTTP Event
// Collector", "Troubleshoot HTTP Event Collector"): Splunk can't be installed from a package.

const never = new AbortController().signal
const token = '6d1f1c0e-3f0a-4f4f-9c55-0d1d6e1a7b21'
const ok = '{"text":"Success","code":0}'

/** The objects of a body, which follow one another without a separator of their own. */
const readObjects = (body: string) => JSON.parse(`[${body.replaceAll(/\}\s*\{"time"/g, '},{"time"')}]`) as HecEvent[]
type HecEvent = { time: number; host: string; event: Record<string, unknown> }

/** A collector with one token that rejects what a real one rejects. */
async function startCollector(t: TestContext, options: ReceiverOptions = {}) {
  const receiver = await startReceiver(t, {
    respond({ path, headers, body }, response) {
      const reject = (status: number, text: string, code: number) =>
        response.writeHead(status).end(JSON.stringify({ text, code }))
      if (path !== '/services/collector/event') return reject(404, 'Not Found', 404)
      if (headers.authorization !== `Splunk ${token}`) return reject(403, 'Invalid token', 4)
      const events = readObjects(body)
      if (events.some(({ event }) => event === undefined)) return reject(400, 'Event field is required', 12)
      response.end(ok)
    },
    ...options,
  })
  const { url } = receiver
  const open = (changes: object = {}, secrets: object = { token }) => {
    const target = { type: 'splunk', url: url.origin, certificateAuthority: receiverAuthority, ...changes } as const
    const context = { networks: parseNetworks(['127.0.0.0/8']), now: () => eventTime }
    const connector = { id: 'c1', appId: 'shop', origin: 'https://id.example.com', target, secrets }
    const destination = openSplunk(context, connector)
    t.after(() => destination.close())
    return destination
  }
  return { ...receiver, open }
}

test('events arrive in one compressed call, in order, with their time, host, source, and source type', async (t) => {
  const { calls, open } = await startCollector(t)
  const splunk = open({ index: 'security' })
  assert.deepEqual(await splunk.send(outgoingBatch(500), never), { status: 'delivered' })
  const [{ headers, body }] = calls as [(typeof calls)[0]]
  assert.equal(headers['content-encoding'], 'gzip')
  const events = readObjects(body)
  assert.deepEqual(
    events.map(({ event }) => event.timestamp),
    Array.from({ length: 500 }, (_, index) => eventTime + 1 + index),
  )
  const { event, ...envelope } = events[0]!
  const meta = { host: 'id.example.com', source: 'thumbturn', sourcetype: 'thumbturn:event', index: 'security' }
  assert.deepEqual(envelope, { time: (eventTime + 1) / 1000, ...meta })
  assert.equal(event.uuid, outgoing(1).event.id)
})

test('source and source type can be chosen, and the path of the collector is appended once', async (t) => {
  const { calls, open, url } = await startCollector(t)
  for (const path of ['', '/', '/services/collector', '/services/collector/event']) {
    const splunk = open({ url: `${url.origin}${path}`, source: 'idp', sourcetype: 'passkeys' })
    assert.deepEqual(await splunk.send([outgoing(1)], never), { status: 'delivered' }, path)
  }
  const envelopes = calls.map(({ body }) => readObjects(body)[0])
  for (const envelope of envelopes) assert.partialDeepStrictEqual(envelope, { source: 'idp', sourcetype: 'passkeys' })
  assert.ok(!('index' in envelopes[0]!), 'the index of the token')
})

test('awkward texts arrive as they are', async (t) => {
  const { calls, open } = await startCollector(t)
  const batch = awkwardTexts.map((reason, index) => outgoing(index + 1, { reason }))
  await open().send(batch, never)
  assert.deepEqual(
    readObjects(calls[0]!.body).map(({ event }) => event.reason),
    awkwardTexts,
  )
})

test('an event of a megabyte arrives', async (t) => {
  const { calls, open } = await startCollector(t)
  const reason = 'ü'.repeat(500_000)
  assert.deepEqual(await open().send([outgoing(1, { reason })], never), { status: 'delivered' })
  assert.equal(readObjects(calls[0]!.body)[0]!.event.reason, reason)
})

for (const [status, body, kind, error] of [
  [403, '{"text":"Invalid token","code":4}', 'setup', /403: the token is invalid \(code 4\)/],
  [401, '{"text":"Token is required","code":2}', 'setup', /a token is required/],
  [403, '{"text":"Token disabled","code":1}', 'setup', /the token is disabled/],
  [400, '{"text":"Incorrect index","code":7}', 'setup', /does not allow this index/],
  [400, '{"text":"Data channel is missing","code":10}', 'setup', /turn off indexer acknowledgment/],
  [
    400,
    '{"text":"Invalid data format","code":6,"invalid-event-number":0}',
    'rejected',
    /Invalid data format \(code 6\)/,
  ],
  [400, '{"text":"Event field is required","code":12}', 'rejected', /code 12/],
  [503, '{"text":"Server is busy","code":9}', 'temporary', /the receiver is busy \(code 9\)/],
  [500, '{"text":"Internal server error","code":8}', 'temporary', /code 8/],
  [413, 'Request Entity Too Large', 'rejected', /responded with 413$/],
  [404, '<html>Not Found</html>', 'setup', /responded with 404$/],
  [429, '', 'temporary', /responded with 429$/],
  [302, '', 'setup', /redirects are not followed/],
] as const)
  test(`a response of ${status} ${body.slice(0, 45)} is a failure of the kind ${kind}`, async (t) => {
    const { open } = await startCollector(t, { respond: (_, response) => response.writeHead(status).end(body) })
    const result = await open().send([outgoing(1)], never)
    assert.ok(result.status === 'failed')
    assert.equal(result.kind, kind)
    assert.match(result.error, error)
    assert.ok(!result.error.includes(token))
  })

test('a wrong token is a failure that names the reason and not the token', async (t) => {
  const { open } = await startCollector(t)
  const result = await open({}, { token: 'hunter2' }).send([outgoing(1)], never)
  const error = 'The receiver responded with 403: the token is invalid (code 4)'
  assert.deepEqual(result, { status: 'failed', kind: 'setup', error })
})
