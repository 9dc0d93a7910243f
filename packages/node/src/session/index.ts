import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Session } from './content.ts'
import type { Exchange } from './exchange.ts'
import type { SessionOptions } from './options.ts'
import { admitSession, type Reply, replyToDevice, replyToLogout, replyToSignIn, replyToSignOut } from './replies.ts'
import { createSessionCore, type OpenIdClaims } from './sessions.ts'

declare global {
  namespace Express {
    interface Request {
      session?: Session | undefined
    }
  }
}

/** Sessions of an Express, or of a plain `node:http` server. Each method can be passed on its own. */
export interface Sessions {
  /** The session of the request; undefined without one, or if a page of another site sent the request. */
  get(request: IncomingMessage, response?: ServerResponse): Promise<Session | undefined>
  /** Middleware that admits only requests with a session, and sets `request.session`. */
  require(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): Promise<void>
  /** Handler that starts a session from the access token in the header `Authorization`. */
  signIn(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Handler that ends the session; the response to a form is a redirect to `/`. */
  signOut(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Handler for the logout tokens of OpenID Connect. */
  backchannelLogout(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Handler at `devicePath`, which browsers call to bind a session to their device. */
  bindDevice(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Starts a session from the claims of an ID token that your OpenID client verified. */
  start(request: IncomingMessage, response: ServerResponse, signIn: SignIn): Promise<Session>
  /** Ends the session. */
  end(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** A sign-in with OpenID Connect. */
export interface SignIn {
  claims: OpenIdClaims
  /** Up to 2 kB of what you need of the user, such as name and groups. */
  data?: Readonly<Record<string, unknown>> | undefined
}

/** @throws ThumbturnError invalid_options */
export function createSessions(options: SessionOptions): Sessions {
  const core = createSessionCore(options)
  return {
    get: (request, response) => core.read(toExchange(request, response)),
    async require(request, response, next) {
      const admitted = await admitSession(core, toExchange(request, response))
      if ('rejection' in admitted) return send(response, admitted.rejection)
      Object.assign(request, admitted)
      next()
    },
    signIn: async (request, response) => send(response, await replyToSignIn(core, toExchange(request, response))),
    signOut: async (request, response) => send(response, await replyToSignOut(core, toExchange(request, response))),
    backchannelLogout: async (request, response) =>
      send(response, await replyToLogout(core, await readLogoutToken(request))),
    bindDevice: async (request, response) => send(response, await replyToDevice(core, toExchange(request, response))),
    start: (request, response, { claims, data }) => core.startFromClaims(toExchange(request, response), claims, data),
    end: (request, response) => core.end(toExchange(request, response)),
  }
}

function toExchange(request: IncomingMessage, response?: ServerResponse): Exchange {
  const { headers, method = 'GET' } = request
  return {
    method,
    // HTTP/2 has the host in a field of its own.
    header: (name) => headers[name]?.toString() ?? (name === 'host' ? headers[':authority']?.toString() : undefined),
    setCookies(cookies) {
      if (!response || response.headersSent) return
      response.appendHeader('set-cookie', cookies)
      if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store')
    },
    setHeader: (name, value) => void (response?.headersSent === false && response.setHeader(name, value)),
  }
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers).end(body && JSON.stringify(body))
}

/** A logout token has some hundred bytes. */
const longestBody = 16_384

/** The form field of the request, which a body parser may have read. */
async function readLogoutToken(request: IncomingMessage & { body?: unknown }): Promise<unknown> {
  if (typeof request.body === 'object') return (request.body as { logout_token?: unknown } | null)?.logout_token
  if (!(Number(request.headers['content-length']) <= longestBody)) return undefined
  return new URLSearchParams(await text(request)).get('logout_token')
}

export type { Session } from './content.ts'
export type { EndedSessions } from './ended.ts'
export type { SessionOptions } from './options.ts'
export type { OpenIdClaims } from './sessions.ts'
