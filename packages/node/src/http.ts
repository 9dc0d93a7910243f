import type { ErrorReason } from '@thumbturn/contract'
import { ThumbturnError, type ThumbturnErrorCode } from './errors.ts'
import type { Client } from './options.ts'

/** What a refusal of one call means where that is not what its status means elsewhere. */
export type ErrorMapper = (status: number, reason: ErrorReason | undefined) => ThumbturnErrorCode | undefined

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  body?: object | undefined
  /** Sent as a bearer credential. */
  key?: string | undefined
  refused?: ErrorMapper | undefined
  /** The most bytes of an answer; 8 MiB unless given. */
  most?: number | undefined
}

/** The parsed answer, undefined for an empty one, and the clock of the service in milliseconds since 1970. */
export interface ServiceResponse {
  answer: unknown
  at: number | undefined
}

/**
 * Makes a call. A GET that gets no answer is made once more, as a connection that was kept may have ended meanwhile;
 * nothing else is ever repeated.
 * @throws ThumbturnError for every refusal, and where no answer of the service came
 */
export async function request(client: Client, call: Request): Promise<ServiceResponse> {
  const response = await send(client, call).catch((error: unknown) =>
    call.method === 'GET' && error instanceof ThumbturnError && error.code === 'unreachable'
      ? send(client, call)
      : Promise.reject(error),
  )
  const body = await parseBody(response, client, call)
  if (!response.ok) throw toThumbturnError(response, body, { client, call })
  if (response.status !== 204 && typeof body !== 'object') throw createBaseUrlError(response, call)
  const at = Date.parse(response.headers.get('date') ?? '')
  return { answer: body, at: Number.isNaN(at) ? undefined : at }
}

async function send(client: Client, { method, url, body, key }: Request): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body) headers['content-type'] = 'application/json'
  if (key) headers.authorization = `Bearer ${key}`
  const signal = AbortSignal.timeout(client.timeout)
  try {
    // A key must not follow a redirect to another server.
    return await client.fetch(url, { method, headers, body: body && JSON.stringify(body), signal, redirect: 'manual' })
  } catch (cause) {
    throw createConnectionError(client, url, cause)
  }
}

/** Far more than the largest page of events: a longer response is not from Thumbturn. */
const MOST_BYTES = 8 * 2 ** 20

async function parseBody(response: Response, client: Client, call: Request): Promise<unknown> {
  const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '')
  try {
    if (isJson && response.status !== 204) return JSON.parse(await readText(response, call))
    await response.body?.cancel()
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause instanceof ThumbturnError ? cause : createConnectionError(client, call.url, cause)
  }
}

/** What an answer says, as it is after decompression; one that is too large is not read further. */
async function readText({ body, status }: Response, { url, most = MOST_BYTES }: Request): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  // Leaving the loop closes the connection.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > most) {
      const said = `${origin(url)} answered more than ${most / 2 ** 20} MiB: check baseUrl`
      throw new ThumbturnError('response_too_large', said, { status })
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function createConnectionError({ timeout }: Client, url: string, cause: unknown): ThumbturnError {
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return new ThumbturnError(
      'timeout',
      `${origin(url)} did not answer within ${timeout} ms: try again, or raise timeout. A call that changes something may have been carried out`,
      { cause },
    )
  return new ThumbturnError(
    'unreachable',
    `${origin(url)} cannot be reached (${describeCause(cause)}): check baseUrl, and that the service runs`,
    { cause },
  )
}

const origin = (url: string) => new URL(url).origin

function describeCause(cause: unknown): string {
  const { code, message } = (cause instanceof Error ? (cause.cause ?? cause) : {}) as {
    code?: string | undefined
    message?: string | undefined
  }
  return code ?? message ?? 'no reason given'
}

function createBaseUrlError({ status, headers }: Response, { url }: Request): ThumbturnError {
  const where = headers.get('location')
  const said = where === null ? `answered ${status}, not as Thumbturn does` : `sends callers on to ${where}`
  return new ThumbturnError('wrong_base_url', `${url} ${said}: check baseUrl`, { status })
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

/** What the developer who reads the message can do. */
const advice: Partial<Record<ThumbturnErrorCode, string>> = {
  invalid_request: 'compare the call with the reference of the API',
  invalid_api_key: 'make a key with `thumbturn key create` and pass it as apiKey, or adminKey for events',
  missing_scope: 'make a key that has it: `thumbturn key create --scope`',
  invalid_code: 'ask the user for a new code',
  not_found: 'it was deleted, or is of another application',
  unknown_application: 'check appId and baseUrl',
  not_enabled: 'switch it on in the settings of the application',
  token_rejected: 'let the user sign in again',
  server_error: 'see the log of the service',
}

function toThumbturnError(
  response: Response,
  body: unknown,
  { client, call }: { client: Client; call: Request },
): ThumbturnError {
  const { status, headers } = response
  const { msg, msgCode, reason } = (body ?? {}) as { msg?: unknown; msgCode?: unknown; reason?: ErrorReason }
  if (typeof msg !== 'string' || typeof msgCode !== 'string')
    return status >= 500 ? createUnavailableError(status, call) : createBaseUrlError(response, call)
  if (reason === 'unknown_path') return createBaseUrlError(response, call)
  const code = call.refused?.(status, reason) ?? toErrorCode(status, reason)
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isNaN(seconds) ? undefined : seconds
  const todo = code === 'rate_limited' ? `try again in ${retryAfter ?? 1} s` : advice[code]
  return new ThumbturnError(code, `${msg} (application ${client.appId})${todo ? `: ${todo}` : ''}`, {
    status,
    retryAfter,
  })
}

const codeByReason: Partial<Record<ErrorReason, ThumbturnErrorCode>> = {
  unknown_application: 'unknown_application',
  invalid_code: 'invalid_code',
}

const toErrorCode = (status: number, reason: ErrorReason | undefined): ThumbturnErrorCode =>
  (reason && codeByReason[reason]) ?? codeByStatus[status] ?? (status >= 500 ? 'server_error' : 'invalid_request')

const createUnavailableError = (status: number, { url }: Request) =>
  new ThumbturnError(
    'server_error',
    `${origin(url)} answered ${status}: a proxy before the service, or the service, is down`,
    {
      status,
    },
  )
