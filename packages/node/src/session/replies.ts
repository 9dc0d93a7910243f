import { createRejection, json, type Rejection, readBearer } from '../admit.ts'
import { ThumbturnError, type ThumbturnErrorCode } from '../errors.ts'
import type { Session } from './content.ts'
import type { Exchange } from './exchange.ts'
import type { SessionCore } from './sessions.ts'

/** A response of any server; JSON if it has a body. */
export type Reply = { status: number; headers: Readonly<Record<string, string>>; body?: object | undefined }

const noStore = { 'cache-control': 'no-store' }

const reject = (status: 401 | 403, code: ThumbturnErrorCode, msg: string): Rejection => ({
  status,
  headers: json,
  body: { msg, msgCode: code },
})

const rejectOrigin = () =>
  reject(403, 'session_cross_origin', 'This request came from another site: send it from a page of this one')

/** The session of a request, or the response that rejects it. */
export async function admitSession(
  core: SessionCore,
  exchange: Exchange,
): Promise<{ session: Session } | { rejection: Rejection }> {
  if (core.isCrossOrigin(exchange)) return { rejection: rejectOrigin() }
  try {
    const session = await core.read(exchange)
    return session ? { session } : { rejection: reject(401, 'session_missing', 'This needs a session: sign in') }
  } catch (error) {
    return { rejection: explain(core, error) }
  }
}

/** Starts a session from the access token in the header Authorization. */
export async function replyToSignIn(core: SessionCore, exchange: Exchange): Promise<Reply> {
  if (core.isCrossOrigin(exchange)) return rejectOrigin()
  try {
    const session = await core.startFromToken(exchange, readBearer(exchange.header('authorization')) ?? '')
    return { status: 200, headers: json, body: session }
  } catch (error) {
    return explain(core, error)
  }
}

/** Ends the session; redirects a form to the start page. */
export async function replyToSignOut(core: SessionCore, exchange: Exchange): Promise<Reply> {
  if (core.isCrossOrigin(exchange)) return rejectOrigin()
  try {
    await core.end(exchange)
    const isForm = exchange.header('sec-fetch-mode') === 'navigate' || exchange.header('accept')?.includes('text/html')
    return isForm ? { status: 303, headers: { ...noStore, location: '/' } } : { status: 204, headers: noStore }
  } catch (error) {
    return explain(core, error)
  }
}

/** Ends the session that a logout token names (OpenID Connect Back-Channel Logout 1.0 §2.8). */
export async function replyToLogout(core: SessionCore, token: unknown): Promise<Reply> {
  try {
    await core.endByLogoutToken(String(token))
    return { status: 200, headers: noStore }
  } catch (error) {
    const { status, headers } = explain(core, error)
    if (status !== 401) return { status, headers }
    return { status: 400, headers: json, body: { error: 'invalid_request' } }
  }
}

/** Responds to the browser, which binds the session to its device. */
export async function replyToDevice(core: SessionCore, exchange: Exchange): Promise<Reply> {
  try {
    const { status, headers, body } = await core.bindDevice(exchange)
    return { status, headers: { ...(body ? json : noStore), ...headers }, body }
  } catch (error) {
    return explain(core, error)
  }
}

function explain(core: SessionCore, error: unknown): Rejection {
  if (!(error instanceof ThumbturnError)) throw error
  core.report(error)
  return createRejection(error)
}
