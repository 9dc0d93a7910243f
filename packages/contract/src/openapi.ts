import type { Access, Api, Refusal, Route } from './route.ts'
import { AppError } from './shapes.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An example made of the schema's own examples, defaults and first choices; what is optional and has none is left out. */
export function exampleOf(schema: JsonObject): Json | undefined {
  const { examples, default: preset, anyOf, const: only, type, properties, items, required } = schema
  if (Array.isArray(examples)) return examples[0]
  if (preset !== undefined) return preset
  if (only !== undefined) return only
  if (Array.isArray(anyOf)) return isObject(anyOf[0]) ? exampleOf(anyOf[0]) : undefined
  if (type === 'object')
    return exampleOfObject(isObject(properties) ? properties : {}, Array.isArray(required) ? required : [])
  if (type === 'array') return isObject(items) ? [exampleOf(items) ?? null] : []
  return type === 'string' ? 'string' : undefined
}

function exampleOfObject(properties: JsonObject, required: Json[]): JsonObject {
  const members = Object.entries(properties).map(([name, schema]) => [
    name,
    isObject(schema) ? exampleOf(schema) : undefined,
  ])
  return Object.fromEntries(
    members.filter(([name, value]) => value !== undefined && (required.includes(name as string) || value !== 'string')),
  )
}

/** Replaces every titled schema by a reference and collects it once, in order of appearance. */
function withReferences(schema: Json, found: Map<string, Json>): Json {
  if (Array.isArray(schema)) return schema.map((member) => withReferences(member, found))
  if (!isObject(schema)) return schema
  const body = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withReferences(value, found)]))
  if (typeof schema.title !== 'string') return body
  found.set(schema.title, body)
  return { $ref: `#/components/schemas/${schema.title}` }
}

const plain = (schema: unknown) => JSON.parse(JSON.stringify(schema)) as JsonObject

const content = (schema: unknown, found: Map<string, Json>): JsonObject => {
  const given = plain(schema)
  return { 'application/json': { schema: withReferences(given, found), example: exampleOf(given) ?? null } }
}

// For a scheme that is not OAuth, OpenAPI 3.1 takes the listed names as the roles that a call needs.
function securityOf(access: Access): Json[] {
  if (access === 'public') return []
  if (access === 'apiKey') return [{ apiKey: [] }]
  if (access.startsWith('apiKey:')) return [{ apiKey: [access.slice('apiKey:'.length)] }]
  if (access === 'admin') return [{ adminKey: [] }]
  if (access === 'session') return [{ session: [] }]
  if (access.startsWith('user?:')) return [{}, { userToken: [access.slice('user?:'.length)] }]
  return [{ userToken: [access.slice('user:'.length)] }]
}

const codeOf: Record<number, string> = { 400: 'bad_request', 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' }

function responsesOf(route: Route, found: Map<string, Json>): JsonObject {
  const schema = withReferences(plain(AppError), found)
  const refused = (status: number, refusal: Refusal): [string, Json] => {
    const { why, msgCode = codeOf[status] ?? 'internal_error' } =
      typeof refusal === 'string' ? { why: refusal } : refusal
    return [
      String(status),
      { description: why, content: { 'application/json': { schema, example: { msg: why, msgCode } } } },
    ]
  }
  return {
    [route.ok]: { description: 'Done', ...(route.result && { content: content(route.result, found) }) },
    ...Object.fromEntries(Object.entries(route.also).map(([status, refusal]) => refused(Number(status), refusal))),
    ...Object.fromEntries([refused(500, 'Internal server error')]),
  }
}

function parametersOf(route: Route): Json[] {
  const listed = (schema: unknown, where: string): Json[] => {
    const { properties = {}, required = [] } = plain(schema ?? {})
    return Object.entries(properties as JsonObject).map(([name, member]) => ({
      name,
      in: where,
      required: (required as Json[]).includes(name),
      description: (member as JsonObject).description ?? name,
      schema: member,
    }))
  }
  return [...listed(route.params, 'path'), ...listed(route.query, 'query')]
}

function operationOf(name: string, route: Route, found: Map<string, Json>): JsonObject {
  const parameters = parametersOf(route)
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    security: securityOf(route.access),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, content: content(route.body, found) } }),
    responses: responsesOf(route, found),
  }
}

const securitySchemes: JsonObject = {
  adminKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An API key of the installation itself, in the same forms',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'An API key: raw, as Bearer, or as the user name of Basic. A call that names a scope wants a key that holds it',
  },
  userToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access or grant token; the scheme word may be left out',
  },
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The session of a flow, as it was returned',
  },
}

/** The OpenAPI 3.1 description of an API. Pure: the same API gives the same object. */
export function toOpenApi(api: Api): JsonObject {
  const found = new Map<string, Json>()
  const paths: { [path: string]: JsonObject } = {}
  for (const [name, route] of Object.entries(api.routes)) {
    const operation = operationOf(name, route, found)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: api.version,
      description: api.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: `{baseUrl}${api.basePath}`,
        description: 'The address of one application',
        variables: {
          baseUrl: { default: 'http://localhost:4300/apps/demo', description: 'Where the application is reached' },
        },
      },
    ],
    tags: Object.entries(api.tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes, schemas: Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))) },
  }
}
