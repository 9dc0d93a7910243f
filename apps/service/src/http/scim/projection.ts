import { withoutSchema } from './paths.ts'
import type { Document } from './resource.ts'
import { listAttributes, type ResourceType } from './schema.ts'

/** Which attributes a client asks for, or doesn't; names as they were sent (RFC 7644 §3.9). */
export type Projection = { attributes: readonly string[]; excludedAttributes: readonly string[] }

/** The resource with the attributes that were asked for, and those that every response has. */
export function project(
  type: ResourceType,
  resource: Document,
  { attributes, excludedAttributes }: Projection,
): Document {
  const toKey = (name: string) => withoutSchema(type, name).toLowerCase()
  const [wanted, unwanted] = [attributes.map(toKey), excludedAttributes.map(toKey)]
  const always = listAttributes(type).filter(({ returned }) => returned === 'always')
  const isAlways = (name: string) => always.some((attribute) => attribute.name === name)
  const entries = Object.entries(resource).map(([name, value]): [string, unknown] => {
    if (isAlways(name)) return [name, value]
    const key = name.toLowerCase()
    if (wanted.length > 0) return [name, wanted.includes(key) ? value : pickParts(value, listParts(wanted, key), true)]
    return [name, unwanted.includes(key) ? undefined : pickParts(value, listParts(unwanted, key), false)]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

const listParts = (names: readonly string[], key: string) =>
  names.filter((name) => name.startsWith(`${key}.`)).map((name) => name.slice(key.length + 1))

function pickParts(value: unknown, parts: readonly string[], isWanted: boolean): unknown {
  if (parts.length === 0) return isWanted ? undefined : value
  if (Array.isArray(value)) return value.map((one) => pickParts(one, parts, isWanted))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => parts.includes(name.toLowerCase()) === isWanted))
}
