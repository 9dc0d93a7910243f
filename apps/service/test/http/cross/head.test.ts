import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { exampleCall, operations } from '@thumbturn/service-harness/calls.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey, newMember } from '@thumbturn/service-harness/members.ts'
import { origin, useService } from '@thumbturn/service-harness/service.ts'
import { createLog } from '../../../src/cli/log.ts'
import { ensureOwnApplication } from '../../../src/core/use-cases/applications/own.ts'
import { buildServer } from '../../../src/http/server.ts'

type Headers = Record<string, string>
/** `isEndless`: the response doesn't end. */
type Call = { method: 'GET' | 'HEAD'; path: string; headers?: Headers | undefined; isEndless?: boolean }
type HeadResponse = { status: number | undefined; headers: IncomingMessage['headers']; bytes: number }

/** Headers that differ between two calls of the same method, too. */
const perCall = ['date', 'x-trace-id', 'connection', 'keep-alive']

const pages = {
  'dashboard/index.html': '<h1>Dashboard</h1>',
  'demo/index.html': '<h1>Demo</h1>',
  'site/index.html': '<h1>Home</h1>',
  'site/404.html': '<h1>Page Not Found</h1>',
  'site/operate/index.html': '<h1>Operate</h1>',
}

anyEngine('HEAD', (fresh) => {
  const running = useService(fresh)
  const agent = new Agent({ keepAlive: true })
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-head-'))
  let server: Awaited<ReturnType<typeof buildServer>>
  let port: number
  before(async () => {
    const { core } = running()
    await ensureOwnApplication(core, origin)
    for (const [path, content] of Object.entries(pages)) {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    server = await buildServer({
      core,
      baseUrl: origin,
      version: { version: '1.2.3' },
      log: createLog({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
      dashboardFolder: join(folder, 'dashboard'),
      demoFolder: join(folder, 'demo'),
      siteFolder: join(folder, 'site'),
    })
    await server.listen({ port: 0, host: '127.0.0.1' })
    port = (server.server.address() as AddressInfo).port
  })
  after(async () => {
    agent.destroy()
    await server.close()
    rmSync(folder, { recursive: true })
  })

  /** Sends a request over the connection that the calls share, and reads the response until it ends or has its first bytes. */
  const send = ({ method, path, headers = {}, isEndless = false }: Call) =>
    new Promise<HeadResponse>((resolve, reject) => {
      request({ port, method, path, headers, agent }, (response) => {
        let bytes = 0
        const finish = () => resolve({ status: response.statusCode, headers: response.headers, bytes })
        response.on('end', finish).on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (!isEndless) return
          finish()
          response.destroy()
        })
      })
        .on('error', reject)
        .end()
    })

  const withoutCall = ({ status, headers }: HeadResponse) => ({
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !perCall.includes(name))),
  })

  async function assertSame(path: string, headers: Headers = {}, isEndless = false) {
    const get = await send({ method: 'GET', path, headers, isEndless })
    const head = await send({ method: 'HEAD', path, headers })
    assert.equal(head.bytes, 0, path)
    const { 'transfer-encoding': transferEncoding, ...sent } = withoutCall(get).headers
    assert.deepEqual(withoutCall(head), { ...withoutCall(get), headers: sent }, path)
    return get
  }

  test('every GET operation of every API has the same status and headers for HEAD, and no body', async () => {
    const { text: key } = await createAdminKey(running())
    const statuses = new Set<number | undefined>()
    for (const operation of operations.filter(({ route }) => route.method === 'GET')) {
      const { path, ask } = exampleCall(operation, { id: 'demo' })
      const address = path.replace(/^\/\//, '/')
      const isEndless = operation.route.media === 'text/event-stream'
      for (const headers of [ask.headers, { ...ask.headers, authorization: key }])
        statuses.add((await assertSame(address, headers, isEndless)).status)
    }
    assert.ok([200, 401, 404].every((status) => statuses.has(status)))
  })

  for (const path of [
    '/health',
    '/ready',
    '/.well-known/webauthn',
    '/apps/demo/.well-known/assetlinks.json',
    '/apps/thumbturn/fido2/v2/.well-known/jwks.json',
    '/scim/v2/ServiceProviderConfig',
    '/scim/v2/Bulk',
    '/dashboard',
    '/dashboard/members',
    '/dashboard/assets/missing.js',
    '/demo',
    '/demo/',
    '/demo/missing',
    '/',
    '/operate',
    '/operate/index.html',
    '/missing',
    '/fido2/v2/missing',
    '/api/missing',
    '//missing',
  ])
    test(`HEAD ${path} has the status and headers of GET`, async () => {
      await assertSame(path, { accept: 'text/html' })
      await assertSame(path)
    })

  test('a tag that the caller knows gets 304 for HEAD, too', async () => {
    const path = '/apps/demo/fido2/v2/.well-known/jwks.json'
    const { headers } = await send({ method: 'GET', path })
    const { status } = await assertSame(path, { 'if-none-match': headers.etag! })
    assert.equal(status, 304)
  })

  test('a member reads by HEAD as by GET, without a CSRF token', async () => {
    const { cookie } = await newMember(running())
    const { status } = await assertSame('/admin/v1/applications', { cookie, 'sec-fetch-site': 'same-origin' })
    assert.equal(status, 200)
  })
})
