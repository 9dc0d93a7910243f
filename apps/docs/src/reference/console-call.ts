import type { Operation } from '../../plugins/openapi-reference/model.ts'

/** The fields that the console keeps from one operation to the next, until the page is left. */
export const kept = { base: '', credential: '' }

/** The outcome of a call. */
export type CallResult = { status: number; milliseconds: number; text: string } | { failed: string }

/** Makes the call that a form describes. Never throws: returns what went wrong as text. */
export async function makeCall(
  operation: Operation,
  { form, server }: { form: FormData; server: string },
): Promise<CallResult> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  kept.base = text('base')
  kept.credential = text('credential')
  const body = form.has('body') ? text('body') : undefined
  if (body !== undefined && !isJson(body)) return { failed: 'The body is not JSON.' }
  const began = performance.now()
  try {
    const answer = await fetch(toRequestUrl(operation, { server, text }), {
      method: operation.method,
      credentials: 'omit',
      headers: {
        ...(kept.credential && { authorization: kept.credential }),
        ...(body !== undefined && !operation.isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: operation.isForm ? new URLSearchParams(JSON.parse(body)) : body }),
    })
    const content = await answer.text()
    return { status: answer.status, milliseconds: Math.round(performance.now() - began), text: readable(content) }
  } catch {
    return { failed: `${kept.base} did not answer. Is the service running there, and may this page call it (CORS)?` }
  }
}

function toRequestUrl(
  { path, parameters }: Operation,
  { server, text }: { server: string; text(name: string): string },
): string {
  const prefix = server.includes('{baseUrl}') ? server.replace('{baseUrl}', kept.base.replace(/\/$/, '')) : kept.base
  const query = new URLSearchParams()
  let filled = path
  for (const { name, where } of parameters) {
    const value = text(`parameter ${name}`)
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
    else if (where === 'query' && value !== '') query.set(name, value)
  }
  return `${prefix}${filled}${query.size > 0 ? `?${query}` : ''}`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const readable = (text: string) => (isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text)
