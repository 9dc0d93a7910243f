import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { awkwardTexts, eventTime, outgoing, outgoingBatch } from '@thumbturn/service-harness/outgoing-events.ts'
import { type ReceiverOptions, receiverAuthority, startReceiver } from '@thumbturn/service-harness/receivers.ts'
import { computeSignature } from '@thumbturn/service-harness/signed-requests.ts'
import { openS3, toObjectUrl } from '../../../src/adapters/destinations/s3.ts'
import { parseNetworks } from '../../../src/adapters/egress/addresses.ts'
import { toPublishedEvent } from '../../../src/core/model/events/published-event.ts'

// The receiver computes each signature by AWS's documentation; `npm run nightly -- receivers` runs an S3 server.

const never = new AbortController().signal
const secrets = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY' }

const toError = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>secret</Message></Error>`

async function startStorage(t: TestContext, options: ReceiverOptions = {}) {
  const receiver = await startReceiver(t, {
    respond(call, response) {
      const signature = /Signature=(\w+)/.exec(call.headers.authorization ?? '')?.[1]
      const isSigned = signature === computeSignature(call, secrets.secretAccessKey)
      if (isSigned) response.writeHead(200, { etag: '"1"' }).end()
      else response.writeHead(403).end(toError('SignatureDoesNotMatch'))
    },
    ...options,
  })
  const open = (changes: object = {}, given: object = secrets) => {
    const { origin: endpoint } = receiver.url
    const target = {
      type: 's3',
      endpoint,
      region: 'eu-central-1',
      bucket: 'archive',
      forcePathStyle: true,
      certificateAuthority: receiverAuthority,
      ...changes,
    } as const
    const context = { networks: parseNetworks(['127.0.0.0/8']), now: () => eventTime }
    const destination = openS3(context, {
      id: 'c1',
      appId: 'shop',
      origin: 'https://id.example.com',
      target,
      secrets: given,
    })
    t.after(() => destination.close())
    return destination
  }
  return { ...receiver, open }
}

const readLines = (bytes: Buffer) =>
  gunzipSync(bytes)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('a batch is one signed object of compressed JSON Lines, with a checksum, below its application and hour', async (t) => {
  const { calls, open } = await startStorage(t)
  assert.deepEqual(await open({ prefix: '/logs/thumbturn/' }).send(outgoingBatch(500, 41), never), {
    status: 'delivered',
  })
  const [{ method, path, headers, bytes }] = calls as [(typeof calls)[0]]
  assert.deepEqual(
    [method, path],
    ['PUT', '/archive/logs/thumbturn/shop/2026/11/23/08/000000000041-000000000540.jsonl.gz'],
  )
  assert.equal(headers['content-type'], 'application/gzip')
  assert.equal(headers['content-encoding'], undefined, 'clients would decompress it')
  assert.equal(headers['x-amz-checksum-sha256'], createHash('sha256').update(bytes).digest('base64'))
  assert.match(headers.authorization ?? '', /SignedHeaders=[\w;-]*x-amz-checksum-sha256/)
  const expected = outgoingBatch(500, 41).map(({ event }) => JSON.parse(JSON.stringify(toPublishedEvent(event))))
  assert.deepEqual(readLines(bytes), expected)
})

test('a batch that is sent again has the same key and the same bytes', async (t) => {
  const { calls, open } = await startStorage(t)
  for (const storage of [open(), open()]) await storage.send(outgoingBatch(20), never)
  assert.equal(calls[0]!.path, calls[1]!.path)
  assert.deepEqual(calls[0]!.bytes, calls[1]!.bytes)
})

const hour = 3_600_000

test('events of two hours are in two objects, in order', async (t) => {
  const { calls, open } = await startStorage(t)
  const times = [eventTime, eventTime + hour, eventTime, eventTime + hour]
  await open().send(
    times.map((at, index) => outgoing(index + 1, { at })),
    never,
  )
  assert.deepEqual(
    calls.map(({ path, bytes }) => [path, readLines(bytes).map(({ uuid }) => Number(String(uuid).slice(-12)))]).sort(),
    [
      ['/archive/shop/2026/11/23/08/000000000001-000000000003.jsonl.gz', [1, 3]],
      ['/archive/shop/2026/11/23/09/000000000002-000000000004.jsonl.gz', [2, 4]],
    ],
  )
})

test('events of many hours are stored by several calls at a time, none of which follow a failure', async (t) => {
  const { calls, open, state } = await startStorage(t)
  const batch = Array.from({ length: 50 }, (_, index) => outgoing(index, { at: eventTime + index * hour }))
  const held: ServerResponse[] = []
  const groups: number[] = []
  const release = () => {
    groups.push(held.length)
    for (const response of held.splice(0)) response.writeHead(200).end()
  }
  state.respond = (_, response) => {
    if (held.push(response) === Math.min(8, 50 - groups.reduce((sum, size) => sum + size, 0))) setImmediate(release)
  }
  assert.deepEqual(await open().send(batch, never), { status: 'delivered' })
  assert.equal(new Set(calls.map(({ path }) => path)).size, 50)
  assert.deepEqual(groups, [8, 8, 8, 8, 8, 8, 2])
  calls.length = 0
  state.respond = (_, response) => response.writeHead(503).end()
  const result = await open().send(batch, never)
  assert.equal(result.status === 'failed' && result.kind, 'temporary')
  assert.equal(calls.length, 8)
})

test('awkward texts and an event of a megabyte are one line each', async (t) => {
  const { calls, open } = await startStorage(t)
  const texts = [...awkwardTexts, 'ü'.repeat(500_000)]
  await open().send(
    texts.map((reason, index) => outgoing(index + 1, { reason })),
    never,
  )
  assert.deepEqual(
    readLines(calls[0]!.bytes).map(({ reason }) => reason),
    texts,
  )
})

test('the bucket stands in the host or in the path, and a path of the endpoint is kept', () => {
  const target = {
    type: 's3',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'x',
    bucket: 'archive',
  } as const
  const endpoint = 'https://storage.example:9000/s3/'
  for (const [changes, url] of [
    [{}, 'https://archive.s3.eu-central-1.amazonaws.com/a/b.gz'],
    [{ forcePathStyle: true }, 'https://s3.eu-central-1.amazonaws.com/archive/a/b.gz'],
    [{ endpoint, forcePathStyle: true }, 'https://storage.example:9000/s3/archive/a/b.gz'],
    [{ endpoint }, 'https://archive.storage.example:9000/s3/a/b.gz'],
  ] as const)
    assert.equal(toObjectUrl('a/b.gz', { ...target, ...changes }).href, url)
})

test('a wrong key is a failure that names the reason and not the key', async (t) => {
  const { open } = await startStorage(t)
  const result = await open({}, { ...secrets, secretAccessKey: 'hunter2' }).send([outgoing(1)], never)
  const error = 'The receiver responded with 403: SignatureDoesNotMatch'
  assert.deepEqual(result, { status: 'failed', kind: 'setup', error })
})

for (const [status, code, kind] of [
  [403, 'AccessDenied', 'setup'],
  [403, 'RequestTimeTooSkewed', 'setup'],
  [404, 'NoSuchBucket', 'setup'],
  [301, 'PermanentRedirect', 'setup'],
  [400, 'AuthorizationHeaderMalformed', 'setup'],
  [400, 'RequestTimeout', 'temporary'],
  [400, 'BadDigest', 'temporary'],
  [400, 'EntityTooLarge', 'rejected'],
  [409, 'OperationAborted', 'temporary'],
  [503, 'SlowDown', 'temporary'],
  [500, 'InternalError', 'temporary'],
] as const)
  test(`a response of ${status} ${code} is a failure of the kind ${kind}`, async (t) => {
    const respond: ReceiverOptions['respond'] = (_, response) => response.writeHead(status).end(toError(code))
    const result = await (await startStorage(t, { respond })).open().send([outgoing(1)], never)
    assert.ok(result.status === 'failed')
    assert.equal(result.kind, kind)
    assert.ok(result.error.endsWith(`: ${code}`), result.error)
  })

test('a response of 400 without a code has to be fixed: storage rejects no event for its content', async (t) => {
  const { open } = await startStorage(t, { respond: (_, response) => response.writeHead(400).end() })
  const result = await open().send([outgoing(1)], never)
  assert.equal(result.status === 'failed' && result.kind, 'setup')
})
