import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { formatCount } from '../../ui/numbers.ts'
import { describePattern } from './expectations.ts'

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

/** Why a value doesn't match its schema, in words; undefined if it does. `formatLimit` writes the limits of a number. */
export function findProblem(schema: FieldSchema, value: unknown, formatLimit = formatCount): string | undefined {
  const checked = schema as TSchema
  if (Value.Check(checked, value)) return undefined
  const [error] = Value.Errors(checked, value)
  if (!error) return i18n._(msg`Not a valid value`)
  const at = /^\/(\d+)$/.exec(error.instancePath)?.[1]
  return at === undefined ? explain(error, formatLimit) : explainEntry(error, String((value as unknown[])[Number(at)]))
}

type Mismatch = { keyword: string; params: Readonly<Record<string, unknown>>; message: string }

function explain({ keyword, params, message }: Mismatch, formatLimit: (limit: number) => string): string {
  const limit = Number(params.limit)
  const texts: Record<string, MessageDescriptor> = {
    pattern: msg`Must be ${{ expectation: describePattern(String(params.pattern)) }}`,
    minimum: msg`Must be at least ${{ limit: formatLimit(limit) }}`,
    maximum: msg`Must be at most ${{ limit: formatLimit(limit) }}`,
    minLength: msg`Must not be empty`,
    maxLength: msg`Must be at most ${{ limit: formatCount(limit) }} characters long`,
    minItems: msg`${plural({ limit }, { one: 'Must have at least # entry', other: 'Must have at least # entries' })}`,
    maxItems: msg`Must have at most ${{ limit: formatCount(limit) }} entries`,
    uniqueItems: msg`Must not list an entry twice`,
    type: params.type === 'integer' ? msg`Must be a whole number` : msg`Not a valid value`,
  }
  const text = texts[keyword]
  return text ? i18n._(text) : message
}

/** The same about one of several entries. */
function explainEntry({ keyword, params }: Mismatch, entry: string): string {
  const limit = formatCount(Number(params.limit))
  const texts: Record<string, MessageDescriptor> = {
    pattern: msg`“${{ entry }}” must be ${{ expectation: describePattern(String(params.pattern)) }}`,
    minLength: msg`An entry must not be empty`,
    maxLength: msg`“${{ entry }}” must be at most ${{ limit }} characters long`,
  }
  const text = texts[keyword]
  return text ? i18n._(text) : i18n._(msg`“${{ entry }}” isn’t valid`)
}
