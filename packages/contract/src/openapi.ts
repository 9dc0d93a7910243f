import { Type } from 'typebox'
import { acceptBlanks } from './blanks.ts'
import { findExample, isObject, type Json, type JsonObject, plain } from './examples.ts'
import { listRejections, sharedName, toErrorBody } from './rejections.ts'
import type { Api, Rejection, RejectionShape, Route } from './route.ts'
import { scopeSentence, securitySchemes, toSecurity } from './security.ts'
import { AppError } from './shapes.ts'

/** The parts that operations share, each once by its name. */
type Components = {
  schemas: Map<string, Json>
  responses: Map<string, Json>
  rejections: RejectionShape
  /** Turns the schema of a request into what callers may send. */
  accept: typeof acceptBlanks
}

const defaultErrors: RejectionShape = { schemaAt: () => AppError, exampleAt: (_, error) => error }

/** A choice among constants as an `enum`, which other generators of clients understand better than `anyOf`. */
function withEnum({ anyOf, ...schema }: JsonObject): JsonObject {
  if (!Array.isArray(anyOf)) return schema
  const constants = anyOf.flatMap((choice) => (isObject(choice) && choice.const !== undefined ? [choice] : []))
  if (constants.length < anyOf.length) return { anyOf, ...schema }
  return { type: constants[0]!.type!, enum: constants.map((choice) => choice.const!), ...schema }
}

/** Replaces every titled schema by a reference and collects it once, in order of appearance. */
function withReferences(schema: Json, found: Map<string, Json>): Json {
  if (Array.isArray(schema)) return schema.map((member) => withReferences(member, found))
  if (!isObject(schema)) return schema
  const entries = Object.entries(withEnum(schema)).map(([key, value]) => [
    key,
    // An example can have a title of its own.
    key === 'examples' && Array.isArray(value) ? value : withReferences(value, found),
  ])
  const body = Object.fromEntries(entries)
  if (typeof schema.title !== 'string') return body
  const other = found.get(schema.title)
  if (other !== undefined && JSON.stringify(other) !== JSON.stringify(body))
    throw new Error(`Two schemas have the title ${schema.title}`)
  found.set(schema.title, body)
  return { $ref: `#/components/schemas/${schema.title}` }
}

const describeCsv = (example: string): JsonObject => ({ 'text/csv': { schema: { type: 'string' }, example } })

const describeJwt = (example: string): JsonObject => ({ 'application/jwt': { schema: { type: 'string' }, example } })

const content = (schema: unknown, { schemas }: Components, media = 'application/json'): JsonObject => {
  const given = plain(schema)
  return { [media]: { schema: withReferences(given, schemas), example: findExample(given) ?? null } }
}

function describeRejection(route: Route, [text, rejection]: [string, Rejection], shared: Components): JsonObject {
  const status = Number(text)
  const error = toErrorBody(status, rejection)
  const response = {
    description: error.msg,
    ...((status === 429 || status === 503) && { headers: retryHeaders }),
    content: route.errorPages ? pageContent : describeErrorBody([status, rejection], shared),
  }
  const name = route.errorPages ? undefined : sharedName(route, status)
  if (name === undefined) return response
  shared.responses.set(name, response)
  return { $ref: `#/components/responses/${name}` }
}

const pageContent: JsonObject = { 'text/html': { schema: { type: 'string' }, example: '<!doctype html>' } }

function describeErrorBody([status, rejection]: [number, Rejection], shared: Components): JsonObject {
  const { schemaAt, exampleAt } = shared.rejections
  const alternative = typeof rejection === 'object' ? rejection.response : undefined
  if (alternative) return content(Type.Union([alternative, schemaAt(status)]), shared)
  const example = plain(exampleAt(status, toErrorBody(status, rejection)))
  return { 'application/json': { schema: withReferences(plain(schemaAt(status)), shared.schemas), example } }
}

const retryHeaders: JsonObject = {
  'Retry-After': { description: 'Seconds until another call is accepted', schema: { type: 'integer' } },
}

const etagHeaders: JsonObject = {
  ETag: { description: 'Identifies this version of the response', schema: { type: 'string' } },
  'Cache-Control': { description: 'How long it can be cached', schema: { type: 'string' } },
}

const locationHeaders: JsonObject = {
  Location: { description: 'Where the browser goes next', schema: { type: 'string' } },
}

function describeResponses(route: Route, shared: Components): JsonObject {
  return {
    [route.ok]: {
      description: route.never ? 'Never returned: the call is always rejected' : 'Done',
      ...(route.etag && { headers: etagHeaders }),
      ...(route.ok === 303 && { headers: locationHeaders }),
      ...(route.result && {
        content: {
          ...content(route.result, shared, route.media),
          ...(route.csv && describeCsv(route.csv)),
          ...(route.jwt && describeJwt(route.jwt)),
        },
      }),
    },
    ...(route.leads && { 303: { description: route.leads, headers: locationHeaders } }),
    ...(route.etag &&
      route.method === 'GET' && {
        304: { description: 'The caller already has this version (If-None-Match)', headers: etagHeaders },
      }),
    ...Object.fromEntries(
      Object.entries(listRejections(route)).map((entry) => [entry[0], describeRejection(route, entry, shared)]),
    ),
  }
}

const exampleMember = (schema: JsonObject): JsonObject => {
  const example = findExample(schema)
  return example === undefined ? {} : { example }
}

function listParameters(route: Route, { schemas, accept }: Components): Json[] {
  const listed = (schema: JsonObject, where: string): Json[] => {
    const { properties = {}, required = [] } = schema
    return Object.entries(properties as { [name: string]: JsonObject }).map(([name, member]) => ({
      name,
      in: where,
      required: (required as Json[]).includes(name),
      description: member.description ?? name,
      schema: withReferences(member, schemas),
      ...exampleMember(member),
    }))
  }
  const { params = {}, query = {}, headers = {} } = route
  return [
    ...listed(plain(params), 'path'),
    ...listed(accept(plain(query), 'query'), 'query'),
    ...listed(plain(headers), 'header'),
  ]
}

function toOperation(name: string, route: Route, shared: Components): JsonObject {
  const parameters = listParameters(route, shared)
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    ...(route.never && { deprecated: true }),
    description: `${route.description}${scopeSentence(route.access)}`,
    ...toSecurity(route.access),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: content(shared.accept(plain(route.body), 'body'), shared, route.bodyMedia),
      },
    }),
    responses: describeResponses(route, shared),
  }
}

const baseUrl = {
  application: { default: 'http://localhost:4300/apps/demo', description: 'The address of the application' },
  installation: { default: 'http://localhost:4300', description: 'The address of the service' },
}

function toServer({ basePath, of = 'application' }: Api): JsonObject {
  return {
    url: `{baseUrl}${basePath}`,
    description: `The address of one ${of}`,
    variables: { baseUrl: baseUrl[of] },
  }
}

/** The schemes that some operation names; an unused one would only confuse. */
function listSecuritySchemes(api: Api): JsonObject {
  const used = Object.values(api.routes).flatMap(({ access }) => toSecurity(access).security.flatMap(Object.keys))
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.includes(name)))
}

const byName = (found: Map<string, Json>) => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))

/** The OpenAPI 3.1 description of an API. Pure: the same API gives the same object. */
export function toOpenApi(api: Api): JsonObject {
  const shared: Components = {
    schemas: new Map(),
    responses: new Map(),
    rejections: api.rejections ?? defaultErrors,
    accept: api.ignoresBlanks ? acceptBlanks : (schema) => schema,
  }
  const paths: { [path: string]: JsonObject } = {}
  for (const [name, route] of Object.entries(api.routes)) {
    const operation = toOperation(name, route, shared)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: api.version,
      description: api.description,
      contact: { name: 'The Thumbturn maintainers' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [toServer(api)],
    tags: Object.entries(api.tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: listSecuritySchemes(api),
      responses: byName(shared.responses),
      schemas: byName(shared.schemas),
    },
  }
}
