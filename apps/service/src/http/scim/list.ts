import type { Budget } from './budget.ts'
import { invalidValue } from './errors.ts'
import { type Filter, listNames, parseFilter } from './filter.ts'
import { compileFilter } from './match.ts'
import { type Path, parsePath } from './paths.ts'
import { createProjector, type Projection } from './projection.ts'
import type { Resource } from './representation.ts'
import { type Document, readProperty, requireObject } from './resource.ts'
import { listAttributes, type ResourceType, withoutSchema } from './schema.ts'

export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export const mostResults = 200
const usualResults = 100
/** Several times the attributes that there are. */
const mostNames = 200

/** The query of a client, or of the body of a search (RFC 7644 §3.4.2 and §3.4.3). */
export type Query = Projection & {
  filter: Filter | undefined
  sortBy: string | undefined
  descending: boolean
  startIndex: number
  count: number
}

/** @throws ScimError invalidValue, invalidFilter, tooMany */
export function readQuery(sent: unknown): Query {
  const given = requireObject(sent ?? {}, 'The search')
  const filter = readText(given, 'filter')
  return {
    filter: filter === undefined ? undefined : parseFilter(filter),
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
  const number = typeof value === 'object' ? Number.NaN : Number(value)
  if (!Number.isInteger(number)) throw invalidValue(`${name} must be an integer`)
  return number
}

function readNames(given: Document, name: string): string[] {
  const value = readProperty(given, name) ?? ''
  const texts = [value].flat()
  if (!texts.every((text) => typeof text === 'string')) throw invalidValue(`${name} must be a list of names`)
  const names = texts.flatMap((text) => text.split(','))
  if (names.length > mostNames) throw invalidValue(`${name} can have at most ${mostNames} names`)
  return names.map((text) => text.trim()).filter((text) => text !== '')
}

/** The resources of one type. */
export type Collection = {
  type: ResourceType
  /** The IDs of those that can match the filter, in the order in which they were created. */
  listIds(filter: Filter | undefined): Promise<readonly string[]>
  /**
   * Those with these IDs that exist, in any order. `isWhole`: with the groups of users and the members of groups, each of which
   * costs the budget; their versions are right only then.
   */
  load(ids: readonly string[], isWhole: boolean): Promise<readonly Resource[]>
}

type Search = { collections: readonly Collection[]; query: Query; budget: Budget }

/**
 * The page of the resources that the query selects. Filters are evaluated in memory, piece by piece: an installation has some
 * thousands of members at most.
 * @throws ScimError invalidFilter, invalidPath, tooMany
 */
export async function listPage({ collections, query, budget }: Search) {
  const found: Entry[] = []
  for (const collection of collections)
    found.push(...(await select(collection, { query, budget, isOneOfMany: collections.length > 1 })))
  if (query.sortBy !== undefined) sort(found, query.descending)
  const page = found.slice(query.startIndex - 1, query.startIndex - 1 + query.count)
  const resources = await loadPage(page, query, budget)
  return {
    schemas: [listSchema],
    totalResults: found.length,
    startIndex: query.startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

/** `key`: what it is sorted by. */
type Entry = { collection: Collection; id: string; key: string | undefined }

type Selection = { query: Query; budget: Budget; isOneOfMany: boolean }

/** Pieces of a list that take some milliseconds each. */
const perPiece = 200

/** Of users and groups together, those that lack an attribute of the filter don't match it (RFC 7644 §3.4.2.1). */
async function select(collection: Collection, { query, budget, isOneOfMany }: Selection): Promise<Entry[]> {
  const { type } = collection
  const { filter, sortBy } = query
  const strip = (name: string) => withoutSchema(type, name)
  const scope = { attributes: listAttributes(type), strip, ignoresUnknown: isOneOfMany, budget }
  const matches = filter && compileFilter(filter, scope)
  const sortPath = sortBy === undefined ? undefined : parsePath(type, sortBy)
  const ids = await collection.listIds(filter)
  if (!matches && !sortPath) return ids.map((id) => ({ collection, id, key: undefined }))
  const found: Entry[] = []
  const names = [...(filter ? listNames(filter, strip) : []), ...(sortPath ? [sortPath.attribute.name] : [])]
  const isWhole = names.some((name) => derived.has(name))
  for await (const resources of loadPieces(collection, { ids, isWhole, budget }))
    for (const resource of resources)
      if (matches?.(resource) ?? true)
        found.push({ collection, id: resource.id, key: sortPath && readSortKey(sortPath, resource) })
  return found
}

/** Attributes that only whole resources have. */
const derived = new Set(['groups', 'members', 'meta'])

/** About what it takes to read a resource. */
const unitsPerResource = 40

type Pieces = { ids: readonly string[]; isWhole: boolean; budget: Budget }

async function* loadPieces(collection: Collection, { ids, isWhole, budget }: Pieces) {
  for (let at = 0; at < ids.length; at += perPiece) {
    const piece = ids.slice(at, at + perPiece)
    budget.spend(unitsPerResource * piece.length)
    const byId = new Map((await collection.load(piece, isWhole)).map((resource) => [resource.id, resource]))
    yield piece.flatMap((id) => byId.get(id) ?? [])
    await budget.takeTurns()
  }
}

/** A value that is sent costs more than it takes, because it is written as JSON at once with all others. */
const unitsPerSent = 50

/** Resources that are deleted between the reads are left out. */
async function loadPage(page: readonly Entry[], query: Query, budget: Budget): Promise<Document[]> {
  const loaded = new Map<string, Document>()
  for (const [collection, found] of Map.groupBy(page, (one) => one.collection)) {
    const project = createProjector(collection.type, query)
    const ids = found.map(({ id }) => id)
    for await (const piece of loadPieces(collection, { ids, isWhole: true, budget })) {
      const projected = piece.map((resource) => [resource.id, project(resource)] as const)
      budget.spend(unitsPerSent * projected.flatMap(([, one]) => Object.values(one)).flat().length)
      for (const [id, one] of projected) loaded.set(id, one)
    }
  }
  return page.map(({ id }) => loaded.get(id)).filter((one) => one !== undefined)
}

/** Resources without a value come last, or first in descending order (RFC 7644 §3.4.2.3). */
function sort(found: Entry[], descending: boolean): void {
  const direction = descending ? -1 : 1
  found.sort((left, right) => direction * compareKeys(left.key, right.key))
}

function compareKeys(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0
  if (left === undefined) return 1
  if (right === undefined) return -1
  return left < right ? -1 : 1
}

/** The primary value of several, otherwise the first one. */
function readSortKey({ attribute, sub }: Path, resource: Resource): string | undefined {
  const held = resource[attribute.name]
  const value = Array.isArray(held) ? (held.find((one) => one.primary) ?? held[0]) : held
  const part = sub?.name ?? (attribute.type === 'complex' ? 'value' : undefined)
  const read = part === undefined ? value : (value as Document | undefined)?.[part]
  if (read === undefined) return undefined
  return (sub ?? attribute).caseExact ? String(read) : String(read).toLowerCase()
}
