import type { Static } from 'typebox'
// 400 kB of code that only imports need: nothing that every start of the service loads can import this file.
import { Value } from 'typebox/value'
import { findExpectation } from '../patterns.ts'
import type { LineSchema } from './user-records.ts'

/** Whether the value is what the schema describes, and text without lone surrogates. */
export const isLine = <S extends LineSchema>(schema: S, value: unknown): value is Static<S> =>
  Value.Check(schema, value) && isWellFormed(value)

/** Describes the flaw of a line, in words that name the field. */
export function describeFlaw(schema: LineSchema, value: unknown): string {
  const errors = [...Value.Errors(schema, value)]
  // The error of an unknown field itself says less than that of its object.
  const error = errors.find(({ keyword }) => keyword !== 'boolean') ?? errors[0]
  if (!error) return 'text must be well-formed Unicode'
  const { keyword, instancePath, params, message } = error as Flaw
  const field = instancePath.slice(1).replaceAll('/', '.') || 'the line'
  if (keyword === 'additionalProperties') return `${field} has the unknown field ${params.additionalProperties?.[0]}`
  if (keyword === 'required') return `${field} lacks ${params.requiredProperties?.join(', ')}`
  const expectation = params.pattern === undefined ? undefined : findExpectation(String(params.pattern))
  return `${field} ${expectation ? `must be ${expectation}` : message}`
}

type Flaw = {
  keyword: string
  instancePath: string
  message: string
  params: { additionalProperties?: string[]; requiredProperties?: string[]; pattern?: unknown }
}

/** JSON can escape half of a surrogate pair, which no database can store. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isWellFormed)
}
