import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { startService } from '@thumbturn/service-harness/service.ts'
import { listen } from '../../src/http/listen.ts'

/** A service that isn't listening yet; `get` reads a page of an API at an address of this machine. */
async function prepare(t: TestContext) {
  const service = await startService({ databaseUrl: 'sqlite::memory:' })
  t.after(() => service.close())
  const { server } = service
  const readPort = () => (server.addresses()[0] as { port: number }).port
  const get = (host: string, path: string) =>
    fetch(`http://${host}:${readPort()}${path}`, { headers: { connection: 'close' } })
  return { server, get, close: () => service.close() }
}

const bothAddresses = async () => ['::1', '127.0.0.1']
const path = '/apps/demo/.well-known/openid-configuration'

test('where localhost has two addresses, both have every route', async (t) => {
  const { server, get } = await prepare(t)
  await listen(server, { host: 'localhost', port: 0 }, bothAddresses)
  for (const host of ['[::1]', '127.0.0.1'])
    for (const route of [path, '/ready']) assert.equal((await get(host, route)).status, 200, `${host}${route}`)
})

test('both addresses of localhost stop with the service', async (t) => {
  const { server, get, close } = await prepare(t)
  await listen(server, { host: 'localhost', port: 0 }, bothAddresses)
  await Promise.all([get('[::1]', path), get('127.0.0.1', path)])
  const { port } = server.addresses()[0] as { port: number }
  await close()
  for (const host of ['[::1]', '127.0.0.1']) await assert.rejects(fetch(`http://${host}:${port}/ready`))
})

test('an address of localhost that the machine lacks is left out', async (t) => {
  const { server, get } = await prepare(t)
  await listen(server, { host: 'localhost', port: 0 }, async () => ['127.0.0.1', '192.0.2.1'])
  assert.equal((await get('127.0.0.1', path)).status, 200)
})

test('an address that the machine lacks is left out where it is the first, and one that is named twice is used once', async (t) => {
  const { server, get } = await prepare(t)
  await listen(server, { host: 'localhost', port: 0 }, async () => ['192.0.2.1', '127.0.0.1', '127.0.0.1'])
  assert.equal((await get('127.0.0.1', path)).status, 200)
})

test('another program at the second address of localhost keeps the service from starting', async (t) => {
  const { server } = await prepare(t)
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  t.after(() => other.close())
  const { port } = other.address() as { port: number }
  await assert.rejects(listen(server, { host: 'localhost', port }, bothAddresses), { code: 'EADDRINUSE', port })
})
