import { ThumbturnError } from '../errors.ts'
import type { Session } from './content.ts'
import type { Exchange } from './exchange.ts'
import type { SignIn } from './index.ts'
import type { SessionOptions as CommonOptions } from './options.ts'
import { admitSession, type Reply, replyToDevice, replyToLogout, replyToSignIn, replyToSignOut } from './replies.ts'
import { createSessionCore, type SessionCore } from './sessions.ts'

/** The function of `next/headers`. */
export type ReadCookies = () => Promise<{ getAll(): readonly { name: string; value: string }[] }>

/** Options, and what Next.js needs besides. */
export interface SessionOptions extends CommonOptions {
  /** The function `cookies` of `next/headers`, for `get()` in components and Server Actions. */
  cookies?: ReadCookies | undefined
}

type Handler<Context> = (request: Request, context: Context & { session: Session }) => Response | Promise<Response>

/** Sessions of Next.js, or of any server with web-standard requests. Each method can be passed on its own. */
export interface Sessions {
  /** The session of the request, or of the cookies of Next.js; undefined without one. Doesn't renew it. */
  get(request?: Request): Promise<Session | undefined>
  /** Adds the renewed cookie to a response, for example in `proxy.ts`. */
  renew<Result extends Response>(request: Request, response: Result): Promise<Result>
  /** Wraps a handler, which runs only for requests with a session. */
  withSession<Context extends object = object>(
    handler: Handler<Context>,
  ): (request: Request, context?: Context) => Promise<Response>
  /** Handler that starts a session from the access token in the header `Authorization`. */
  signIn(request: Request): Promise<Response>
  /** Handler that ends the session; the response to a form is a redirect to `/`. */
  signOut(request: Request): Promise<Response>
  /** Handler for the logout tokens of OpenID Connect. */
  backchannelLogout(request: Request): Promise<Response>
  /** Handler at `devicePath`, which browsers call to bind a session to their device. */
  bindDevice(request: Request): Promise<Response>
  /** Starts a session from the claims of an ID token that your OpenID client verified, in the cookies of the response. */
  start(request: Request, response: Response, signIn: SignIn): Promise<Session>
}

/** Reads the options at the first request, because Next.js loads this also to build, where there are no secrets. */
export function createSessions({ cookies, ...options }: SessionOptions): Sessions {
  let created: SessionCore | undefined
  const core = () => {
    created ??= createSessionCore(options)
    return created
  }
  /** Calls a function with the request, and adds the headers that it sets to its response. */
  async function respond(request: Request, run: (exchange: Exchange) => Promise<Response>): Promise<Response> {
    const [exchange, set] = toExchange(request)
    return addHeaders(await run(exchange), set)
  }
  return {
    get: async (request) => core().read(request ? toExchange(request)[0] : await readExchange(cookies)),
    async renew(request, response) {
      const [exchange, set] = toExchange(request)
      await core()
        .read(exchange)
        .catch(() => undefined)
      return addHeaders(response, set)
    },
    withSession:
      <Context extends object>(handler: Handler<Context>) =>
      (request: Request, context?: Context) =>
        respond(request, async (exchange) => {
          const admitted = await admitSession(core(), exchange)
          if ('rejection' in admitted) return toResponse(admitted.rejection)
          return handler(request, { ...(context as Context), ...admitted })
        }),
    signIn: (request) => respond(request, async (exchange) => toResponse(await replyToSignIn(core(), exchange))),
    signOut: (request) => respond(request, async (exchange) => toResponse(await replyToSignOut(core(), exchange))),
    backchannelLogout: async (request) => toResponse(await replyToLogout(core(), await readLogoutToken(request))),
    bindDevice: (request) => respond(request, async (exchange) => toResponse(await replyToDevice(core(), exchange))),
    async start(request, response, { claims, data }) {
      const [exchange, set] = toExchange(request)
      const session = await core().startFromClaims(exchange, claims, data)
      addHeaders(response, set)
      return session
    },
  }
}

/** A request, and the headers that its response gets. */
function toExchange({ method, headers, url }: Request): [Exchange, Headers] {
  const set = new Headers()
  const exchange: Exchange = {
    method,
    header: (name) => headers.get(name) ?? (name === 'host' ? new URL(url).host : undefined),
    setCookies(cookies) {
      for (const cookie of cookies) set.append('set-cookie', cookie)
    },
    setHeader: (name, value) => set.set(name, value),
  }
  return [exchange, set]
}

/** Components can't set cookies, and Next.js checks the origin of Server Actions. */
async function readExchange(cookies: ReadCookies | undefined): Promise<Exchange> {
  if (!cookies)
    throw new ThumbturnError('invalid_options', 'cookies is missing: pass the function cookies of next/headers')
  const all = (await cookies()).getAll()
  const headers: Record<string, string> = {
    cookie: all.map(({ name, value }) => `${name}=${value}`).join('; '),
    // In development, the cookie of a browser that came without TLS has no prefix.
    ...(!all.some(({ name }) => name.startsWith('__Host-')) && { host: 'localhost' }),
  }
  return { method: 'GET', header: (name) => headers[name], setCookies: () => {}, setHeader: () => {} }
}

function addHeaders<Result extends Response>(response: Result, set: Headers): Result {
  if ([...set].length === 0) return response
  try {
    return appendHeaders(response, set)
  } catch {
    // The headers of a redirect or a fetched response can't be changed.
    return appendHeaders(new Response(response.body, response) as Result, set)
  }
}

function appendHeaders<Result extends Response>(response: Result, set: Headers): Result {
  for (const [name, value] of set) response.headers.append(name, value)
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}

const toResponse = ({ status, headers, body }: Reply) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers })

/** A logout token has some hundred bytes. */
const longestBody = 16_384

async function readLogoutToken(request: Request): Promise<unknown> {
  if (!(Number(request.headers.get('content-length')) <= longestBody)) return undefined
  return new URLSearchParams(await request.text()).get('logout_token')
}

export type { Session } from './content.ts'
export type { EndedSessions } from './ended.ts'
