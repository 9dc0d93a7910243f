import assert from 'node:assert/strict'
import dns from 'node:dns'
import type { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  answerJson,
  clientDocument,
  startDocumentHost,
  trustDocumentHosts,
} from '@thumbturn/service-harness/client-documents.ts'
import { createClientDocuments } from '../../src/adapters/client-documents/lazy.ts'
import type { DocumentOutcome } from '../../src/core/ports/client-documents.ts'
import { createKey } from './client-proofs/situations.ts'

trustDocumentHosts()

/** A reader whose clock a test moves, and which may reach loopback where the host is listed. */
function openDocuments(networks: readonly string[] = ['127.0.0.0/8', '::1']) {
  const clock = { at: 0 }
  const documents = createClientDocuments({ networks, monotonic: () => clock.at })
  const read = (url: string, isListed = true) => Promise.resolve(documents.read({ url, isListed }))
  return { documents, read, clock }
}

const explain = (outcome: DocumentOutcome) =>
  'document' in outcome ? 'document' : 'problem' in outcome ? outcome.problem : outcome.outage

const reply =
  (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
  (_: string, response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

const json = { 'content-type': 'application/json' }

test('a document is read as JSON of any application, without cookies, and once for its age', async (t) => {
  const { urlOf, calls, state } = await startDocumentHost(t)
  const { documents, read, clock } = openDocuments()
  for (const type of ['application/json; charset=utf-8', 'application/client+json', 'Application/JSON']) {
    state.answer = answerJson({}, { 'content-type': type, 'cache-control': 'public, max-age=600' })
    const url = urlOf(`/${encodeURIComponent(type)}.json`)
    assert.equal(explain(await read(url)), 'document', type)
    clock.at += 599_000
    assert.ok(documents.findKept({ url, isListed: true }))
    clock.at += 2_000
    assert.equal(documents.findKept({ url, isListed: true }), undefined)
  }
  assert.equal(calls.length, 3)
})

for (const [header, seconds] of [
  ['max-age=1', 60],
  ['no-store', 60],
  ['max-age=999999999', 86_400],
  ['private', 300],
] as const)
  test(`a document with Cache-Control: ${header} counts for ${seconds} seconds`, async (t) => {
    const { urlOf } = await startDocumentHost(t, answerJson({}, { 'cache-control': header }))
    const { documents, read, clock } = openDocuments()
    await read(urlOf())
    clock.at = seconds * 1_000 - 1
    assert.ok(documents.findKept({ url: urlOf(), isListed: true }))
    clock.at += 1
    assert.equal(documents.findKept({ url: urlOf(), isListed: true }), undefined)
  })

test('a hundred callers at the same time cause one request', async (t) => {
  const { urlOf, calls } = await startDocumentHost(t)
  const { documents, read } = openDocuments()
  const reads = Array.from({ length: 100 }, () => read(urlOf()))
  assert.ok(documents.findKept({ url: urlOf(), isListed: true }) instanceof Promise)
  for (const outcome of await Promise.all(reads)) assert.equal(explain(outcome), 'document')
  assert.equal(calls.length, 1)
})

test('a redirect is not followed, to an internal address neither', async (t) => {
  const other = await startDocumentHost(t)
  for (const status of [301, 302, 303, 307, 308]) {
    const { urlOf } = await startDocumentHost(t, reply(status, { location: other.urlOf() }))
    assert.match(explain(await openDocuments().read(urlOf())), /status 200, without a redirect/)
  }
  assert.equal(other.calls.length, 0)
})

const unusable: readonly [what: string, answer: Parameters<typeof startDocumentHost>[1], reason: RegExp][] = [
  ['of another type', answerJson({}, { 'content-type': 'text/html' }), /type must be application\/json/],
  ['without a type', (url, response) => void response.end(JSON.stringify(clientDocument(url))), /type must be/],
  ['of a type that only begins so', answerJson({}, { 'content-type': 'application/jsonp' }), /type must be/],
  ['that is not found', reply(404, json, '{}'), /status 200/],
  ['of another success', reply(203, json, '{}'), /status 200/],
  ['that is no JSON', reply(200, json, '{'), /must be JSON/],
  ['that is a list', reply(200, json, '[]'), /JSON object/],
  ['that is null', reply(200, json, 'null'), /JSON object/],
  ['of more than five kilobytes', answerJson({ note: 'a'.repeat(6_000) }), /more than 5120 bytes/],
  [
    'that expands when decompressed',
    reply(200, { ...json, 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(10_000_000, 32))),
    /compressed|more than/,
  ],
  [
    'that names another client',
    answerJson({ client_id: 'https://other.example/client.json' }),
    /client_id must be the URL/,
  ],
]

for (const [what, answer, reason] of unusable)
  test(`a document ${what} is not used, and read again ten seconds later`, async (t) => {
    const { urlOf, state } = await startDocumentHost(t, answer)
    const { documents, read, clock } = openDocuments()
    assert.match(explain(await read(urlOf())), reason)
    clock.at = 9_999
    assert.ok(documents.findKept({ url: urlOf(), isListed: true }))
    clock.at = 10_000
    assert.equal(documents.findKept({ url: urlOf(), isListed: true }), undefined)
    state.answer = answerJson()
    assert.equal(explain(await read(urlOf())), 'document')
  })

test('a body that ends never is given up after five seconds', async (t) => {
  const { urlOf } = await startDocumentHost(t, (_, response) => void response.writeHead(200, json).write('{'))
  assert.match(explain(await openDocuments().read(urlOf())), /no response within 5000 ms/)
})

test('an endless body is cut off', async (t) => {
  const { urlOf } = await startDocumentHost(t, (_, response) => {
    response.writeHead(200, json)
    const timer = setInterval(() => response.write('a'.repeat(2_000)), 5)
    response.on('close', () => clearInterval(timer))
  })
  assert.match(explain(await openDocuments().read(urlOf())), /more than 5120 bytes/)
})

test('no internal address is connected to, in any spelling, whether the host is listed or not', async (t) => {
  const { calls, host } = await startDocumentHost(t)
  const { port } = new URL(`https://${host}`)
  const hosts = ['localhost', '127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0', '[::]']
  for (const name of hosts)
    for (const [documents, isListed] of [
      [openDocuments([]), true],
      [openDocuments(), false],
    ] as const)
      assert.match(
        explain(await documents.read(`https://${name}:${port}/client.json`, isListed)),
        /does not lead to a public/,
      )
  for (const address of ['169.254.169.254', '[fd00:ec2::254]', '10.0.0.1', '[64:ff9b::a9fe:a9fe]'])
    assert.match(explain(await openDocuments().read(`https://${address}/client.json`)), /does not lead to a public/)
  assert.equal(calls.length, 0)
})

test('a name that resolves to an internal address is not connected to, nor if it does so the second time', async (t) => {
  const { calls, host } = await startDocumentHost(t)
  const { port } = new URL(`https://${host}`)
  const rounds = [['93.184.215.14', '127.0.0.1'], ['127.0.0.1']]
  t.mock.method(dns, 'lookup', (_: string, __: object, done: (error: null, found: object[]) => void) => {
    const found = rounds.length > 1 ? rounds.shift()! : rounds[0]!
    done(
      null,
      found.map((address) => ({ address, family: 4 })),
    )
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const { read, clock } = openDocuments()
  for (let round = 0; round < 2; round++) {
    assert.match(explain(await read(`https://rebind.example:${port}/client.json`, false)), /does not lead to a public/)
    clock.at += 10_000
  }
  assert.equal(calls.length, 0)
})

test('what a listed host says does not count for callers who reach public addresses only', async (t) => {
  const { urlOf } = await startDocumentHost(t)
  const { documents, read } = openDocuments()
  await read(urlOf())
  assert.equal(documents.findKept({ url: urlOf(), isListed: false }), undefined)
  assert.match(explain(await read(urlOf(), false)), /does not lead to a public/)
})

test('made-up URLs do not displace a document that is in use', async (t) => {
  const { urlOf, calls } = await startDocumentHost(t)
  const { documents, read } = openDocuments([])
  const { read: readListed, documents: listed } = openDocuments()
  await readListed(urlOf())
  for (let number = 0; number < 1_500; number++) {
    await readListed(`https://127.0.0.1:1/${number}.json`, false)
    assert.ok(listed.findKept({ url: urlOf(), isListed: true }))
  }
  assert.equal(calls.length, 1)
  await read('https://127.0.0.1:1/0.json')
  for (let number = 1; number < 1_001; number++) await read(`https://127.0.0.1:1/${number}.json`)
  assert.equal(documents.findKept({ url: 'https://127.0.0.1:1/0.json', isListed: true }), undefined)
})

test('keys are read from the same host, and count for five minutes at most', async (t) => {
  const key = await createKey('ES256', 'k1')
  const { urlOf, state } = await startDocumentHost(t)
  state.answer = (url, response) => {
    const keys = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: urlOf('/jwks.json') }
    if (url.endsWith('/jwks.json')) return reply(200, json, JSON.stringify({ keys: [key.jwk] }))(url, response)
    answerJson(keys, { 'cache-control': 'max-age=86400' })(url, response)
  }
  const { documents, read, clock } = openDocuments()
  const outcome = await read(urlOf())
  assert.deepEqual('document' in outcome && outcome.document.jwks, { keys: [key.jwk] })
  clock.at = 300_000
  assert.equal(documents.findKept({ url: urlOf(), isListed: true }), undefined)
  const wrong: readonly [body: string, reason: RegExp][] = [
    ['{"keys":[]}', /1 to 10 keys/],
    [JSON.stringify({ keys: [key.privateJwk] }), /public keys only/],
    ['{"keys":[null]}', /public keys only/],
    ['null', /1 to 10 keys/],
  ]
  for (const [body, reason] of wrong) {
    const usual = state.answer
    state.answer = (url, response) =>
      url.endsWith('/jwks.json') ? reply(200, json, body)(url, response) : usual(url, response)
    clock.at += 400_000
    assert.match(explain(await read(urlOf())), reason)
  }
})
