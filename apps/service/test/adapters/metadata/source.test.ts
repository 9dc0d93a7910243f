import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { aaguid, installation } from '@thumbturn/service-harness/metadata-installation.ts'
import { blob, entry, httpsServer, payload } from '@thumbturn/service-harness/metadata-service.ts'
import type { Limits } from '../../../src/adapters/metadata/source.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function served(t: TestContext, result: Answer) {
  const server = await httpsServer(result)
  t.after(server.stop)
  return server.url
}

test('a list is downloaded over HTTPS', async (t) => {
  const source = await served(t, (_, response) => response.end(blob()))
  const metadata = installation(t).opened({ source })
  await metadata.reload()
  assert.equal(metadata.state().problem, undefined)
  assert.equal(metadata.state().no, 7)
})

test('a list of 5 MB is read', async (t) => {
  const icon = `data:image/png;base64,${'A'.repeat(100_000)}`
  const entries = Array.from({ length: 40 }, (_, index) =>
    entry(`${index}`.padStart(8, '0') + aaguid.slice(8), { statement: { icon } }),
  )
  const jws = blob(payload({ entries }))
  assert.ok(jws.length > 5_000_000)
  const source = await served(t, (_, response) => response.end(jws))
  const metadata = installation(t).opened({ source })
  await metadata.reload()
  assert.equal(metadata.state().problem, undefined)
  assert.equal(metadata.state().models, 40)
})

const small: Limits = { connectMs: 5_000, totalMs: 200, bytes: 1_000 }

for (const [what, result, limits, problem] of [
  [
    'redirects',
    (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    undefined,
    /302, and redirects are not followed/,
  ],
  ['answers 404', (_, response) => response.writeHead(404).end(blob()), undefined, /it answers 404/],
  ['answers 500', (_, response) => response.writeHead(500).end(), undefined, /it answers 500/],
  ['sends more than the limit', (_, response) => response.end(blob()), small, /larger than 1000 bytes/],
  ['never answers', () => {}, small, /timeout/],
  ['never ends its response', (_, response) => response.write('a'), small, /timeout/],
  [
    'breaks off',
    (_, response) => response.writeHead(200, { 'content-length': 99 }).write('a', () => response.destroy()),
    undefined,
    /aborted|ECONNRESET|hang up/,
  ],
  ['sends a page', (_, response) => response.end('<!doctype html><p>Sign in to the network'), undefined, /three parts/],
] as [string, Answer, Limits | undefined, RegExp][]) {
  test(`a URL that ${what} is not used, and the cached copy is`, async (t) => {
    const place = installation(t, blob())
    await place.opened().reload()
    const metadata = place.opened({ source: await served(t, result), limits })
    await metadata.reload()
    assert.match(metadata.state().problem ?? '', problem)
    assert.equal(metadata.state().no, 7)
  })
}

test("a URL that doesn't respond is not used", async (t) => {
  const metadata = installation(t).opened({ source: 'https://localhost:1/blob' })
  await metadata.reload()
  assert.match(metadata.state().problem ?? '', /ECONNREFUSED|https:\/\/localhost:1/)
  assert.equal(metadata.state().models, 0)
})

test('a URL with an untrusted certificate is not used', async (t) => {
  const url = new URL(await served(t, (_, response) => response.end(blob())))
  url.hostname = '127.0.0.1'
  const metadata = installation(t).opened({ source: url.href })
  await metadata.reload()
  assert.match(metadata.state().problem ?? '', /altnames|certificate|ECONNREFUSED/i)
})

test('stopping aborts a download', async (t) => {
  const metadata = installation(t).opened({ source: await served(t, () => {}) })
  const stopped = metadata.reload()
  metadata.stop()
  await stopped
  assert.match(metadata.state().problem ?? '', /abort/i)
})
