import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { installation } from '@thumbturn/service-harness/metadata-installation.ts'
import {
  blob,
  httpsServer,
  type Party,
  party,
  payload,
  revocationList,
  root,
} from '@thumbturn/service-harness/metadata-service.ts'

/** Starts a server with the list and, at the URLs in its certificates, the contents of `lists`. */
async function publisher(t: TestContext) {
  const files = new Map<string, string | Buffer>()
  const server = await httpsServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  t.after(server.stop)
  const at = (path: string) => new URL(path, server.url).href
  const intermediate = party(root, { pathLength: 0, lists: [at('/root.crl')] })
  const leaf = party(intermediate, { lists: [at('/intermediate.crl')] })
  const put = (path: string, file: string | Buffer) => void files.set(path, file)
  put('/root.crl', revocationList(root, []))
  put('/intermediate.crl', revocationList(intermediate, []))
  const publish = (signer: Party, no = 7) =>
    put('/blob', blob(payload({ no }), { signer, chain: [signer, intermediate] }))
  publish(leaf)
  return { source: server.url, at, put, publish, intermediate, leaf }
}

async function loaded(t: TestContext, source: string) {
  const metadata = installation(t).opened({ source })
  await metadata.reload()
  return metadata.state()
}

test('a list is used if no revocation list has its signer or intermediate', async (t) => {
  const { source, put, intermediate, leaf } = await publisher(t)
  const other = party(intermediate)
  put('/intermediate.crl', revocationList(intermediate, [other]))
  const { no, problem } = await loaded(t, source)
  assert.deepEqual([no, problem], [7, undefined])
  assert.notDeepEqual(other.der, leaf.der)
})

type Publisher = Awaited<ReturnType<typeof publisher>>

for (const [what, spoil, problem] of [
  [
    'whose signer is revoked (Metadata F-5)',
    ({ put, intermediate, leaf }) => put('/intermediate.crl', revocationList(intermediate, [leaf])),
    /certificate 0 of x5c is revoked/,
  ],
  [
    'whose intermediate is revoked (Metadata F-4)',
    ({ put, intermediate }) => put('/root.crl', revocationList(root, [intermediate])),
    /certificate 1 of x5c is revoked/,
  ],
  [
    'whose revocation list is not there',
    ({ at, publish, intermediate }) => publish(party(intermediate, { lists: [at('/gone.crl')] })),
    /gone\.crl: it answers 404/,
  ],
  [
    'whose revocation list is signed by another issuer',
    ({ put, intermediate, leaf }) => put('/intermediate.crl', revocationList(intermediate, [], { signer: leaf })),
    /not signed by the issuer/,
  ],
  [
    "whose revocation list is another issuer's",
    ({ put }) => put('/intermediate.crl', revocationList(root, [])),
    /not signed by the issuer/,
  ],
  [
    'whose revocation list is old',
    ({ put, intermediate }) => put('/intermediate.crl', revocationList(intermediate, [], { to: '2026-11-19' })),
    /not of this time/,
  ],
  [
    'whose revocation list is of the future',
    ({ put, intermediate }) => put('/intermediate.crl', revocationList(intermediate, [], { from: '2026-11-21' })),
    /not of this time/,
  ],
  [
    'whose revocation list holds only what changed',
    ({ put, intermediate }) => put('/intermediate.crl', revocationList(intermediate, [], { critical: '2.5.29.27' })),
    /not a whole list/,
  ],
  ['whose revocation list is garbage', ({ put }) => put('/intermediate.crl', 'hello'), /intermediate\.crl: ./],
  [
    'whose revocation list is at an unlisted host',
    ({ publish, intermediate }) => publish(party(intermediate, { lists: ['https://127.0.0.1:1/a.crl'] })),
    /not at a host that we ask/,
  ],
  [
    'whose revocation list has no HTTP URL',
    ({ publish, intermediate }) => publish(party(intermediate, { lists: ['file:///etc/passwd', 'ldap://localhost/'] })),
    /not at a host that we ask.*not at a host that we ask/,
  ],
] as [string, (published: Publisher) => void, RegExp][]) {
  test(`a list ${what} is rejected, and its predecessor stays in use`, async (t) => {
    const published = await publisher(t)
    const metadata = installation(t).opened({ source: published.source })
    await metadata.reload()
    assert.equal(metadata.state().problem, undefined)
    published.publish(published.leaf, 8)
    spoil(published)
    await metadata.reload()
    assert.match(metadata.state().problem ?? '', problem)
    assert.equal(metadata.state().no, 7)
  })
}

test('one working URL of a revocation list is enough, and it can use plain HTTP', async (t) => {
  const { source, at, publish, intermediate } = await publisher(t)
  const plain = createServer((_, response) => response.end(revocationList(intermediate, [])))
  await new Promise<void>((resolve) => plain.listen(0, 'localhost', resolve))
  t.after(() => plain.close())
  const { port } = plain.address() as AddressInfo
  publish(party(intermediate, { lists: [at('/gone.crl'), `http://localhost:${port}/a.crl`] }))
  const { no, problem } = await loaded(t, source)
  assert.deepEqual([no, problem], [7, undefined])
})

test('a list read from a file makes no network request', async (t) => {
  const intermediate = party(root, { pathLength: 0, lists: ['https://localhost:1/root.crl'] })
  const signer = party(intermediate, { lists: ['https://localhost:1/a.crl'] })
  const metadata = installation(t, blob(payload(), { signer, chain: [signer, intermediate] })).opened()
  await metadata.reload()
  assert.equal(metadata.state().no, 7)
})
