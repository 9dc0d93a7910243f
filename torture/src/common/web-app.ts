import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSessions, type EndedSessions } from '@thumbturn/node/session'
import { issuer } from '@thumbturn/service-harness/openid.ts'
import type { Answer } from '@thumbturn/service-harness/service.ts'
import { call } from './call.ts'

/** An instance of a web application whose sessions are those of `@thumbturn/node`. */
export type WebApp = {
  /** Starts a session from an access token. */
  signIn(token: string): Promise<Answer>
  /** Opens a page for users with a session. */
  visit(cookie: string): Promise<Answer>
  signOut(cookie: string): Promise<Answer>
  /** The call of a browser that binds its session to the device, or renews the proof of that. */
  callDevice(cookie: string, headers: Record<string, string>): Promise<Answer>
  close(): void
}

export type WebAppOptions = {
  /** The node that it asks. */
  node: string
  apiKey: string
  ended: EndedSessions
  now(): number
}

const secret = randomUUID()

/** A store that several instances share, as slow as one on another machine. */
export function createSharedStore(): EndedSessions {
  const names = new Set<string>()
  const arrive = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    add: (name) => arrive().then(() => void names.add(name)),
    has: (all) => arrive().then(() => all.some((name) => names.has(name))),
  }
}

/** Sessions without a request for a minute end, so that their cookies are renewed after some seconds. */
export const idleSeconds = 60

const devicePath = '/device'

/** Starts an instance on a free port. It asks its node for each request. */
export async function startWebApp({ node, ...options }: WebAppOptions): Promise<WebApp> {
  const sessions = createSessions({
    ...{ baseUrl: node, appId: 'demo', issuer, secret, idleSeconds, check: 'always', timeout: 60_000 },
    ...{ onError: () => {}, secure: true, devicePath },
    ...options,
  })
  const visit: RequestListener = (request, response) =>
    void sessions.require(request, response, () => response.writeHead(204).end())
  const routes: Readonly<Record<string, RequestListener>> = { POST: sessions.signIn, DELETE: sessions.signOut }
  const server = createServer((request, response) => {
    const handle = request.url === devicePath ? sessions.bindDevice : (routes[request.method!] ?? visit)
    void handle(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = async (method: string, headers: Record<string, string>, path = '/') =>
    (await call(`${url}${path}`, method, { headers })) ?? {
      status: 0,
      headers: {},
      text: 'no response',
      body: undefined,
    }
  return {
    signIn: (token) => send('POST', { authorization: `Bearer ${token}` }),
    visit: (cookie) => send('GET', { cookie }),
    signOut: (cookie) => send('DELETE', { cookie }),
    callDevice: (cookie, headers) => send('POST', { cookie, ...headers }, devicePath),
    close: () => void server.close(),
  }
}
