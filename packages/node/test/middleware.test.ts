import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { requestGrant, signUpUser } from '@thumbturn/service-harness/situations.ts'
import express from 'express'
import Fastify from 'fastify'
import { requireToken as forExpress } from '../src/express.ts'
import { requireToken as forFastify } from '../src/fastify.ts'
import type { Thumbturn, ThumbturnErrorCode } from '../src/index.ts'
import { type TokenRequirements, verifyRequest, withToken } from '../src/next.ts'
import { createClosedUrl, startServer, useTestService } from './service.ts'
import { readClaims, signWithServiceKey } from './tokens.ts'

const running = useTestService()

/** Starts a server with one route, GET /me, which returns the user of the token. Returns the server's URL. */
type Serve = (t: TestContext, thumbturn: Thumbturn, required?: TokenRequirements) => Promise<string>

const servers: Record<string, Serve> = {
  async 'Express 5'(t, thumbturn, required) {
    const app = express()
    app.get('/me', forExpress(thumbturn, required), (request, response) => {
      response.json({ username: request.claims?.username })
    })
    return startServer(t, app)
  },
  async 'Fastify 5'(t, thumbturn, required) {
    const app = Fastify()
    app.get('/me', { onRequest: forFastify(thumbturn, required) }, async ({ claims }) => ({
      username: claims?.username,
    }))
    t.after(() => app.close())
    const address = await app.listen({ host: 'localhost', port: 0 })
    return `http://localhost:${new URL(address).port}`
  },
  async 'plain node:http'(t, thumbturn, required) {
    const guarded = forExpress(thumbturn, required)
    return startServer(t, (request, response) => {
      void guarded(request, response, () => {
        const { claims } = request as { claims?: { username: string } }
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ username: claims?.username }))
      })
    })
  },
  // Calls the handler as Next.js does, with a Request for a Response, but over real HTTP.
  async 'a route handler of web-standard requests'(t, thumbturn, required) {
    const handler = withToken(thumbturn, (_, { claims }) => Response.json({ username: claims.username }), required)
    return startServer(t, async ({ url, headers }, response) => {
      const request = new Request(`http://localhost${url}`, { headers: headers as Record<string, string> })
      const result = await handler(request)
      response.writeHead(result.status, Object.fromEntries(result.headers)).end(await result.text())
    })
  },
}

const ask = async (address: string, headers: Record<string, string> = {}) => {
  const result = await fetch(`${address}/me`, { headers })
  return { status: result.status, headers: result.headers, body: (await result.json()) as Record<string, string> }
}

for (const [what, serve] of Object.entries(servers)) {
  test(`${what}: a valid token is admitted, and its claims identify the user`, async (t) => {
    const service = running()
    const { jwtAccess, username } = await signUpUser(service)
    const address = await serve(t, service.client())
    for (const authorization of [`Bearer ${jwtAccess}`, `bearer ${jwtAccess}`]) {
      const { status, body } = await ask(address, { authorization })
      assert.deepEqual([status, body], [200, { username }])
    }
  })

  test(`${what}: a request without a valid token gets 401 as JSON and does not reach the handler`, async (t) => {
    const service = running()
    const rejectedCodes: ThumbturnErrorCode[] = []
    const address = await serve(t, service.client(), { onRejected: ({ code }) => rejectedCodes.push(code) })
    const { jwtAccess, username } = await signUpUser(service)
    const expired = await signWithServiceKey(service, { ...readClaims(jwtAccess), iat: 1, exp: 2 })
    const wanted = [
      ['token_missing', {}],
      ['token_missing', { authorization: jwtAccess }],
      ['token_missing', { authorization: `Basic ${jwtAccess}` }],
      ['token_missing', { authorization: `Bearer ${jwtAccess} ${jwtAccess}` }],
      ['token_missing', { cookie: `session=${jwtAccess}` }],
      ['token_malformed', { authorization: 'Bearer x' }],
      ['token_bad_signature', { authorization: `Bearer ${jwtAccess.slice(0, -4)}AAAA` }],
      ['token_expired', { authorization: `Bearer ${expired}` }],
      ['token_wrong_type', { authorization: `Bearer ${await requestGrant(service, username, ['passkey:read'])}` }],
    ] as const
    for (const [code, headers] of wanted) {
      const { status, headers: received, body } = await ask(address, headers)
      assert.deepEqual([status, body], [401, { msg: 'This needs a valid access token: sign in', msgCode: code }])
      assert.equal(
        received.get('www-authenticate'),
        code === 'token_missing' ? 'Bearer' : 'Bearer error="invalid_token"',
      )
      assert.equal(received.get('cache-control'), 'no-store')
      assert.match(received.get('content-type')!, /^application\/json/)
    }
    assert.deepEqual(
      rejectedCodes,
      wanted.map(([code]) => code),
    )
  })

  test(`${what}: the named cookie can carry the token, and the header takes precedence`, async (t) => {
    const service = running()
    const { jwtAccess, username } = await signUpUser(service)
    const address = await serve(t, service.client(), { cookie: 'session' })
    for (const cookie of [`session=${jwtAccess}`, `a=b; session=${jwtAccess};c=d`, `session="${jwtAccess}"`])
      assert.deepEqual((await ask(address, { cookie })).body, { username })
    for (const cookie of [`xsession=${jwtAccess}`, `session=`, `a=session=${jwtAccess}`, 'session'])
      assert.equal((await ask(address, { cookie })).status, 401, cookie)
    const both = await ask(address, { cookie: `session=${jwtAccess}`, authorization: 'Bearer x' })
    assert.equal(both.status, 401)
  })

  test(`${what}: a token without a required scope gets 403`, async (t) => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    const byCode = await signWithServiceKey(service, {
      ...readClaims(jwtAccess),
      scopes: ['passkey:read'],
      credID: undefined,
    })
    const address = await serve(t, service.client(), { scopes: ['passkey:write'] })
    assert.equal((await ask(address, { authorization: `Bearer ${jwtAccess}` })).status, 200)
    const { status, headers, body } = await ask(address, { authorization: `Bearer ${byCode}` })
    assert.deepEqual([status, body.msgCode], [403, 'token_missing_scope'])
    assert.equal(headers.get('www-authenticate'), 'Bearer error="insufficient_scope"')
  })

  test(`${what}: an unreachable service is 503, so users stay signed in`, async (t) => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    const address = await serve(t, service.client({ baseUrl: await createClosedUrl() }))
    const { status, headers, body } = await ask(address, { authorization: `Bearer ${jwtAccess}` })
    assert.deepEqual([status, body.msgCode, headers.get('retry-after')], [503, 'server_error', '5'])
    assert.equal(headers.get('www-authenticate'), null)
  })

  test(`${what}: verified remotely, the token of a deleted passkey is rejected at once`, async (t) => {
    const service = running()
    const thumbturn = service.client()
    const { jwtAccess, passkeyId } = await signUpUser(service)
    const [kept, asked] = [await serve(t, thumbturn), await serve(t, thumbturn, { remotely: true })]
    const authorization = `Bearer ${jwtAccess}`
    assert.equal((await ask(asked, { authorization })).status, 200)
    await thumbturn.passkeys.delete(passkeyId)
    assert.equal((await ask(kept, { authorization })).status, 200)
    assert.deepEqual((await ask(asked, { authorization })).body.msgCode, 'token_rejected')
  })
}

test("a route handler keeps its framework's context, and middleware can call verifyRequest", async () => {
  const service = running()
  const { jwtAccess, userId } = await signUpUser(service)
  const request = new Request('http://localhost/orders/7', { headers: { authorization: `Bearer ${jwtAccess}` } })
  const handler = withToken<{ params: Promise<{ id: string }> }>(service.client(), async (asked, { params, claims }) =>
    Response.json({ url: asked.url, id: (await params).id, who: claims.sub }),
  )
  const result = await handler(request, { params: Promise.resolve({ id: '7' }) })
  assert.deepEqual(await result.json(), { url: request.url, id: '7', who: userId })
  assert.equal((await verifyRequest(service.client(), request)).claims?.sub, userId)
  const { rejection } = await verifyRequest(service.client(), new Request('http://localhost/orders/7'))
  assert.equal(rejection?.status, 401)
})

test("an exception of the handler is the server's error, not a rejected token", async (t) => {
  const service = running()
  const { jwtAccess } = await signUpUser(service)
  const app = express()
  app.get('/me', forExpress(service.client()), () => {
    throw new Error('the handler failed')
  })
  // biome-ignore lint/complexity/useMaxParams: Express knows its error handlers by their four parameters
  app.use((error: Error, _: unknown, response: express.Response, __: unknown) => {
    response.status(500).json({ msg: error.message })
  })
  const result = await ask(await startServer(t, app), {
    authorization: `Bearer ${jwtAccess}`,
  })
  assert.deepEqual([result.status, result.body], [500, { msg: 'the handler failed' }])
})
