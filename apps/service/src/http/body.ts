import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Route } from '@thumbturn/contract'
import type { FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import { isTooDeep } from '../core/json-depth.ts'

/** In bytes. Of JSON and forms, larger than any ceremony (a chain of TPM certificates has some 10 kB) and small enough to parse at once. */
const mostBytes = 256 * 1024
/** Of texts, such as imports of users. */
const mostTextBytes = 1024 * 1024

/** An error with the status that it gets. */
const failure = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode })
const unsupported = () => failure(415, 'media type, charset, or content encoding')
const tooLarge = () => failure(413, 'too large')

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** The names of UTF-8, and of its first 128 characters. */
const utf8Names = ['utf-8', 'utf8', 'us-ascii']

/** Type and parameters of a Content-Type header (RFC 9110 §8.3). */
const contentType = /^\s*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(?:;(.*))?$/

/** Whether a body has this media type, in UTF-8, and as it is. */
function hasMedia({ 'content-type': type = '', 'content-encoding': encoding }: IncomingHttpHeaders, media: string) {
  if (encoding !== undefined && encoding !== 'identity') return false
  // As nearly every client writes it.
  if (type === media) return true
  const [, found, parameters = ''] = contentType.exec(type) ?? []
  const [, charset = 'utf-8'] = /(?:^|;)\s*charset\s*=\s*"?([^\s";]*)/i.exec(parameters) ?? []
  return found?.toLowerCase() === media && utf8Names.includes(charset.toLowerCase())
}

/** The text of a body, without a byte order mark. */
function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw failure(400, 'The request body is not valid UTF-8.')
  }
}

/** An empty body is none, as some clients name the type even where they send nothing. */
function parseJson(text: string): unknown {
  if (text === '') return undefined
  if (isTooDeep(text)) throw failure(400, 'The JSON of the body is nested too deeply.')
  try {
    return secureJson.parse(text)
  } catch {
    throw explainJson(text)
  }
}

/** Why the parser rejected a text: never with a part of it. */
function explainJson(text: string): Error {
  try {
    JSON.parse(text)
    return failure(400, 'The request body must not contain `__proto__` or `constructor.prototype`.')
  } catch {
    return failure(400, 'The request body is not valid JSON.')
  }
}

/** A field that is sent twice has a list, which no contract of a form allows. */
function parseForm(text: string): Record<string, string | string[]> {
  const fields = Map.groupBy(new URLSearchParams(text), ([name]) => name)
  return Object.fromEntries(
    [...fields].map(([name, entries]) => [
      name,
      entries.length === 1 ? entries[0]![1] : entries.map(([, value]) => value),
    ]),
  )
}

const json = 'application/json'

type Media = NonNullable<Route['bodyMedia']> | typeof json

const parsers: Readonly<Record<Media, (text: string) => unknown>> = {
  [json]: parseJson,
  'application/x-www-form-urlencoded': parseForm,
  'application/x-ndjson': (text) => text,
}

/**
 * Reads the body of each call of a route. Undefined if there is none.
 * @throws Error with the statusCode 415 for other media and charsets, 413 for a body that is too large, and 400 for one that can't
 * be read
 */
export function createBodyReader({ bodyMedia }: Pick<Route, 'bodyMedia'>) {
  const media: Media = bodyMedia ?? json
  const most = media === 'application/x-ndjson' ? mostTextBytes : mostBytes
  const parse = parsers[media]
  return (request: IncomingMessage): Promise<unknown> | undefined => {
    const { headers } = request
    if (hasNoBody(headers)) return undefined
    if (!hasMedia(headers, media)) throw unsupported()
    if (Number(headers['content-length']) > most) throw tooLarge()
    return readBytes(request, most).then((bytes) => parse(decode(bytes)))
  }
}

const hasNoBody = (headers: IncomingHttpHeaders) =>
  headers['content-type'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0'

function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  const read = (chunk: Buffer) => {
    length += chunk.length
    if (length > most) stop(tooLarge())
    else chunks.push(chunk)
  }
  const end = () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length))
  // Every request is closed in the end.
  const fail = () => request.readableEnded || reject(failure(400, 'The request body did not arrive.'))
  const stop = (error: Error) => {
    request.off('data', read).off('end', end)
    reject(error)
  }
  request.on('data', read).once('end', end).once('error', fail).once('close', fail)
  // The client left before anything looked at the body.
  if (request.destroyed) fail()
  return promise
}

/** Lets a scope of the framework accept only JSON, under these media types. */
export function acceptOnlyJson(
  scope: FastifyInstance,
  { types, ...limit }: { types: string[]; bodyLimit: number },
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(types, { parseAs: 'buffer', ...limit }, (request, body, done) => {
    try {
      if (!types.some((type) => hasMedia(request.headers, type))) throw unsupported()
      done(null, parseJson(decode(body as Buffer)))
    } catch (error) {
      done(error as Error)
    }
  })
}
