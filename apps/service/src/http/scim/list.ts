import { invalidValue } from './errors.ts'
import { parseFilter } from './filter.ts'
import { matches } from './match.ts'
import { parsePath, withoutSchema } from './paths.ts'
import { type Projection, project } from './projection.ts'
import type { Resource } from './representation.ts'
import { type Document, readProperty, requireObject } from './resource.ts'
import { listAttributes, type ResourceType } from './schema.ts'

export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export const mostResults = 200
const usualResults = 100

/** What a client asks for, in a query or in the body of a search (RFC 7644 §3.4.2 and §3.4.3). */
export type Query = Projection & {
  filter: string | undefined
  sortBy: string | undefined
  descending: boolean
  startIndex: number
  count: number
}

/** @throws ScimError invalidValue */
export function readQuery(sent: unknown): Query {
  const given = requireObject(sent ?? {}, 'The search')
  return {
    filter: readText(given, 'filter'),
    sortBy: readText(given, 'sortBy'),
    descending: readText(given, 'sortOrder')?.toLowerCase() === 'descending',
    startIndex: Math.max(1, readNumber(given, 'startIndex') ?? 1),
    count: Math.min(mostResults, Math.max(0, readNumber(given, 'count') ?? usualResults)),
    ...readProjection(given),
  }
}

/** @throws ScimError invalidValue */
export const readProjection = (given: Document): Projection => ({
  attributes: readNames(given, 'attributes'),
  excludedAttributes: readNames(given, 'excludedAttributes'),
})

function readText(given: Document, name: string): string | undefined {
  const value = readProperty(given, name)
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw invalidValue(`${name} must be a single string`)
  return value
}

function readNumber(given: Document, name: string): number | undefined {
  const value = readProperty(given, name)
  if (value === undefined || value === null || value === '') return undefined
  const number = Number(value)
  if (!Number.isInteger(number)) throw invalidValue(`${name} must be an integer`)
  return number
}

function readNames(given: Document, name: string): string[] {
  const value = readProperty(given, name) ?? ''
  const texts = [value].flat()
  if (!texts.every((text) => typeof text === 'string')) throw invalidValue(`${name} must be a list of names`)
  const names = texts.flatMap((text) => text.split(','))
  return names.map((text) => text.trim()).filter((text) => text !== '')
}

/** Resources of one type. */
export type Collection = { type: ResourceType; resources: readonly Resource[] }

/**
 * The page of the resources that the query selects. Filters are evaluated in memory, over what one read of the database
 * returned: an installation has some thousands of members at most.
 * @throws ScimError invalidFilter, invalidPath
 */
export function toListResponse(collections: readonly Collection[], query: Query) {
  const found = collections.flatMap((collection) => select(collection, query, collections.length > 1))
  const sorted = query.sortBy === undefined ? found : sort(found, query.sortBy, query.descending)
  const page = sorted.slice(query.startIndex - 1, query.startIndex - 1 + query.count)
  return {
    schemas: [listSchema],
    totalResults: sorted.length,
    startIndex: query.startIndex,
    itemsPerPage: page.length,
    Resources: page.map(({ type, resource }) => project(type, resource, query)),
  }
}

type Found = { type: ResourceType; resource: Resource }

/** Of users and groups together, those that lack an attribute of the filter don't match it (RFC 7644 §3.4.2.1). */
function select({ type, resources }: Collection, { filter: text }: Query, isOneOfMany: boolean): Found[] {
  const all = resources.map((resource) => ({ type, resource }))
  if (text === undefined) return all
  const filter = parseFilter(text)
  const strip = (name: string) => withoutSchema(type, name)
  const scope = { attributes: listAttributes(type), strip, ignoresUnknown: isOneOfMany }
  // A wrong filter fails also where there is nothing to filter.
  matches({}, filter, scope)
  return all.filter(({ resource }) => matches(resource, filter, scope))
}

/** Resources without a value come last, or first in descending order (RFC 7644 §3.4.2.3). */
function sort(found: readonly Found[], sortBy: string, descending: boolean): Found[] {
  const keyed = found.map((one) => ({ one, key: readSortKey(one, sortBy) }))
  const direction = descending ? -1 : 1
  keyed.sort((left, right) => direction * compareKeys(left.key, right.key))
  return keyed.map(({ one }) => one)
}

function compareKeys(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0
  if (left === undefined) return 1
  if (right === undefined) return -1
  return left < right ? -1 : 1
}

/** The primary value of several, otherwise the first one. */
function readSortKey({ type, resource }: Found, sortBy: string): string | undefined {
  const path = parsePath(type, sortBy)
  if (!path) return undefined
  const { attribute, sub } = path
  const held = resource[attribute.name]
  const value = Array.isArray(held) ? (held.find((one) => one.primary) ?? held[0]) : held
  const part = sub?.name ?? (attribute.type === 'complex' ? 'value' : undefined)
  const read = part === undefined ? value : (value as Document | undefined)?.[part]
  if (read === undefined) return undefined
  return (sub ?? attribute).caseExact ? String(read) : String(read).toLowerCase()
}
