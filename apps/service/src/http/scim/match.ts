import { type Budget, countUnits } from './budget.ts'
import { invalidFilter } from './errors.ts'
import type { Filter, Literal, Operator } from './filter.ts'
import { type Attribute, findAttribute, isIgnored } from './schema.ts'

/** The attributes that a filter can name: those of a resource, or the parts of a value. */
type Scope = {
  attributes: readonly Attribute[]
  /** Without the URN of the schema. */
  strip: (path: string) => string
  ignoresUnknown?: boolean
  budget: Pick<Budget, 'spend'>
}

export type Values = Readonly<Record<string, unknown>>

/** Whether a resource, or a value of an attribute, matches a filter. Each value that it compares costs its budget. */
export type Matcher = (values: Values) => boolean

/**
 * Checks a filter once, so that each evaluation stops at the first side that decides.
 * @throws ScimError invalidFilter: an unknown attribute, or an operator that its type doesn't have
 */
export function compileFilter(filter: Filter, scope: Scope): Matcher {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const [left, right] = [compileFilter(filter.left, scope), compileFilter(filter.right, scope)]
      return filter.kind === 'and'
        ? (values) => left(values) && right(values)
        : (values) => left(values) || right(values)
    }
    case 'not': {
      const inner = compileFilter(filter.inner, scope)
      return (values) => !inner(values)
    }
    case 'some':
      return compileSome(filter, scope)
    case 'compare':
      return compileComparison(filter, scope)
  }
}

const createPartScope = ({ subAttributes = [] }: Attribute, { budget }: Scope): Scope => ({
  attributes: subAttributes,
  strip: (path) => path,
  budget,
})

function compileSome({ path, inner }: Extract<Filter, { kind: 'some' }>, scope: Scope): Matcher {
  const attribute = requireAttribute(scope, scope.strip(path))
  if (attribute === undefined) return () => false
  if (attribute.type !== 'complex') throw invalidFilter(`${path} has no parts`)
  const matches = compileFilter(inner, createPartScope(attribute, scope))
  return (values) => listValues(values[attribute.name]).some((value) => matches(value as Values))
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

function compileComparison(filter: Comparison, scope: Scope): Matcher {
  const [name = '', ...rest] = scope.strip(filter.path).split('.')
  const attribute = requireAttribute(scope, name)
  if (attribute === undefined) return () => filter.operator === 'ne'
  const isWhole = rest.length === 0 && (attribute.type !== 'complex' || filter.operator === 'pr')
  // `members eq "…"` compares the values of its values.
  const test = isWhole
    ? compileTest(filter, attribute, scope)
    : compileParts({ ...filter, path: rest.join('.') || 'value' }, attribute, scope)
  return (values) => test(listValues(values[attribute.name]))
}

/** Whether the values of an attribute pass. */
type Test = (found: readonly unknown[]) => boolean

function compileParts(filter: Comparison, attribute: Attribute, scope: Scope): Test {
  const parts = createPartScope(attribute, scope)
  if (!attribute.multiValued) {
    const matches = compileComparison(filter, parts)
    return ([value = {}]) => matches(value as Values)
  }
  if (filter.operator === 'ne') return negate(compileParts({ ...filter, operator: 'eq' }, attribute, scope))
  const matches = compileComparison(filter, parts)
  return (found) => found.some((value) => matches(value as Values))
}

const negate =
  (test: Test): Test =>
  (found) =>
    !test(found)

function compileTest({ operator, value, ...rest }: Comparison, attribute: Attribute, scope: Scope): Test {
  if (operator === 'ne') return negate(compileTest({ ...rest, operator: 'eq', value }, attribute, scope))
  if (operator === 'pr') return findValue(scope, (one) => one !== '' && one !== null)
  requireComparable(attribute, operator, value)
  if (value === null) return (found) => operator === 'eq' && found.length === 0
  const wanted = toComparable(value, attribute)
  return findValue(scope, (one) => compare(toComparable(one, attribute), operator, wanted))
}

const findValue =
  ({ budget }: Scope, isWanted: (value: unknown) => boolean): Test =>
  (found) =>
    found.some((one) => {
      budget.spend(countUnits(String(one)))
      return isWanted(one)
    })

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
