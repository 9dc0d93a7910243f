import { ApiError } from '@thumbturn/web'

/** What is asked of a page's own backend; paths are below /api. */
export type Call = { method: 'GET' | 'POST'; path: string; body?: object; token?: string }

/**
 * Asks the backend that this page came from; `silence` is what to say where it does not answer.
 * @throws ApiError as the SDK does, so that failures look the same
 */
export async function callBackend<Answer>(silence: string, { method, path, body, token }: Call): Promise<Answer> {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body) }).catch((cause) => {
    throw new ApiError({ status: 0, msg: silence, msgCode: 'unreachable' }, cause)
  })
  // Not every answer has a body.
  const said = await answer.json().catch(() => undefined)
  if (answer.ok) return said
  throw new ApiError({ status: answer.status, msg: said?.message ?? 'Something went wrong', msgCode: said?.code ?? '' })
}
