import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { granted, signedUp } from '@thumbturn/service-harness/situations.ts'
import express from 'express'
import Fastify from 'fastify'
import { requireToken as forExpress } from '../src/express.ts'
import { requireToken as forFastify } from '../src/fastify.ts'
import type { Thumbturn, ThumbturnErrorCode } from '../src/index.ts'
import { type TokenRequirements, verifyRequest, withToken } from '../src/next.ts'
import { readClaims, signedByService } from './forged.ts'
import { closedPort, listening, useRunning } from './running.ts'

const running = useRunning()

/** A server of that kind with one route, GET /me, which says whose token it was; its address. */
type Serve = (t: TestContext, thumbturn: Thumbturn, required?: TokenRequirements) => Promise<string>

const servers: Record<string, Serve> = {
  async 'Express 5'(t, thumbturn, required) {
    const app = express()
    app.get('/me', forExpress(thumbturn, required), (request, response) => {
      response.json({ username: request.claims?.username })
    })
    return listening(t, app)
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
    return listening(t, (request, response) => {
      void guarded(request, response, () => {
        const { claims } = request as { claims?: { username: string } }
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ username: claims?.username }))
      })
    })
  },
  // Next.js calls a route handler with a Request and wants a Response; so does this adapter, over real HTTP.
  async 'a route handler of web-standard requests'(t, thumbturn, required) {
    const handler = withToken(thumbturn, (_, { claims }) => Response.json({ username: claims.username }), required)
    return listening(t, async ({ url, headers }, response) => {
      const request = new Request(`http://localhost${url}`, { headers: headers as Record<string, string> })
      const answer = await handler(request)
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })
  },
}

const ask = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${address}/me`, { headers })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, string> }
}

for (const [what, serve] of Object.entries(servers)) {
  test(`${what}: a valid token is let in and says who asks`, async (t) => {
    const service = running()
    const { jwtAccess, username } = await signedUp(service)
    const address = await serve(t, service.client())
    for (const authorization of [`Bearer ${jwtAccess}`, `bearer ${jwtAccess}`]) {
      const { status, body } = await ask(address, { authorization })
      assert.deepEqual([status, body], [200, { username }])
    }
  })

  test(`${what}: whoever has none that is valid gets 401 as JSON, and the handler is not reached`, async (t) => {
    const service = running()
    const refused: ThumbturnErrorCode[] = []
    const address = await serve(t, service.client(), { onRejected: ({ code }) => refused.push(code) })
    const { jwtAccess, username } = await signedUp(service)
    const expired = await signedByService(service, { ...readClaims(jwtAccess), iat: 1, exp: 2 })
    const wanted = [
      ['token_missing', {}],
      ['token_missing', { authorization: jwtAccess }],
      ['token_missing', { authorization: `Basic ${jwtAccess}` }],
      ['token_missing', { authorization: `Bearer ${jwtAccess} ${jwtAccess}` }],
      ['token_missing', { cookie: `session=${jwtAccess}` }],
      ['token_malformed', { authorization: 'Bearer x' }],
      ['token_bad_signature', { authorization: `Bearer ${jwtAccess.slice(0, -4)}AAAA` }],
      ['token_expired', { authorization: `Bearer ${expired}` }],
      ['token_wrong_type', { authorization: `Bearer ${await granted(service, username, ['passkey:read'])}` }],
    ] as const
    for (const [code, headers] of wanted) {
      const { status, headers: said, body } = await ask(address, headers)
      assert.deepEqual([status, body], [401, { msg: 'This needs a valid access token: sign in', msgCode: code }])
      assert.equal(said.get('www-authenticate'), code === 'token_missing' ? 'Bearer' : 'Bearer error="invalid_token"')
      assert.equal(said.get('cache-control'), 'no-store')
      assert.match(said.get('content-type')!, /^application\/json/)
    }
    assert.deepEqual(
      refused,
      wanted.map(([code]) => code),
    )
  })

  test(`${what}: a token may come in the cookie that is named, and the header goes first`, async (t) => {
    const service = running()
    const { jwtAccess, username } = await signedUp(service)
    const address = await serve(t, service.client(), { cookie: 'session' })
    for (const cookie of [`session=${jwtAccess}`, `a=b; session=${jwtAccess};c=d`, `session="${jwtAccess}"`])
      assert.deepEqual((await ask(address, { cookie })).body, { username })
    for (const cookie of [`xsession=${jwtAccess}`, `session=`, `a=session=${jwtAccess}`, 'session'])
      assert.equal((await ask(address, { cookie })).status, 401, cookie)
    const both = await ask(address, { cookie: `session=${jwtAccess}`, authorization: 'Bearer x' })
    assert.equal(both.status, 401)
  })

  test(`${what}: a token that is not enough gets 403`, async (t) => {
    const service = running()
    const { jwtAccess } = await signedUp(service)
    const byCode = await signedByService(service, {
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

  test(`${what}: a service that cannot be asked signs nobody out`, async (t) => {
    const service = running()
    const { jwtAccess } = await signedUp(service)
    const address = await serve(t, service.client({ baseUrl: await closedPort() }))
    const { status, headers, body } = await ask(address, { authorization: `Bearer ${jwtAccess}` })
    assert.deepEqual([status, body.msgCode, headers.get('retry-after')], [503, 'server_error', '5'])
    assert.equal(headers.get('www-authenticate'), null)
  })

  test(`${what}: asked remotely, a deleted passkey is out at once`, async (t) => {
    const service = running()
    const thumbturn = service.client()
    const { jwtAccess, passkeyId } = await signedUp(service)
    const [kept, asked] = [await serve(t, thumbturn), await serve(t, thumbturn, { remotely: true })]
    const authorization = `Bearer ${jwtAccess}`
    assert.equal((await ask(asked, { authorization })).status, 200)
    await thumbturn.passkeys.delete(passkeyId)
    assert.equal((await ask(kept, { authorization })).status, 200)
    assert.deepEqual((await ask(asked, { authorization })).body.msgCode, 'token_rejected')
  })
}

test('a route handler keeps what its framework gives it besides, and a middleware can ask by itself', async () => {
  const service = running()
  const { jwtAccess, userId } = await signedUp(service)
  const request = new Request('http://localhost/orders/7', { headers: { authorization: `Bearer ${jwtAccess}` } })
  const handler = withToken<{ params: Promise<{ id: string }> }>(service.client(), async (asked, { params, claims }) =>
    Response.json({ url: asked.url, id: (await params).id, who: claims.sub }),
  )
  const answer = await handler(request, { params: Promise.resolve({ id: '7' }) })
  assert.deepEqual(await answer.json(), { url: request.url, id: '7', who: userId })
  assert.equal((await verifyRequest(service.client(), request)).claims?.sub, userId)
  const { rejection } = await verifyRequest(service.client(), new Request('http://localhost/orders/7'))
  assert.equal(rejection?.status, 401)
})

test('what is thrown behind the middleware is the business of the server, not a refused token', async (t) => {
  const service = running()
  const { jwtAccess } = await signedUp(service)
  const app = express()
  app.get('/me', forExpress(service.client()), () => {
    throw new Error('the handler failed')
  })
  // biome-ignore lint/complexity/useMaxParams: Express knows its error handlers by their four parameters
  app.use((error: Error, _: unknown, response: express.Response, __: unknown) => {
    response.status(500).json({ msg: error.message })
  })
  const answer = await ask(await listening(t, app), {
    authorization: `Bearer ${jwtAccess}`,
  })
  assert.deepEqual([answer.status, answer.body], [500, { msg: 'the handler failed' }])
})
