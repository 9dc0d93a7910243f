import { invalidFilter } from './errors.ts'
import type { Filter, Literal, Operator } from './filter.ts'
import { type Attribute, findAttribute, isIgnored } from './schema.ts'

/** What attributes a filter can name: those of a resource, or the parts of a value. */
type Scope = {
  attributes: readonly Attribute[] /** Without the URN of the schema. */
  strip: (path: string) => string
  ignoresUnknown?: boolean
}

export type Values = Readonly<Record<string, unknown>>

/**
 * Whether a resource, or a value of an attribute, matches a filter.
 * @throws ScimError invalidFilter: an unknown attribute, or an operator that its type doesn't have
 */
export function matches(values: Values, filter: Filter, scope: Scope): boolean {
  switch (filter.kind) {
    case 'and': {
      // Both sides are evaluated, so that a wrong filter fails for every resource.
      const [left, right] = [matches(values, filter.left, scope), matches(values, filter.right, scope)]
      return left && right
    }
    case 'or': {
      const [left, right] = [matches(values, filter.left, scope), matches(values, filter.right, scope)]
      return left || right
    }
    case 'not':
      return !matches(values, filter.inner, scope)
    case 'some':
      return matchesSome(values, filter, scope)
    case 'compare':
      return matchesComparison(values, filter, scope)
  }
}

const createPartScope = ({ subAttributes = [] }: Attribute): Scope => ({
  attributes: subAttributes,
  strip: (path) => path,
})

function matchesSome(values: Values, { path, inner }: Extract<Filter, { kind: 'some' }>, scope: Scope): boolean {
  const attribute = requireAttribute(scope, scope.strip(path))
  if (attribute === undefined) return false
  if (attribute.type !== 'complex') throw invalidFilter(`${path} has no parts`)
  const parts = createPartScope(attribute)
  matches({}, inner, parts)
  return listValues(values[attribute.name]).some((value) => matches(value as Values, inner, parts))
}

/** Undefined for attributes that are ignored: no resource has them. */
function requireAttribute({ attributes, ignoresUnknown }: Scope, name: string): Attribute | undefined {
  const found = findAttribute(attributes, name)
  if (!found && !ignoresUnknown && !isIgnored(name)) throw invalidFilter(`There is no attribute ${name} to filter by`)
  return found
}

const listValues = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

type Comparison = Extract<Filter, { kind: 'compare' }>

function matchesComparison(values: Values, filter: Comparison, scope: Scope): boolean {
  const [name = '', ...rest] = scope.strip(filter.path).split('.')
  const attribute = requireAttribute(scope, name)
  if (attribute === undefined) return filter.operator === 'ne'
  const found = listValues(values[attribute.name])
  if (rest.length > 0) return compareParts(found, attribute, { ...filter, path: rest.join('.') })
  if (attribute.type !== 'complex') return compareAny(found, attribute, filter)
  if (filter.operator === 'pr') return found.length > 0
  // `members eq "…"` compares the values of its values.
  return compareParts(found, attribute, { ...filter, path: 'value' })
}

function compareParts(found: readonly unknown[], attribute: Attribute, filter: Comparison): boolean {
  const scope = createPartScope(attribute)
  if (!attribute.multiValued) return matchesComparison((found[0] ?? {}) as Values, filter, scope)
  const negated = filter.operator === 'ne'
  const positive = negated ? ({ ...filter, operator: 'eq' } as const) : filter
  matchesComparison({}, positive, scope)
  return found.some((value) => matchesComparison(value as Values, positive, scope)) !== negated
}

function compareAny(found: readonly unknown[], attribute: Attribute, { operator, value }: Comparison): boolean {
  if (operator === 'pr') return found.some((one) => one !== '' && one !== null)
  if (operator === 'ne') return !compareAny(found, attribute, { kind: 'compare', path: '', operator: 'eq', value })
  requireComparable(attribute, operator, value)
  if (value === null) return operator === 'eq' && found.length === 0
  return found.some((one) => compare(toComparable(one, attribute), operator, toComparable(value, attribute)))
}

function requireComparable({ name, type }: Attribute, operator: Operator, value: Literal) {
  if (value === null) return
  const isBoolean = type === 'boolean'
  if (isBoolean && operator !== 'eq') throw invalidFilter(`${name} is a boolean, which has no ${operator}`)
  if (isBoolean && !/^(?:true|false)$/i.test(String(value))) throw invalidFilter(`${name} is a boolean`)
  if (!isBoolean && typeof value !== 'string') throw invalidFilter(`${name} is a string: put the value in quotes`)
  if (type === 'dateTime' && Number.isNaN(Date.parse(String(value))))
    throw invalidFilter(`${value} is not a valid time`)
}

type Comparable = string | number

function toComparable(value: unknown, { type, caseExact }: Attribute): Comparable {
  if (type === 'dateTime') return Date.parse(String(value))
  const text = String(value).normalize('NFC')
  return caseExact ? text : text.toLowerCase()
}

/** Parts of texts are compared as texts, also those of times. */
function compare(held: Comparable, operator: Operator, wanted: Comparable): boolean {
  switch (operator) {
    case 'eq':
      return held === wanted
    case 'gt':
      return held > wanted
    case 'ge':
      return held >= wanted
    case 'lt':
      return held < wanted
    case 'le':
      return held <= wanted
    case 'co':
      return String(held).includes(String(wanted))
    case 'sw':
      return String(held).startsWith(String(wanted))
    default:
      return String(held).endsWith(String(wanted))
  }
}
