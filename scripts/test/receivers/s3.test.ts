// Versity S3 Gateway: an S3 server over a folder, which verifies signatures and checksums.
import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openS3 } from '@thumbturn/service/adapters/destinations/s3.ts'
import { parseNetworks } from '@thumbturn/service/adapters/egress/addresses.ts'
import { outgoingBatch } from '@thumbturn/service-harness/outgoing-events.ts'
import { receiverAuthority } from '@thumbturn/service-harness/receivers.ts'
import { createFolder, findPort, startReceiver } from './receiver.ts'

const never = new AbortController().signal
const secrets = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY' }

async function startStorage(t: TestContext) {
  const { folder, certificate, privateKey } = createFolder(t)
  const [port, root] = [await findPort(t), join(folder, 'storage')]
  mkdirSync(join(root, 'archive'), { recursive: true })
  const { accessKeyId, secretAccessKey } = secrets
  const account = ['--access', accessKeyId, '--secret', secretAccessKey, '--region', 'eu-central-1']
  const listening = ['--port', `127.0.0.1:${port}`, '--cert', certificate, '--key', privateKey]
  await startReceiver(t, 'versitygw', { args: [...listening, ...account, 'posix', '--nometa', root], port })
  const open = (changes: object = {}, given = secrets, now = Date.now) => {
    const endpoint = `https://localhost:${port}`
    const settings = { region: 'eu-central-1', bucket: 'archive', prefix: 'logs', forcePathStyle: true }
    const target = { type: 's3', endpoint, certificateAuthority: receiverAuthority, ...settings, ...changes } as const
    const connector = { id: 'c1', appId: 'shop', origin: 'https://id.example.com', target, secrets: given }
    const destination = openS3({ networks: parseNetworks(['127.0.0.0/8']), now }, connector)
    t.after(() => destination.close())
    return destination
  }
  const list = () => globSync('**/*.gz', { cwd: join(root, 'archive') })
  return { open, list, read: (key: string) => readFileSync(join(root, 'archive', key)), root }
}

test('an S3 server stores a batch once, also if it is sent twice', async (t) => {
  const { open, list, read } = await startStorage(t)
  const storage = open()
  for (const _ of ['first', 'repeat'])
    assert.deepEqual(await storage.send(outgoingBatch(1000), never), { status: 'delivered' })
  const key = 'logs/shop/2026/11/23/08/000000000001-000000001000.jsonl.gz'
  assert.deepEqual(list(), [key])
  const lines = gunzipSync(read(key)).toString().trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { uuid: string }).uuid),
    outgoingBatch(1000).map(({ event }) => event.id),
  )
})

test('an S3 server rejects other keys, regions, and clocks, and buckets that do not exist', async (t) => {
  const { open, list } = await startStorage(t)
  const yesterday = () => Date.now() - 86_400_000
  for (const [storage, code] of [
    [open({}, { ...secrets, secretAccessKey: 'hunter2' }), 'SignatureDoesNotMatch'],
    // Amazon's code is InvalidAccessKeyId.
    [open({}, { ...secrets, accessKeyId: 'AKIAOTHER' }), 'XAdminUserNotFound'],
    [open({ region: 'us-east-1' }), 'AuthorizationHeaderMalformed'],
    [open({}, secrets, yesterday), 'RequestTimeTooSkewed'],
    [open({ bucket: 'nowhere' }), 'NoSuchBucket'],
  ] as const) {
    const result = await storage.send(outgoingBatch(1), never)
    assert.ok(result.status === 'failed', code)
    assert.equal(result.kind, 'setup', result.error)
    assert.match(result.error, new RegExp(`: ${code}$`))
  }
  assert.deepEqual(list(), [])
})

test('an S3 server stores thousands of events in a second', async (t) => {
  const { open, list, root } = await startStorage(t)
  const storage = open()
  const startedAt = performance.now()
  for (let from = 1; from <= 20_000; from += 2_000) await storage.send(outgoingBatch(2_000, from), never)
  const seconds = (performance.now() - startedAt) / 1000
  assert.equal(list().length, 10)
  const bytes = list().reduce((sum, key) => sum + statSync(join(root, 'archive', key)).size, 0)
  t.diagnostic(`${Math.round(20_000 / seconds)} events/s, ${Math.round(bytes / 20_000)} bytes each`)
  assert.ok(seconds < 4, `${seconds} s`)
})
