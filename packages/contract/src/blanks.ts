import type { TSchema } from 'typebox'

type Fields = Readonly<Record<string, unknown>>
type ObjectSchema = { properties?: Readonly<Record<string, TSchema>>; required?: readonly string[] }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBlank = (value: unknown) => value === null || value === ''

/**
 * A copy of a body or query without its blank optional fields, at every depth: null and the empty string. Required and
 * unknown fields stay as they are, and so does what is no object.
 */
export function withoutBlanks(schema: TSchema, sent: unknown): unknown {
  const { properties, required = [] } = schema as ObjectSchema
  if (!properties || !isFields(sent)) return sent
  const kept = Object.entries(sent).filter(([name, value]) => {
    const isOptional = Object.hasOwn(properties, name) && !required.includes(name)
    return !(isOptional && isBlank(value))
  })
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutBlanks(properties[name] ?? {}, value)]))
}
