import { invalidSyntax, invalidValue, ScimError } from './errors.ts'
import {
  type Attribute,
  findAttribute,
  isIgnored,
  isSchemaOf,
  type ResourceType,
  schemas,
  withoutSchema,
} from './schema.ts'

/** The attributes of a resource that clients can write, by their names in the schema. */
export type Document = Readonly<Record<string, unknown>>

const longestText = 1_024
/** The values of an attribute that one request can send, or a resource can have. */
const mostValues: Readonly<Record<string, number>> = { emails: 100, members: 5_000 }

/** @throws ScimError invalidSyntax: it is no JSON object */
export function requireObject(value: unknown, what: string): Document {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Document
  throw invalidSyntax(`${what} must be a JSON object`)
}

/** The property of that name, in any case: clients don't agree about the case of messages either. */
export const readProperty = (object: Document, name: string): unknown =>
  Object.entries(object).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/**
 * The resource that a client sent. Attributes that clients can't write, and those that are ignored, are left out.
 * @throws ScimError invalidSyntax, invalidValue
 */
export function readResource(type: ResourceType, body: unknown): Document {
  const sent = requireObject(body, 'The body')
  requireSchema(type, readProperty(sent, 'schemas'))
  return readDocument(type, sent)
}

/** Some clients leave the schemas out; the address says what the resource is. */
function requireSchema(type: ResourceType, sent: unknown) {
  const urns: unknown[] = [sent ?? []].flat()
  if (urns.length > 0 && !urns.some((urn) => typeof urn === 'string' && isSchemaOf(type, urn)))
    throw invalidValue(`schemas must contain ${schemas[type].id}`)
}

/** The attributes of an object, which can be in an object under the URN of the schema, but not deeper. */
export const listEntries = (type: ResourceType, sent: Document): [name: string, value: unknown][] =>
  Object.entries(sent).flatMap(([name, value]): [string, unknown][] =>
    isSchemaOf(type, name) ? Object.entries(requireObject(value, name)) : [[withoutSchema(type, name), value]],
  )

/** @throws ScimError invalidValue: a value, or a required one is missing */
export function readDocument(type: ResourceType, given: Document): Document {
  const { attributes } = schemas[type]
  const sent = Object.fromEntries(listEntries(type, given))
  for (const name of Object.keys(sent)) {
    const isKnown = findAttribute(attributes, name) || ['schemas', 'id', 'meta'].includes(name.toLowerCase())
    if (!isKnown && !isIgnored(name)) throw invalidValue(`There is no attribute ${name}`)
  }
  const document = readParts(attributes, sent, '')
  const missing = attributes.find(({ name, required }) => required && isEmpty(document[name]))
  if (missing) throw invalidValue(`${missing.name} is required and must not be empty`)
  return document
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Those of the attributes that have a value. */
function readParts(attributes: readonly Attribute[], sent: Document, prefix: string): Document {
  const writable = attributes.filter(({ mutability }) => mutability !== 'readOnly')
  const entries = writable.map((attribute) => [
    attribute.name,
    readValue(attribute, readProperty(sent, attribute.name), prefix),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/**
 * A value of an attribute as its type requires it; undefined for null and for no value.
 * @throws ScimError invalidValue
 */
export function readValue(attribute: Attribute, sent: unknown, prefix = ''): unknown {
  if (sent === undefined || sent === null) return undefined
  if (!attribute.multiValued) return readSingle(attribute, sent, prefix)
  const values = [sent].flat()
  const most = mostValues[attribute.name] ?? 1
  if (values.length > most) throw invalidValue(`${prefix}${attribute.name} can have at most ${most} values`)
  const read = values.map((value) => readSingle(attribute, toObject(attribute, value), prefix))
  return read.length === 0 ? undefined : read
}

/** Some clients send `"emails": ["a@example.com"]`. */
const toObject = ({ type }: Attribute, value: unknown) =>
  type === 'complex' && typeof value === 'string' ? { value } : value

function readSingle(attribute: Attribute, given: unknown, prefix: string): unknown {
  const name = `${prefix}${attribute.name}`
  if (attribute.type === 'complex') return readComplex(attribute, given, name)
  const sent = unwrap(given)
  if (attribute.type === 'boolean') return readBoolean(sent, name)
  if (typeof sent !== 'string') throw invalidValue(`${name} must be a string`)
  if (sent.length > longestText) throw invalidValue(`${name} can have at most ${longestText} characters`)
  return sent
}

/** Entra ID can send `[{"$ref": null, "value": "a"}]` for a simple value. */
function unwrap(sent: unknown): unknown {
  const [single] = Array.isArray(sent) && sent.length === 1 ? sent : [sent]
  const isWrapped = typeof single === 'object' && single !== null && !Array.isArray(single) && 'value' in single
  return isWrapped ? single.value : single
}

function readComplex({ subAttributes = [] }: Attribute, sent: unknown, name: string): Document {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw invalidValue(`${name} must be an object`)
  const document = readParts(subAttributes, sent as Document, `${name}.`)
  const missing = subAttributes.find((part) => part.required && isEmpty(document[part.name]))
  if (missing) throw invalidValue(`${name}.${missing.name} is required and must not be empty`)
  return document
}

/** Entra ID sends booleans as texts. */
function readBoolean(sent: unknown, name: string): boolean {
  if (typeof sent === 'boolean') return sent
  if (typeof sent === 'string' && /^(?:true|false)$/i.test(sent)) return sent.toLowerCase() === 'true'
  throw invalidValue(`${name} must be true or false`)
}

export const notMutable = (name: string) => new ScimError(400, 'mutability', `${name} can't be changed`)
