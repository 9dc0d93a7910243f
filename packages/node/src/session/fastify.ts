import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from './content.ts'
import type { Exchange } from './exchange.ts'
import type { SignIn } from './index.ts'
import type { SessionOptions } from './options.ts'
import { admitSession, type Reply, replyToDevice, replyToLogout, replyToSignIn, replyToSignOut } from './replies.ts'
import { createSessionCore } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session; set by the hook `require`. */
    session?: Session | undefined
  }
}

/** Sessions of a Fastify server. Each method can be passed on its own. */
export interface Sessions {
  /** The session of the request; undefined without one, or if a page of another site sent the request. */
  get(request: FastifyRequest, reply?: FastifyReply): Promise<Session | undefined>
  /** An `onRequest` hook that admits only requests with a session, and sets `request.session`. */
  require(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Handler that starts a session from the access token in the header `Authorization`. */
  signIn(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Handler that ends the session; the response to a form is a redirect to `/`. */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Handler for the logout tokens of OpenID Connect; needs `@fastify/formbody`. */
  backchannelLogout(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Handler at `devicePath`, which browsers call to bind a session to their device. */
  bindDevice(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Starts a session from the claims of an ID token that your OpenID client verified. */
  start(request: FastifyRequest, reply: FastifyReply, signIn: SignIn): Promise<Session>
  /** Ends the session. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** @throws ThumbturnError invalid_options */
export function createSessions(options: SessionOptions): Sessions {
  const core = createSessionCore(options)
  return {
    get: (request, reply) => core.read(toExchange(request, reply)),
    async require(request, reply) {
      const admitted = await admitSession(core, toExchange(request, reply))
      if ('rejection' in admitted) return send(reply, admitted.rejection)
      request.session = admitted.session
    },
    signIn: async (request, reply) => send(reply, await replyToSignIn(core, toExchange(request, reply))),
    signOut: async (request, reply) => send(reply, await replyToSignOut(core, toExchange(request, reply))),
    backchannelLogout: async ({ body }, reply) =>
      send(reply, await replyToLogout(core, (body as { logout_token?: unknown } | null)?.logout_token)),
    bindDevice: async (request, reply) => send(reply, await replyToDevice(core, toExchange(request, reply))),
    start: (request, reply, { claims, data }) => core.startFromClaims(toExchange(request, reply), claims, data),
    end: (request, reply) => core.end(toExchange(request, reply)),
  }
}

const toExchange = ({ method, headers, host }: FastifyRequest, reply?: FastifyReply): Exchange => ({
  method,
  header: (name) => (name === 'host' ? (headers.host ?? host) : headers[name]?.toString()),
  setCookies(cookies) {
    if (!reply || reply.sent) return
    for (const cookie of cookies) reply.header('set-cookie', cookie)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  },
  setHeader: (name, value) => void (reply?.sent === false && reply.header(name, value)),
})

const send = (reply: FastifyReply, { status, headers, body }: Reply) => reply.code(status).headers(headers).send(body)

export type { Session } from './content.ts'
export type { EndedSessions } from './ended.ts'
export type { SessionOptions } from './options.ts'
