import type { Document } from './resource.ts'
import { listAttributes, type ResourceType, withoutSchema } from './schema.ts'

/** The attributes that a client requests, or excludes; names as they were sent (RFC 7644 §3.9). */
export type Projection = { attributes: readonly string[]; excludedAttributes: readonly string[] }

/** Reduces a resource to the attributes that were requested, and those that every response has. */
export function createProjector(type: ResourceType, { attributes, excludedAttributes }: Projection) {
  const isWanted = attributes.length > 0
  const named = groupParts(type, isWanted ? attributes : excludedAttributes)
  const always = listAttributes(type).filter(({ returned }) => returned === 'always')
  const isAlways = (name: string) => always.some((attribute) => attribute.name === name)
  return (resource: Document): Document => {
    const entries = Object.entries(resource).map(([name, value]): [string, unknown] => {
      const parts = isAlways(name) ? undefined : named.get(name.toLowerCase())
      if (parts === undefined) return [name, isAlways(name) || !isWanted ? value : undefined]
      if (parts.has('')) return [name, isWanted ? value : undefined]
      return [name, pickParts(value, parts, isWanted)]
    })
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
}

/** The parts that are named of each attribute, in lowercase; the empty text for the whole attribute. */
function groupParts(type: ResourceType, names: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>()
  for (const name of names) {
    const [attribute = '', part = ''] = withoutSchema(type, name).toLowerCase().split('.')
    groups.set(attribute, (groups.get(attribute) ?? new Set()).add(part))
  }
  return groups
}

function pickParts(value: unknown, parts: ReadonlySet<string>, isWanted: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => pickParts(one, parts, isWanted))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => parts.has(name.toLowerCase()) === isWanted))
}
