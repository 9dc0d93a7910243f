import type { TSchema } from 'typebox'
import { isObject, type Json, type JsonObject } from './examples.ts'

type Fields = Readonly<Record<string, unknown>>
type ObjectSchema = { properties?: Readonly<Record<string, TSchema>>; required?: readonly string[] }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBlank = (value: unknown) => value === null || value === ''

/**
 * A body or query without its blank optional fields, at every depth: null and the empty string. Required and unknown fields
 * stay as they are, and so does what is no object. A copy only where something is left out: most clients send no blanks.
 */
export function withoutBlanks(schema: TSchema, sent: unknown): unknown {
  const { properties, required = [] } = schema as ObjectSchema
  if (!properties || !isFields(sent)) return sent
  let kept: Record<string, unknown> | undefined
  for (const name of Object.keys(sent)) {
    const value = sent[name]
    const isKnown = Object.hasOwn(properties, name)
    const isLeftOut = isKnown && isBlank(value) && !required.includes(name)
    const own = isKnown && !isLeftOut ? withoutBlanks(properties[name]!, value) : value
    if (!isLeftOut && own === value) continue
    kept ??= { ...sent }
    if (isLeftOut) delete kept[name]
    else kept[name] = own
  }
  return kept ?? sent
}

const Blank: JsonObject = { enum: [null, ''], title: 'Blank', description: 'The same as a missing field' }

/** The schema for callers, if blank optional fields of a body or query are removed before validation. */
export function acceptBlanks(schema: JsonObject, part: 'body' | 'query'): JsonObject {
  const { properties, required = [] } = schema
  if (!isObject(properties)) return schema
  const accepted = Object.entries(properties as { [name: string]: JsonObject }).map(([name, property]) => {
    const inner = acceptBlanks(property, part)
    return [name, (required as Json[]).includes(name) ? inner : orBlank(inner, part)]
  })
  return { ...schema, properties: Object.fromEntries(accepted) }
}

/** Whether a schema accepts anything, as that of a client's report. */
const isOpen = ({ type, anyOf }: JsonObject) =>
  Array.isArray(anyOf) ? anyOf.some((choice) => Object.keys(choice as JsonObject).length === 0) : type === undefined

/** Text without a format that may be blank stays one type, which generated clients can set directly. A query has no null. */
function orBlank(schema: JsonObject, part: 'body' | 'query'): JsonObject {
  if (isOpen(schema)) return schema
  const { type, enum: choices, minLength, pattern, ...rest } = schema
  const { description, format } = schema
  if (type !== 'string' || format !== undefined)
    return { anyOf: [schema, Blank], ...(description !== undefined && { description }) }
  const blanks = part === 'body' ? ['', null] : ['']
  return {
    ...rest,
    type: part === 'body' ? ['string', 'null'] : 'string',
    ...(choices !== undefined && { enum: [...(choices as Json[]), ...blanks] }),
    ...(pattern !== undefined && { pattern: new RegExp(String(pattern)).test('') ? pattern : `^$|${pattern}` }),
  }
}
