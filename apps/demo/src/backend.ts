import { ApiError } from '@thumbturn/web'

/** A call to the page's own backend; paths are relative to /api. */
export type Call = { method: 'GET' | 'POST'; path: string; body?: object; token?: string }

/**
 * Calls the backend of this page; `silence` is the message if it doesn't respond.
 * @throws ApiError like the SDK, so that errors look the same
 */
export async function callBackend<Answer>(silence: string, { method, path, body, token }: Call): Promise<Answer> {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(
    (cause) => {
      throw new ApiError({ status: 0, msg: silence, msgCode: 'unreachable' }, cause)
    },
  )
  // Some responses have no body.
  const content = await response.json().catch(() => undefined)
  if (response.ok) return content
  throw new ApiError({
    status: response.status,
    msg: content?.message ?? 'Something went wrong',
    msgCode: content?.code ?? '',
  })
}
