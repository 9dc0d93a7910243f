import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import express from 'express'
import Fastify from 'fastify'
import { requireAccess as forExpress, serveMetadata as metadataForExpress } from '../src/express.ts'
import { requireAccess as forFastify, serveMetadata as metadataForFastify } from '../src/fastify.ts'
import { withAccess as forNext, serveMetadata as metadataForNext } from '../src/next.ts'
import { withAccess as forNode } from '../src/node-http.ts'
import type { AccessRequirements, ProtectedResource, ThumbturnErrorCode } from '../src/resource.ts'
import { createResource, metadataPath, metadataUrl, requestAccess } from './resource-situations.ts'
import { createClosedUrl, startServer, useTestService } from './service.ts'

const running = useTestService()

/** Starts a server with one route, GET /notes/mcp, which returns who calls. Returns the server's URL. */
type Serve = (t: TestContext, resource: ProtectedResource, required?: AccessRequirements) => Promise<string>

/** Calls the handler as servers with web-standard requests do, but over real HTTP. */
const serveStandard = (t: TestContext, handle: (request: Request) => Response | Promise<Response>) =>
  startServer(t, async ({ method = '', url, headers }, response) => {
    const request = new Request(`http://inside${url}`, { method, headers: headers as Record<string, string> })
    const result = await handle(request)
    response.writeHead(result.status, Object.fromEntries(result.headers)).end(await result.text())
  })

const servers: Record<string, Serve> = {
  async 'Express 5'(t, resource, required) {
    const app = express()
    app.use(metadataForExpress(resource))
    app.get('/notes/mcp', forExpress(resource, required), ({ access }, response) => {
      response.json({ userId: access?.userId, clientId: access?.clientId, scopes: access?.scopes })
    })
    return startServer(t, app)
  },
  async 'Express 5 below a path'(t, resource, required) {
    const app = express()
    const router = express.Router()
    router.get('/mcp', ({ access }, response) => {
      response.json({ userId: access?.userId, clientId: access?.clientId, scopes: access?.scopes })
    })
    app.use(metadataForExpress(resource))
    app.use('/notes', forExpress(resource, required), router)
    return startServer(t, app)
  },
  async 'Fastify 5'(t, resource, required) {
    const app = Fastify()
    app.addHook('onRequest', forFastify(resource, required))
    app.register(metadataForFastify(resource))
    app.get('/notes/mcp', async ({ access }) => ({
      userId: access?.userId,
      clientId: access?.clientId,
      scopes: access?.scopes,
    }))
    t.after(() => app.close())
    const address = await app.listen({ host: 'localhost', port: 0 })
    return `http://localhost:${new URL(address).port}`
  },
  async 'plain node:http'(t, resource, required) {
    const listener = forNode(
      resource,
      ({ access: { userId, clientId, scopes } }, response) => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ userId, clientId, scopes }))
      },
      required,
    )
    return startServer(t, (request, response) => void listener(request, response))
  },
  async 'route handlers of Next.js'(t, resource, required) {
    const route = metadataForNext(resource)
    const handler = forNext(
      resource,
      (_, { access: { userId, clientId, scopes } }) => Response.json({ userId, clientId, scopes }),
      required,
    )
    return serveStandard(t, (request) => {
      const { method, url } = request
      if (new URL(url).pathname !== metadataPath) return handler(request)
      return method in route ? route[method as keyof typeof route](request) : new Response(null, { status: 405 })
    })
  },
  async 'a server with web-standard requests'(t, resource, required) {
    const handler = forNext(
      resource,
      (_, { access: { userId, clientId, scopes } }) => Response.json({ userId, clientId, scopes }),
      required,
    )
    return serveStandard(t, handler)
  },
}

const ask = async (address: string, headers: Record<string, string> = {}) => {
  const result = await fetch(`${address}/notes/mcp`, { headers })
  return { status: result.status, headers: result.headers, body: (await result.json()) as Record<string, unknown> }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

for (const [what, serve] of Object.entries(servers)) {
  test(`${what}: a token for the resource is admitted, and says who calls`, async (t) => {
    const service = running()
    const { token, userId, clientId } = await requestAccess(service)
    const address = await serve(t, createResource(service))
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const { status, body } = await ask(address, { authorization: `${scheme} ${token}` })
      assert.deepEqual([status, body], [200, { userId, clientId, scopes: ['notes:read'] }])
    }
  })

  test(`${what}: without a token, the client learns where the metadata are and which scope it needs`, async (t) => {
    const codes: ThumbturnErrorCode[] = []
    const address = await serve(t, createResource(running()), { onRejected: ({ code }) => codes.push(code) })
    const { status, headers, body } = await ask(address)
    const challenge = `Bearer resource_metadata="${metadataUrl}", scope="notes:read"`
    assert.deepEqual([status, headers.get('www-authenticate'), body.error], [401, challenge, 'unauthorized'])
    assert.deepEqual([headers.get('cache-control'), codes], ['no-store', ['token_missing']])
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
  })

  test(`${what}: a token that is not valid here gets 401 and does not reach the handler`, async (t) => {
    const service = running()
    const address = await serve(t, createResource(service))
    const { token } = await requestAccess(service, { resource: 'https://other.example.com' })
    const { status, headers, body } = await ask(address, bearer(token))
    assert.deepEqual([status, body.error], [401, 'invalid_token'])
    assert.match(
      headers.get('www-authenticate') ?? '',
      /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="https:[^"]+", scope="notes:read"$/,
    )
  })

  test(`${what}: a token without a scope of the route gets 403 with all scopes that the route needs`, async (t) => {
    const service = running()
    const address = await serve(t, createResource(service), { scopes: ['notes:write'] })
    const { token } = await requestAccess(service)
    const { status, headers, body } = await ask(address, bearer(token))
    assert.deepEqual([status, body.error], [403, 'insufficient_scope'])
    const challenge = headers.get('www-authenticate') ?? ''
    assert.match(challenge, /^Bearer error="insufficient_scope", .*, scope="notes:read notes:write"$/)
    assert.ok(challenge.includes(`resource_metadata="${metadataUrl}"`))
    const broader = await requestAccess(service, { scope: 'notes:read notes:write' })
    assert.equal((await ask(address, bearer(broader.token))).status, 200)
  })

  test(`${what}: while the service is unreachable, a token gets 503 without a challenge, so the client keeps it`, async (t) => {
    const service = running()
    const { token } = await requestAccess(service)
    const address = await serve(t, createResource(service, { baseUrl: await createClosedUrl() }))
    const { status, headers, body } = await ask(address, bearer(token))
    assert.deepEqual([status, body.error], [503, 'temporarily_unavailable'])
    assert.deepEqual([headers.get('retry-after'), headers.get('www-authenticate')], ['5', null])
  })

  test(`${what}: every page can read the metadata, whatever host the request names`, async (t) => {
    const address = await serve(t, createResource(running(), { name: 'Notes' }))
    const headers = { host: 'attacker.example', 'x-forwarded-host': 'attacker.example', origin: 'https://page.example' }
    const result = await fetch(`${address}${metadataPath}`, { headers })
    const { dpop_signing_alg_values_supported: algorithms, ...metadata } = (await result.json()) as Record<
      string,
      unknown
    >
    assert.deepEqual(metadata, {
      resource: 'https://mcp.example.com/notes/mcp',
      authorization_servers: ['http://localhost:4300/apps/demo'],
      scopes_supported: ['notes:read', 'notes:write'],
      bearer_methods_supported: ['header'],
      resource_name: 'Notes',
    })
    assert.ok((algorithms as string[]).includes('ES256'))
    assert.equal(result.headers.get('access-control-allow-origin'), '*')
    assert.match(result.headers.get('content-type') ?? '', /^application\/json/)

    const head = await fetch(`${address}${metadataPath}`, { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
    const preflight = await fetch(`${address}${metadataPath}`, {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-headers': 'mcp-protocol-version' },
    })
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-headers')], [204, '*'])
    assert.ok([404, 405].includes((await fetch(`${address}${metadataPath}`, { method: 'POST' })).status))
  })
}
