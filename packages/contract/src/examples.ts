import { isClientReport } from './client-report.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema as the JSON that it is. A report of a client can have any value. */
export const plain = (schema: unknown) =>
  JSON.parse(JSON.stringify(schema, (_, part) => (isClientReport(part) ? openReport(part) : part))) as JsonObject

/** A report in OpenAPI: what clients send, and that anything else is accepted. */
function openReport({ ...schema }: JsonObject): JsonObject {
  const description = `${schema.description ?? 'Reported by the client'}. What does not fit is left out`
  if (schema.title) return { description, anyOf: [schema, {}] }
  return { description, ...(schema.examples && { examples: schema.examples }) }
}

/**
 * An example of a whole body, made of the examples, defaults and first choices of its parts. What has none is left out:
 * a required member without an example shows up as an example that its own schema rejects.
 */
export function findExample(schema: JsonObject): Json | undefined {
  const { examples, default: preset, anyOf, const: only, type, properties, items } = schema
  if (Array.isArray(examples)) return examples[0]
  if (preset !== undefined) return preset
  if (only !== undefined) return only
  if (type === 'object') return exampleOfMembers(isObject(properties) ? properties : {})
  if (Array.isArray(anyOf)) return isObject(anyOf[0]) ? findExample(anyOf[0]) : undefined
  if (type === 'array') return isObject(items) ? toList(findExample(items)) : []
  return undefined
}

const toList = (item: Json | undefined): Json[] => (item === undefined ? [] : [item])

function exampleOfMembers(properties: JsonObject): JsonObject {
  const members = Object.entries(properties).map(([name, schema]) => [
    name,
    isObject(schema) ? findExample(schema) : undefined,
  ])
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}
