import type { RequestListener } from 'node:http'
import type { TestContext } from 'node:test'
import express from 'express'
import Fastify from 'fastify'
import { createSessions as createForFastify } from '../src/session/fastify.ts'
import { createSessions, type SessionOptions } from '../src/session/index.ts'
import { createSessions as createForNext } from '../src/session/next.ts'
import { issuer, startServer, type TestService } from './service.ts'

export const secret = 'a secret of the tests, which is long enough'

/** Options for the application demo of the service, with its clock. */
export async function toOptions(service: TestService, more: Partial<SessionOptions> = {}): Promise<SessionOptions> {
  return {
    baseUrl: service.url,
    appId: 'demo',
    issuer,
    timeout: 60_000,
    now: service.clock.now,
    apiKey: await service.key('user:read'),
    secret,
    ...more,
  }
}

/** A session of OpenID Connect that the routes `/start` start. */
export const openIdSignIn = {
  claims: { sub: 'u-1', preferred_username: 'ada', sid: 's-1' },
  data: { groups: ['admins'] },
}

/**
 * Starts a server with POST and DELETE `/session`, GET and POST `/me` for users with a session, GET `/` for everyone, POST
 * `/start` (OpenID Connect), POST `/logout`, and POST `/session/device`. Returns its address.
 */
export type Serve = (t: TestContext, options: SessionOptions) => Promise<string>

async function serveWithExpress(t: TestContext, options: SessionOptions): Promise<string> {
  const sessions = createSessions(options)
  const app = express()
  app.post('/session', sessions.signIn)
  app.delete('/session', sessions.signOut)
  app.all('/me', sessions.require, (request, response) => void response.json(request.session))
  app.get('/', async (request, response) => void response.json((await sessions.get(request, response)) ?? null))
  app.post(
    '/start',
    async (request, response) => void response.json(await sessions.start(request, response, openIdSignIn)),
  )
  app.post('/logout', sessions.backchannelLogout)
  app.post('/session/device', sessions.bindDevice)
  return startServer(t, app)
}

async function serveWithFastify(t: TestContext, options: SessionOptions): Promise<string> {
  const sessions = createForFastify(options)
  const app = Fastify()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  app.post('/session', sessions.signIn)
  app.delete('/session', sessions.signOut)
  for (const method of ['GET', 'POST'])
    app.route({ method, url: '/me', onRequest: sessions.require, handler: async ({ session }) => session })
  app.get('/', async (request, reply) => (await sessions.get(request, reply)) ?? reply.type('json').send('null'))
  app.post('/start', (request, reply) => sessions.start(request, reply, openIdSignIn))
  app.post('/logout', sessions.backchannelLogout)
  app.post('/session/device', sessions.bindDevice)
  t.after(() => app.close())
  const address = await app.listen({ host: 'localhost', port: 0 })
  return `http://localhost:${new URL(address).port}`
}

async function servePlain(t: TestContext, options: SessionOptions): Promise<string> {
  const sessions = createSessions(options)
  const routes: Record<string, RequestListener> = {
    'POST /session': sessions.signIn,
    'DELETE /session': sessions.signOut,
    '/me': (request, response) =>
      sessions.require(request, response, () => {
        response.end(JSON.stringify((request as { session?: object }).session))
      }),
    'GET /': async (request, response) => response.end(JSON.stringify((await sessions.get(request, response)) ?? null)),
    'POST /start': async (request, response) =>
      response.end(JSON.stringify(await sessions.start(request, response, openIdSignIn))),
    'POST /logout': sessions.backchannelLogout,
    'POST /session/device': sessions.bindDevice,
  }
  return startServer(t, (request, response) => {
    const { method, url } = request
    void (routes[`${method} ${url}`] ?? routes[url!])!(request, response)
  })
}

/** Calls handlers as Next.js does, with a Request for a Response, but over real HTTP. */
async function serveWebStandard(t: TestContext, options: SessionOptions): Promise<string> {
  const sessions = createForNext(options)
  const me = sessions.withSession((_, { session }) => Response.json(session))
  const routes: Record<string, (request: Request) => Promise<Response>> = {
    'POST /session': sessions.signIn,
    'DELETE /session': sessions.signOut,
    'GET /me': me,
    'POST /me': me,
    'GET /': async (request) => sessions.renew(request, Response.json((await sessions.get(request)) ?? null)),
    'POST /start': async (request) => {
      const response = new Response()
      const session = await sessions.start(request, response, openIdSignIn)
      return new Response(JSON.stringify(session), response)
    },
    'POST /logout': sessions.backchannelLogout,
    'POST /session/device': sessions.bindDevice,
  }
  return startServer(t, async (incoming, response) => {
    const { method, url, headers } = incoming
    const body = method === 'POST' ? await new Response(incoming as never).text() : undefined
    const given = Object.entries(headers).filter(([name]) => !['connection', 'expect'].includes(name))
    const request = new Request(`http://localhost${url}`, {
      method,
      headers: given as [string, string][],
      body,
    } as never)
    const result = await routes[`${method} ${url}`]!(request)
    const cookies = result.headers.getSetCookie()
    const others = [...result.headers].filter(([name]) => name !== 'set-cookie')
    for (const [name, value] of others) response.setHeader(name, value)
    if (cookies.length > 0) response.setHeader('set-cookie', cookies)
    response.writeHead(result.status).end(await result.text())
  })
}

export const servers: Record<string, Serve> = {
  'Express 5': serveWithExpress,
  'Fastify 5': serveWithFastify,
  'plain node:http': servePlain,
  'web-standard requests': serveWebStandard,
}

export type Answer = { status: number; headers: Headers; cookies: string[]; body: Record<string, unknown> | null }
type Ask = { method?: string; headers?: Record<string, string>; body?: string }

/** A browser that keeps the cookies of one or several instances of an application. */
export function createBrowser() {
  const jar = new Map<string, string>()
  const accept = (cookies: readonly string[]) => {
    for (const cookie of cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (cookie.includes('Max-Age=0')) jar.delete(name!)
      else jar.set(name!, value!)
    }
  }
  /** Sends the cookies of now, and keeps those of the response only if `keeps`. */
  async function send(url: string, { method = 'GET', headers = {}, body }: Ask, keeps: boolean): Promise<Answer> {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, {
      method,
      headers: { cookie, ...headers },
      body: body ?? null,
      redirect: 'manual',
    })
    const text = await response.text()
    const cookies = response.headers.getSetCookie()
    if (keeps) accept(cookies)
    return { status: response.status, headers: response.headers, cookies, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    jar,
    accept,
    ask: (url: string, more: Ask = {}) => send(url, more, true),
    /** A request whose response arrives when the test says so, by `accept`. */
    askLate: (url: string, more: Ask = {}) => send(url, more, false),
    signIn: (url: string, token: string) =>
      send(`${url}/session`, { method: 'POST', headers: { authorization: `Bearer ${token}` } }, true),
    signOut: (url: string) => send(`${url}/session`, { method: 'DELETE' }, true),
  }
}
