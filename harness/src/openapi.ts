import type { Api, Route } from '@thumbturn/contract'
import { toOpenApi } from '@thumbturn/contract/openapi'
import { formatChecks } from '@thumbturn/service/http/formats.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'

type Schema = { [key: string]: unknown }

/** The same schema, but objects can't have undeclared properties unless it explicitly allows them. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const { example, examples, ...rest } = schema as Schema
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, closed(value)]))
  return inner.type === 'object' && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner
}

/** The service writes times in one way alone. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Validates bodies against an OpenAPI document and describes each error. Undeclared properties are errors too. */
export function openApiValidator(document: object): (place: readonly string[], value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { ...formatChecks, 'date-time': dateTime } })
  ajv.addSchema({ ...(closed(JSON.parse(JSON.stringify(document))) as object), $id: 'urn:thumbturn:api' })
  return (place, value) => {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const check = ajv.getSchema(`urn:thumbturn:api#/${pointer}`)
    if (!check) return [`there is no schema at ${place.join(' ')}`]
    if (check(value)) return []
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    )
  }
}

/** Describes what the document of an API finds wrong with a body that is sent to one of its routes. */
export function bodyValidator(api: Api): (route: Route, body: unknown) => string[] {
  const findComplaints = openApiValidator(toOpenApi(api))
  return ({ path, method }, body) =>
    findComplaints(['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'], body)
}
