import type { ErrorReason } from '@thumbturn/contract'
import { ThumbturnError, type ThumbturnErrorCode } from './errors.ts'
import type { Client } from './options.ts'

/** Maps the errors of one call that have a special meaning there. */
export type ErrorMapper = (status: number, reason: ErrorReason | undefined) => ThumbturnErrorCode | undefined

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /** Sent as JSON, and parameters as a form. */
  body?: object | undefined
  /** Sent as a bearer token. */
  key?: string | undefined
  toErrorCode?: ErrorMapper | undefined
  /** Maximum size of the response; 8 MiB by default. */
  maxBytes?: number | undefined
}

/** The parsed response (undefined if it is empty), and the service's clock in milliseconds since 1970. */
export interface ServiceResponse {
  body: unknown
  serverTime: number | undefined
}

/**
 * Sends a request. A GET without a response is sent once more, because a kept-alive connection may have ended; no other
 * request is repeated.
 * @throws ThumbturnError for every error response, and without a response
 */
export async function sendRequest(client: Client, call: ServiceRequest): Promise<ServiceResponse> {
  const response = await send(client, call).catch((error: unknown) =>
    call.method === 'GET' && error instanceof ThumbturnError && error.code === 'unreachable'
      ? send(client, call)
      : Promise.reject(error),
  )
  const body = await parseBody(response, client, call)
  if (!response.ok) throw toThumbturnError(response, body, { client, call })
  if (response.status !== 204 && (typeof body !== 'object' || body === null)) throw createBaseUrlError(response, call)
  return { body, serverTime: readServerTime(response) }
}

/** A cache keeps the date of the response, and says how many seconds old that is (RFC 9111 §5.1). */
function readServerTime({ headers }: Response): number | undefined {
  const date = Date.parse(headers.get('date') ?? '')
  const age = Number(/^\d{1,9}$/.exec(headers.get('age') ?? '')?.[0] ?? 0)
  return Number.isNaN(date) ? undefined : date + age * 1_000
}

async function send(client: Client, { method, url, body, key }: ServiceRequest): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const isForm = body instanceof URLSearchParams
  if (body && !isForm) headers['content-type'] = 'application/json'
  if (key) headers.authorization = `Bearer ${key}`
  const signal = AbortSignal.timeout(client.timeout)
  try {
    // A redirect would send the key to another server.
    const content = isForm ? body : body && JSON.stringify(body)
    return await client.fetch(url, { method, headers, body: content, signal, redirect: 'manual' })
  } catch (cause) {
    throw createConnectionError(client, url, cause)
  }
}

/** Far more than the largest page of events: a longer response doesn't come from Thumbturn. */
const MAX_BYTES = 8 * 2 ** 20

async function parseBody(response: Response, client: Client, call: ServiceRequest): Promise<unknown> {
  const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '')
  try {
    if (isJson && response.status !== 204) return JSON.parse(await readText(response, call))
    await response.body?.cancel()
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause instanceof ThumbturnError ? cause : createConnectionError(client, call.url, cause)
  }
}

/** Reads the decompressed body up to the maximum size. */
async function readText({ body, status }: Response, { url, maxBytes = MAX_BYTES }: ServiceRequest): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  // Leaving the loop closes the connection.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) {
      const problem = `${readOrigin(url)} sent more than ${maxBytes / 2 ** 20} MiB: check baseUrl`
      throw new ThumbturnError('response_too_large', problem, { status })
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function createConnectionError({ timeout }: Client, url: string, cause: unknown): ThumbturnError {
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return new ThumbturnError(
      'timeout',
      `${readOrigin(url)} did not respond within ${timeout} ms: try again, or raise timeout. The service may have carried out the call`,
      { cause },
    )
  return new ThumbturnError(
    'unreachable',
    `${readOrigin(url)} is unreachable (${describeCause(cause)}): check baseUrl, and that the service is running`,
    { cause },
  )
}

const readOrigin = (url: string) => new URL(url).origin

function describeCause(cause: unknown): string {
  const { code, message } = (cause instanceof Error ? (cause.cause ?? cause) : {}) as {
    code?: string | undefined
    message?: string | undefined
  }
  return code ?? message ?? 'unknown reason'
}

function createBaseUrlError({ status, headers }: Response, { url }: ServiceRequest): ThumbturnError {
  const where = headers.get('location')
  const problem = where === null ? `responded with ${status}, unlike Thumbturn` : `redirects to ${where}`
  return new ThumbturnError('wrong_base_url', `${url} ${problem}: check baseUrl`, { status })
}

const codeByStatus: Readonly<Record<number, ThumbturnErrorCode>> = {
  400: 'invalid_request',
  401: 'invalid_api_key',
  403: 'missing_scope',
  404: 'not_found',
  413: 'invalid_request',
  415: 'invalid_request',
  429: 'rate_limited',
}

/** The developer's remedy. */
const advice: Partial<Record<ThumbturnErrorCode, string>> = {
  invalid_request: 'compare the call with the API reference',
  invalid_api_key: 'create a key with `thumbturn key create` and pass it as apiKey (for events, as adminKey)',
  missing_scope: 'create a key with the scope: `thumbturn key create --scope`',
  invalid_code: 'ask the user for a new code',
  not_found: 'it was deleted, or belongs to another application',
  unknown_application: 'check appId and baseUrl',
  not_enabled: 'enable it in the settings of the application',
  token_rejected: 'let the user sign in again',
  server_error: 'see the log of the service',
}

type ErrorBody = {
  msg?: unknown
  msgCode?: unknown
  reason?: ErrorReason
  error?: unknown
  error_description?: unknown
}

/** The text of an error of ours, or, in response to a form, of OAuth (RFC 6749 §5.2). Any other is of another server. */
function readProblem({ msg, msgCode, reason, error, error_description }: ErrorBody, { body }: ServiceRequest) {
  if (typeof msg === 'string' && typeof msgCode === 'string') return { problem: msg, reason }
  const isOauth = body instanceof URLSearchParams && typeof error === 'string'
  return { problem: isOauth ? String(error_description ?? error) : undefined, reason }
}

function toThumbturnError(
  response: Response,
  body: unknown,
  { client, call }: { client: Client; call: ServiceRequest },
): ThumbturnError {
  const { status, headers } = response
  const { problem, reason } = readProblem((body ?? {}) as ErrorBody, call)
  if (problem === undefined) return createForeignError(response, call)
  if (reason === 'unknown_path') return createBaseUrlError(response, call)
  const code = call.toErrorCode?.(status, reason) ?? toDefaultCode(status, reason)
  const retryAfter = readRetryAfter(headers)
  const todo = code === 'rate_limited' ? `try again in ${retryAfter ?? 1} s` : advice[code]
  return new ThumbturnError(code, `${problem} (application ${client.appId})${todo ? `: ${todo}` : ''}`, {
    status,
    retryAfter,
  })
}

const codeByReason: Partial<Record<ErrorReason, ThumbturnErrorCode>> = {
  unknown_application: 'unknown_application',
  invalid_code: 'invalid_code',
}

const toDefaultCode = (status: number, reason: ErrorReason | undefined): ThumbturnErrorCode =>
  (reason && codeByReason[reason]) ?? codeByStatus[status] ?? (status >= 500 ? 'server_error' : 'invalid_request')

function readRetryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isNaN(seconds) ? undefined : seconds
}

/** The error of a proxy in front of the service, or of another server. */
function createForeignError(response: Response, call: ServiceRequest): ThumbturnError {
  const { status, headers } = response
  const responded = `${readOrigin(call.url)} responded with ${status}`
  if (status === 429) {
    const retryAfter = readRetryAfter(headers)
    const problem = `${responded}: a proxy in front of the service limits requests. Try again in ${retryAfter ?? 1} s`
    return new ThumbturnError('rate_limited', problem, { status, retryAfter })
  }
  if (status < 500) return createBaseUrlError(response, call)
  return new ThumbturnError('server_error', `${responded}: the service, or a proxy in front of it, is down`, { status })
}
