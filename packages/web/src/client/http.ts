import { explainNoResponse } from '../browser/connection.ts'
import { ApiError } from '../errors.ts'
import type { Client } from './client.ts'

/** One call to the service. `token` is sent unchanged as Authorization. */
export interface Call {
  /** POST by default. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined
  path: string
  body?: object | undefined
  token?: string | undefined
  signal?: AbortSignal | undefined
  /** Lets the call outlive the page. */
  keepalive?: boolean | undefined
}

/**
 * Calls the service and returns its JSON response, or undefined if it is empty.
 * @throws ApiError for every error response and for an unreachable service; the signal's reason when aborted
 */
export async function callService<Answer>(
  client: Client,
  { path, body, token, method = 'POST', ...call }: Call,
): Promise<Answer> {
  const url = `${client.baseUrl}/fido2/v2${path}`
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (body) headers['Content-Type'] = 'application/json'
  if (token) headers.Authorization = token
  const response = await fetch(url, { ...call, method, headers, body: body && JSON.stringify(body) }).catch((cause) => {
    throw call.signal?.aborted ? cause : new ApiError(explainNoResponse(client, url), cause)
  })
  const { ok, status } = response
  const content = await response.json().catch(() => {})
  if (ok && (content || status === 204)) return content
  const msg = content?.msg ?? content?.message ?? `${url} returned ${status}, unlike the service: check baseUrl`
  throw new ApiError({
    status,
    msg,
    msgCode: content?.msgCode ?? 'not_a_service',
    reason: content?.reason,
    body: content,
  })
}
