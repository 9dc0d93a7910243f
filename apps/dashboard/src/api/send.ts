import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { currentLanguage, loadTexts } from '../ui/language.ts'
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
  const { msg: said, msgCode: code = 'unknown' } = body ?? {}
  if (said === undefined)
    return new CallFailure({ status, code, message: i18n._(msg`The service returned the status ${{ status }}`) })
  const translation = await translateError(said)
  return new CallFailure({ status, code, message: translation ?? said, isUntranslated: translation === undefined })
}

/** Errors are rare and many, so their texts load with the first one. */
async function translateError(message: string): Promise<string | undefined> {
  if (currentLanguage() === 'en') return undefined
  const loading = Promise.all([import('../common/service-texts/translate-error.ts'), loadTexts('errors')])
  const [module] = await loading.catch(() => [undefined])
  return module?.translateError(message)
}
