import { applicationUrl } from '../address.ts'
import { type InputOf, type Operation, type OutputOf, operations } from './operations.ts'

/** A call that was rejected; without a response, the status is 0. */
export class CallError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

type Parts = { params?: Readonly<Record<string, string>>; query?: object; body?: object }

/**
 * Calls an operation of the hosted pages' API.
 * @throws CallError the call was rejected, or there was no response
 */
export async function call<Name extends Operation>(
  name: Name,
  input: Partial<InputOf<Name>> = {},
): Promise<OutputOf<Name>> {
  const [method, path] = operations[name]
  const { params = {}, query, body } = input as Parts
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(params[field] ?? ''))
  const response = await fetch(`${applicationUrl}openid/pages${filled}${toSearch(query)}`, {
    method,
    // The service takes calls with JSON only, which no form of another page can send.
    ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
  }).catch((error: unknown) => Promise.reject(new CallError(0, 'unreachable', String(error))))
  const content = (await response.json().catch(() => undefined)) as { msg?: string; msgCode?: string } | undefined
  if (response.ok) return content as OutputOf<Name>
  throw new CallError(response.status, content?.msgCode ?? 'not_a_service', content?.msg ?? '')
}

function toSearch(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
