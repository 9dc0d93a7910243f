import { findExpectation } from '@thumbturn/contract/patterns.ts'
import {
  ApplicationSettings,
  defaultSettings,
  postQuantumAlgorithms,
} from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { SettingName } from './groups.ts'

type Choice = string | number
type Schema = {
  type?: string
  description?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  examples?: readonly unknown[]
  anyOf?: readonly { const: Choice }[]
  items?: Schema
}

/** How a setting is edited. */
export type Field =
  | { kind: 'flag' }
  | { kind: 'number'; minimum: number; maximum: number }
  | { kind: 'text'; maxLength: number | undefined; example: string | undefined }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'choices'; choices: readonly Choice[] }
  | { kind: 'texts'; example: string | undefined }

const findSchema = (name: SettingName) => ApplicationSettings.properties[name] as unknown as Schema & TSchema

/** The contract's description of a setting. */
export const describeSetting = (name: SettingName): string => findSchema(name).description ?? ''

/** How the setting is edited, from its schema. */
export function findField(name: SettingName): Field {
  const schema = findSchema(name)
  const { type, items, anyOf } = schema
  if (anyOf) return { kind: 'choice', choices: listChoices(schema) }
  if (type === 'boolean') return { kind: 'flag' }
  if (type === 'integer') return { kind: 'number', minimum: schema.minimum!, maximum: schema.maximum! }
  if (type === 'string') return { kind: 'text', maxLength: schema.maxLength, example: readExample(schema) }
  return items?.anyOf
    ? { kind: 'choices', choices: listChoices(items) }
    : { kind: 'texts', example: readExample(items) }
}

const listChoices = ({ anyOf = [] }: Schema) => anyOf.map((branch) => branch.const)

const readExample = (schema: Schema | undefined) => {
  const example = schema?.examples?.[0]
  return typeof example === 'string' ? example : undefined
}

/**
 * The choices with one more or one less. Their order is kept, as it can express a preference; algorithms that resist quantum
 * computers go to the front, so that authenticators that have them use them.
 */
export function toggleChoice(name: SettingName, chosen: readonly Choice[], choice: Choice): Choice[] {
  if (chosen.includes(choice)) return chosen.filter((other) => other !== choice)
  const isFirst = name === 'algorithms' && postQuantumAlgorithms.some((algorithm) => algorithm === choice)
  return isFirst ? [choice, ...chosen] : [...chosen, choice]
}

/** The default of a new application. */
export const defaultFor = (name: SettingName): unknown => defaultSettings[name]

/** Why a value isn't one of the setting, in words; undefined if it is. */
export function findProblem(name: SettingName, value: unknown): string | undefined {
  const schema = findSchema(name)
  if (Value.Check(schema, value)) return undefined
  const [error] = Value.Errors(schema, value)
  if (!error) return 'Not a valid value'
  const entry = /^\/(\d+)$/.exec(error.instancePath)?.[1]
  const subject = entry === undefined ? '' : `“${(value as unknown[])[Number(entry)]}” `
  return capitalize(`${subject}${explain(error.keyword, error.params, error.message)}`)
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Params = Readonly<Record<string, unknown>>

function explain(keyword: string, params: Params, message: string): string {
  const count = Number(params.limit).toLocaleString('en')
  const texts: Record<string, string> = {
    pattern: `must be ${findExpectation(String(params.pattern)) ?? 'in another format'}`,
    minimum: `must be at least ${count}`,
    maximum: `must be at most ${count}`,
    maxLength: `must be at most ${count} characters long`,
    minItems: `must have at least ${count} ${count === '1' ? 'entry' : 'entries'}`,
    maxItems: `must have at most ${count} entries`,
    uniqueItems: 'must not list an entry twice',
    type: params.type === 'integer' ? 'must be a whole number' : message,
  }
  return texts[keyword] ?? message
}
