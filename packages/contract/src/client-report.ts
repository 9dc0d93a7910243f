import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

type ObjectSchema = TSchema & { properties?: Readonly<Record<string, TSchema>>; required?: readonly string[] }
type ArraySchema = TSchema & { items?: TSchema; maxItems?: number }
type Fields = Record<string, unknown>

// Not enumerable, as what TypeBox itself knows of a schema: no validator looks at it.
const mark = '~clientReport'

/**
 * An unsigned report of a client, on which no decision depends: the call never fails because of it. What doesn't fit the
 * schema is left out, and what fits is kept.
 */
export const ClientReport = <S extends TSchema>(schema: S): S =>
  Object.defineProperties({} as S, {
    ...Object.getOwnPropertyDescriptors(schema),
    [mark]: { value: true, configurable: true, writable: true },
  })

export const isClientReport = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && (schema as { [mark]?: boolean })[mark] === true

/**
 * Leaves out the reports in a body that don't fit, or the parts of them that don't; an object that is required becomes empty. Changes
 * the body itself.
 */
export function leaveOutUnfitReports({ properties = {}, required = [] }: ObjectSchema, body: unknown): void {
  if (!isFields(body)) return
  for (const [name, schema] of Object.entries(properties)) {
    if (!Object.hasOwn(body, name)) continue
    if (isClientReport(schema))
      keep(body, name, selectFitting(schema, body[name]) ?? (required.includes(name) ? {} : undefined))
    else leaveOutUnfitReports(schema, body[name])
  }
}

/** The value with only those of its parts that fit; undefined if it doesn't fit either way. */
function selectFitting(schema: ObjectSchema & ArraySchema, value: unknown): unknown {
  const { properties, items, maxItems = 0 } = schema
  let selected = value
  if (properties && isFields(value)) selected = selectFields(properties, value)
  // A longer list isn't looked at: its length is the caller's choice.
  else if (items && Array.isArray(value) && value.length <= maxItems)
    selected = value.filter((item) => selectFitting(items, item) !== undefined)
  return isWellFormed(selected) && Value.Check(schema, selected) ? selected : undefined
}

function selectFields(properties: Readonly<Record<string, TSchema>>, value: Fields): Fields {
  const selected = { ...value }
  for (const [name, schema] of Object.entries(properties))
    if (Object.hasOwn(value, name)) keep(selected, name, selectFitting(schema, value[name]))
  return selected
}

function keep(fields: Fields, name: string, value: unknown): void {
  if (value === undefined) delete fields[name]
  else fields[name] = value
}

// No database can hold half a surrogate pair.
const isWellFormed = (value: unknown) => typeof value !== 'string' || value.isWellFormed()

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
