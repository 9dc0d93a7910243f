import type { IncomingHttpHeaders } from 'node:http'
import type { Route } from '@thumbturn/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTooDeep } from '../core/json-depth.ts'

/** Of texts, such as imports of users; the server has its own one for JSON. */
const bodyLimit = 1024 * 1024

/** An error with the status that it gets. */
const failure = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode })

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** The names of UTF-8, and of its first 128 characters. */
const utf8Names = ['utf-8', 'utf8', 'us-ascii']

function isOtherCharset(contentType = ''): boolean {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType) ?? []
  return charset !== undefined && !utf8Names.includes(charset.toLowerCase())
}

/** The text of a body, without a byte order mark. Throws 415 for an encoding or another charset, and 400 for other bytes. */
function decode(body: Buffer, headers: IncomingHttpHeaders): string {
  const { 'content-encoding': encoding = 'identity', 'content-type': contentType } = headers
  if (encoding !== 'identity' || isOtherCharset(contentType)) throw failure(415, 'content encoding or charset')
  try {
    return utf8.decode(body)
  } catch {
    throw failure(400, 'The request body is not valid UTF-8.')
  }
}

type BodyLimits = { types: string[]; bodyLimit?: number }
type Parse = (request: FastifyRequest, text: string, done: (error: Error | null, body?: unknown) => void) => void

/** Accepts only bodies of these media types, in UTF-8. */
function acceptOnly(scope: FastifyInstance, { types, ...limit }: BodyLimits, parse: Parse): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(types, { parseAs: 'buffer', ...limit }, (request, body, done) => {
    try {
      parse(request, decode(body as Buffer, request.headers), done)
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Accepts only JSON. An empty body is none, as some clients name the type even where they send nothing. */
export function acceptOnlyJson(scope: FastifyInstance, accepted: BodyLimits = { types: ['application/json'] }): void {
  const parse = scope.getDefaultJsonParser('error', 'error') as Parse
  acceptOnly(scope, accepted, (request, text, done) => {
    if (text === '') return done(null, undefined)
    if (isTooDeep(text)) return done(failure(400, 'The JSON of the body is nested too deeply.'))
    parse(request, text, (error, value) => done(error && describeFailure(text), value))
  })
}

/** Why the parser rejected a text: never with a part of it. */
function describeFailure(text: string): Error {
  try {
    JSON.parse(text)
    return failure(400, 'The request body must not contain `__proto__` or `constructor.prototype`.')
  } catch {
    return failure(400, 'The request body is not valid JSON.')
  }
}

type OtherMedia = NonNullable<Route['bodyMedia']>

/** Accepts only bodies of this media type: a form as an object, everything else as text. */
export function acceptOnlyMedia(scope: FastifyInstance, media: OtherMedia): void {
  const isForm = media === 'application/x-www-form-urlencoded'
  const accepted = { types: [media], ...(!isForm && { bodyLimit }) }
  acceptOnly(scope, accepted, (_, text, done) => done(null, isForm ? parseForm(text) : text))
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
