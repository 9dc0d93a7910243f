import type { Client } from './client.ts'
import { ApiError } from './errors.ts'

/** One call to the service; `token` goes raw into Authorization. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
  token?: string
  signal?: AbortSignal
  /** Lets the call outlive the page. */
  keepalive?: boolean
}

/**
 * Calls the service and gives its JSON answer, undefined for an empty one.
 * @throws ApiError for every refusal and for an unreachable service; the signal's reason when aborted
 */
export async function callService<Answer>(client: Client, call: Call): Promise<Answer> {
  const response = await send(client, call)
  const body = await parsed(response)
  if (!response.ok) throw refused(response.status, body)
  return body as Answer
}

async function send(client: Client, { method, path, body, token, signal, keepalive }: Call): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (body) headers['Content-Type'] = 'application/json'
  if (token) headers.Authorization = token
  const url = `${client.baseUrl}/fido2/v2${path}`
  try {
    return await fetch(url, { method, headers, body: body && JSON.stringify(body), signal, keepalive })
  } catch (cause) {
    if (signal?.aborted) throw cause
    const msg = `No answer from ${url}: check baseUrl, and that application ${client.appId} allows ${globalThis.location?.origin}`
    throw new ApiError({ status: 0, msg, msgCode: 'unreachable' }, cause)
  }
}

async function parsed(response: Response): Promise<unknown> {
  const isJson = /^application\/(problem\+)?json/.test(response.headers.get('Content-Type') ?? '')
  return isJson && response.status !== 204 ? response.json().catch(() => undefined) : undefined
}

function refused(status: number, body: unknown): ApiError {
  const { msg, message, msgCode } = (body ?? {}) as Record<string, string | undefined>
  return new ApiError({ status, msg: msg ?? message ?? `The service answered ${status}`, msgCode: msgCode ?? '', body })
}
