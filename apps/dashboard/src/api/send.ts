import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { CallFailure } from './failure.ts'

/** One HTTP request. The path can hold a query; a body that is text is JSON Lines. */
export type Request = { method: string; path: string; body?: unknown; headers?: Record<string, string> }

let csrfToken: string | undefined

/** Sets the token that every change carries from now on; undefined after sign-out. */
export const setCsrfToken = (token: string | undefined): void => {
  csrfToken = token
}

/** @throws CallFailure the service rejected the request, or can't be reached */
export async function send({ method, path, body, headers }: Request): Promise<unknown> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': isLines(body) ? 'application/x-ndjson' : 'application/json' }),
      ...(csrfToken !== undefined && method !== 'GET' && { 'x-csrf-token': csrfToken }),
      ...headers,
    },
    ...(body !== undefined && { body: isLines(body) ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await readFailure(response)
  if (response.status === 204) return undefined
  return response.headers.get('content-type')?.startsWith('application/json') ? response.json() : response.text()
}

const isLines = (body: unknown): body is string => typeof body === 'string'

const unreachable = () =>
  new CallFailure({
    status: 0,
    code: 'unreachable',
    message: i18n._(msg`The service can’t be reached. Check that it is running`),
  })

async function readFailure(response: Response): Promise<CallFailure> {
  const { status } = response
  const body = (await response.json().catch(() => undefined)) as { msg?: string; msgCode?: string } | undefined
  const message = body?.msg ?? i18n._(msg`The service returned the status ${{ status }}`)
  return new CallFailure({ status, code: body?.msgCode ?? 'unknown', message })
}
