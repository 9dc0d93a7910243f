import { invalidPath } from './errors.ts'
import { type Filter, parseFilter } from './filter.ts'
import { type Attribute, findAttribute, isIgnored, listAttributes, type ResourceType, withoutSchema } from './schema.ts'

/** A part of a resource: an attribute, the values of it that a filter selects, and a part of those (RFC 7644 §3.5.2). */
export type Path = { attribute: Attribute; filter?: Filter; sub?: Attribute }

/**
 * The part that a name such as `name.givenName` or `emails[type eq "work"].value` denotes, in any case; undefined for
 * attributes that are ignored.
 * @throws ScimError invalidPath, invalidFilter
 */
export function parsePath(type: ResourceType, text: string): Path | undefined {
  const bare = withoutSchema(type, text.trim())
  if (isIgnored(bare) || isIgnored(bare.split(/[.[]/)[0]!)) return undefined
  const [, name = '', filter, sub] = /^([\w$-]+)(?:\[(.*)\])?(?:\.([\w$-]+))?$/s.exec(bare) ?? []
  const attribute = findAttribute(listAttributes(type), name)
  if (!attribute) throw invalidPath(`There is no attribute ${text}`)
  if (filter !== undefined && !attribute.multiValued)
    throw invalidPath(`${name} has a single value, so it can't be filtered`)
  return {
    attribute,
    ...(filter !== undefined && { filter: parseFilter(filter) }),
    ...(sub !== undefined && { sub: requirePart(attribute, sub) }),
  }
}

function requirePart(attribute: Attribute, name: string): Attribute {
  const found = findAttribute(attribute.subAttributes ?? [], name)
  if (!found) throw invalidPath(`There is no attribute ${attribute.name}.${name}`)
  return found
}
