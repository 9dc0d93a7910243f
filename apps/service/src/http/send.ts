import { finished, Readable } from 'node:stream'
import { isOutage } from '../core/errors.ts'
import { createOutageHeaders, isForBrowsers } from './cors.ts'
import { countRejection } from './count-rejection.ts'
import { CustomResponse } from './custom-response.ts'
import { explainError } from './errors.ts'
import type { Exchange } from './exchange.ts'
import { arrivedAsHead } from './prepare-request.ts'
import type { Binding } from './steps.ts'
import { type ErrorFields, toContentType } from './wire-format.ts'

/** Sends what the handler returned under the route's own success status, or 304 if the caller already has it. */
export function sendResult(exchange: Exchange, binding: Binding): void {
  const { status, content } = readResult(exchange, binding)
  if (content instanceof Readable) sendStream(exchange, content, binding)
  else sendContent(exchange, binding, { status, content })
}

/** The status and content to send; takes over the headers of a custom response. */
function readResult({ result, request, headers }: Exchange, { route }: Binding): { status: number; content: unknown } {
  if (!(result instanceof CustomResponse)) return { status: route.ok, content: result }
  Object.assign(headers, result.headers)
  const { etag } = result.headers
  const isHeld = etag !== undefined && request.method === 'GET' && isKnown(etag, request.headers['if-none-match'])
  return isHeld ? { status: 304, content: undefined } : { status: result.status ?? route.ok, content: result.body }
}

/** Whether a list of tags contains this one, weak or not: a proxy that compresses makes it weak (RFC 9110 §13.1.2). */
function isKnown(etag: string, ifNoneMatch = ''): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || ifNoneMatch.trim() === '*'
}

/** The response to a preflight. */
export const sendNothing = (exchange: Exchange, binding: Binding): void =>
  sendContent(exchange, binding, { status: 204, content: undefined })

/** Sends the status, the headers, and the content, if there is any: text as it is, everything else as JSON. */
function sendContent(exchange: Exchange, binding: Binding, { status, content }: { status: number; content: unknown }) {
  const { response, headers } = exchange
  const { route, url, watches } = binding
  const text = write(content, status === route.ok ? binding.serialize : JSON.stringify)
  if (text !== undefined) headers['content-type'] ??= toContentType(route)
  // Neither status has content, nor its length (RFC 9110 §8.6).
  if (status !== 204 && status !== 304) headers['content-length'] = `${Buffer.byteLength(text ?? '')}`
  for (const { respond } of watches) respond?.(exchange, { route: url, status, content, text })
  response.writeHead(status, headers)
  response.end(text)
}

function write(content: unknown, serialize: (content: unknown) => string): string | undefined {
  if (content === undefined || typeof content === 'string') return content
  return serialize(content)
}

/** Nothing is sent before the first part has been read: until then, a failure still has its own response. */
function sendStream(exchange: Exchange, body: Readable, binding: Binding): void {
  const { response, headers, log } = exchange
  const { route } = binding
  // One that ends while the service stops would leave an idle connection, for which stopping waits.
  Object.assign(headers, { 'content-type': headers['content-type'] ?? toContentType(route), connection: 'close' })
  const start = () => void (response.headersSent || response.writeHead(route.ok, headers))
  // One whose content isn't sent would be read for nothing, and one of events would never end.
  if (arrivedAsHead(exchange.request)) {
    body.destroy()
    start()
    return void response.end()
  }
  body.once('data', start).once('end', start)
  body.once('error', (error) => {
    if (!response.headersSent) return fail(exchange, error, binding)
    log.error(error)
    response.destroy()
  })
  // Also if the client has left already.
  finished(response, () => body.destroy())
  body.pipe(response)
}

/** Counts a call that failed, and sends the error in the format of the route's API. */
export function fail(exchange: Exchange, error: unknown, binding: Binding): void {
  try {
    countRejection(exchange, error, binding.route)
    sendError(exchange, error, binding)
  } catch (bug) {
    sendError(exchange, bug, binding)
  }
}

/** The content of an error, in the format of its API or as a page, and its headers. */
function formatError(
  error: ErrorFields,
  { route, wireFormat }: Binding,
): { content: unknown; headers: Record<string, string> } {
  const page = route.errorPages && wireFormat.formatPage?.(error, route.errorPages)
  if (page) return { content: page.text, headers: { 'content-type': 'text/html; charset=utf-8', ...page.headers } }
  const headers = { 'content-type': toContentType(wireFormat), ...wireFormat.createErrorHeaders?.(error) }
  return { content: wireFormat.formatError(error), headers }
}

function sendError(exchange: Exchange, error: unknown, binding: Binding): void {
  const { request, response, headers, log } = exchange
  const { route, url } = binding
  const { retryAfter, ...fields } = explainError(error, { also: route.also, log, route: url })
  if (isOutage(error) && isForBrowsers(route)) Object.assign(headers, createOutageHeaders(request.headers.origin))
  if (retryAfter !== undefined) headers['retry-after'] = `${retryAfter}`
  // The rest of a body that is too large isn't waited for.
  if (fields.status === 413) headers.connection = 'close'
  const { content, ...formatted } = formatError(fields, binding)
  Object.assign(headers, formatted.headers)
  if (response.headersSent) response.destroy()
  else sendContent(exchange, binding, { status: fields.status, content })
}
