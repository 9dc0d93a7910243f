import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { badRequest } from '../core/errors.ts'
import { suggestKnown } from '../core/suggestion.ts'
import { labeled } from './output.ts'

/** The shapes of the settings that `--set` takes, by name. */
type Choices = Readonly<Record<string, TSchema>>

/** The help text that lists the choices. */
export const describeChoices = (choices: Choices): string =>
  `\nSettings:\n${labeled(Object.entries(choices).map(([name, shape]) => [`  ${name}`, describe(shape)]))}\n`

const describe = (shape: object) => ('description' in shape ? String(shape.description) : '')

/**
 * `name=value` pairs as settings: lists separated by commas, objects in JSON, numbers and true/false as they read.
 * @throws AppError bad_request: there is no such setting, or it can't have that value
 */
export function parseChoices(choices: Choices, pairs: readonly string[]): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const pair of pairs) {
    const [name = '', text = ''] = pair.split(/=(.*)/s)
    const shape = Object.hasOwn(choices, name) ? choices[name] : undefined
    if (!shape) throw badRequest(`Unknown setting ${name}; ${suggestKnown(name, Object.keys(choices))}`)
    const value = Value.Convert(shape, readText(shape, text))
    if (!Value.Check(shape, value)) throw badRequest(`${name} cannot be "${text}"; it takes ${describeShape(shape)}`)
    settings[name] = value
  }
  return settings
}

function readText(shape: Shape, text: string): unknown {
  if (shape.items) return text.split(',').filter(Boolean)
  if (shape.type !== 'object') return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Shape = {
  type?: string
  minimum?: number
  maximum?: number
  anyOf?: unknown
  items?: object
  const?: unknown
  examples?: unknown[]
}

function describeShape(schema: object): string {
  const shape: Shape = schema
  if (shape.items) return `a list of ${describeShape(shape.items)}, separated by commas`
  if (shape.anyOf) return (shape.anyOf as { const: unknown }[]).map((choice) => choice.const).join(' | ')
  if (shape.const !== undefined) return String(shape.const)
  if (shape.type === 'object') return 'JSON, as the administration API takes it'
  if (shape.type === 'string') return `texts such as ${shape.examples?.[0]}`
  return shape.type === 'integer' ? `a whole number from ${shape.minimum} to ${shape.maximum}` : 'true | false'
}
