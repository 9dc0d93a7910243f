import { explainNoResponse } from '../browser/connection.ts'
import { readOptional } from '../browser/tolerance.ts'
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
  const headers = {
    Accept: 'application/json',
    ...(body && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: token }),
  }
  // A connection that ends within the body is no response, either.
  const [{ ok, status }, text] = await fetch(url, { ...call, method, headers, body: body && JSON.stringify(body) })
    .then(async (response) => [response, await response.text()] as const)
    .catch((cause) => {
      throw call.signal?.aborted ? cause : new ApiError(explainNoResponse(client, url), cause)
    })
  const content = readOptional(() => JSON.parse(text))
  if (ok && (content || status === 204)) return content
  throw new ApiError({
    status,
    msgCode: content?.msgCode ?? 'not_a_service',
    reason: content?.reason,
    body: content,
    msg: content?.msg ?? content?.message ?? `${url} returned ${status}, unlike the service: check baseUrl`,
  })
}
