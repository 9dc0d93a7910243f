import { findExpectation } from '@thumbturn/contract/patterns.ts'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** A value out of a few. */
export type Choice = string | number

/** The parts of the contract's schema of a field. */
export type FieldSchema = {
  type?: string
  description?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  examples?: readonly unknown[]
  anyOf?: readonly { const: Choice }[]
  items?: FieldSchema
}

/** How a field is edited. */
export type Field =
  | { kind: 'flag' }
  | { kind: 'number'; minimum: number; maximum: number }
  | { kind: 'text'; maxLength: number | undefined; example: string | undefined }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'choices'; choices: readonly Choice[] }
  | { kind: 'texts'; example: string | undefined }

/** How a field is edited, from its schema. */
export function toField(schema: FieldSchema): Field {
  const { type, items, anyOf } = schema
  if (anyOf) return { kind: 'choice', choices: listChoices(schema) }
  if (type === 'boolean') return { kind: 'flag' }
  if (type === 'integer') return { kind: 'number', minimum: schema.minimum!, maximum: schema.maximum! }
  if (type === 'string') return { kind: 'text', maxLength: schema.maxLength, example: readExample(schema) }
  return items?.anyOf
    ? { kind: 'choices', choices: listChoices(items) }
    : { kind: 'texts', example: readExample(items) }
}

const listChoices = ({ anyOf = [] }: FieldSchema) => anyOf.map((branch) => branch.const)

const readExample = (schema: FieldSchema | undefined) => {
  const example = schema?.examples?.[0]
  return typeof example === 'string' ? example : undefined
}

/** The choices with one more at the end, or one less. */
export const toggleChoice = (chosen: readonly Choice[], choice: Choice): Choice[] =>
  chosen.includes(choice) ? chosen.filter((other) => other !== choice) : [...chosen, choice]

const formatPlainly = (limit: number) => limit.toLocaleString('en')

/** Why a value doesn't match its schema, in words; undefined if it does. `formatLimit` writes the limits of a number. */
export function findProblem(schema: FieldSchema, value: unknown, formatLimit = formatPlainly): string | undefined {
  const checked = schema as TSchema
  if (Value.Check(checked, value)) return undefined
  const [error] = Value.Errors(checked, value)
  if (!error) return 'Not a valid value'
  const entry = /^\/(\d+)$/.exec(error.instancePath)?.[1]
  const subject = entry === undefined ? '' : `“${(value as unknown[])[Number(entry)]}” `
  return capitalize(`${subject}${explain(error, formatLimit)}`)
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Mismatch = { keyword: string; params: Readonly<Record<string, unknown>>; message: string }

function explain({ keyword, params, message }: Mismatch, formatLimit: (limit: number) => string): string {
  const limit = Number(params.limit)
  const count = formatPlainly(limit)
  const texts: Record<string, string> = {
    pattern: `must be ${findExpectation(String(params.pattern)) ?? 'in another format'}`,
    minimum: `must be at least ${formatLimit(limit)}`,
    maximum: `must be at most ${formatLimit(limit)}`,
    minLength: 'must not be empty',
    maxLength: `must be at most ${count} characters long`,
    minItems: `must have at least ${count} ${count === '1' ? 'entry' : 'entries'}`,
    maxItems: `must have at most ${count} entries`,
    uniqueItems: 'must not list an entry twice',
    type: params.type === 'integer' ? 'must be a whole number' : message,
  }
  return texts[keyword] ?? message
}
