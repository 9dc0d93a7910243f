import { type Format, findExpectation, formats } from '@thumbturn/contract'
import { suggestKnown } from '../core/suggestion.ts'

/** A failure as the validator reports it, with the schema and the value, which `verbose` adds. */
export type Failure = {
  keyword: string
  /** A JSON pointer. */
  instancePath: string
  schemaPath: string
  params: Readonly<Record<string, unknown>>
  message?: string | undefined
  schema?: unknown
  parentSchema?: { properties?: object; const?: unknown }
  data?: unknown
}

/** One sentence about a request that doesn't fit its schema: the field, and what it must be. Never what was sent. */
export function describeFailures(failures: readonly Failure[], part: string): string {
  const sets = failures.find(isChoiceOfFields)
  if (sets) return describeFieldSets(sets, part)
  const relevant = selectDeepest(failures)
  const rule = relevant.find(({ keyword }) => !(keyword in alternatives))
  if (rule) return describeFailure(rule, part)
  const choices = new Set(relevant.flatMap(nameChoices))
  return `${nameField(part, relevant[0]?.instancePath ?? '')} must be ${listChoices(choices)}.`
}

const isFields = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data)

/** Whether a call lacks fields of which it must have one set or another. */
export const isChoiceOfFields = ({ keyword, schema }: Failure): boolean =>
  (keyword === 'anyOf' || keyword === 'oneOf') &&
  (schema as object[]).every((set) => Object.keys(set).join() === 'required')

/** A value that is no object has none of the fields, and fails that way, too. */
function describeFieldSets(failure: Failure, part: string): string {
  if (isFields(failure.data)) return `Send ${listFieldSets(failure)}.`
  return `${nameField(part, failure.instancePath)} must be ${typeNames.object}.`
}

function listFieldSets({ keyword, instancePath, schema }: Failure): string {
  const choices = (schema as { required: string[] }[]).map(({ required }) =>
    required.map((name) => code(fieldPath(`${instancePath}/${name}`))).join(' and '),
  )
  return keyword === 'oneOf' ? `either ${choices.join(' or ')}` : choices.join(', or ')
}

/** If a choice failed, each branch reports a failure; the deepest ones describe the actual problem. */
function selectDeepest(failures: readonly Failure[]): Failure[] {
  const branches = selectTagged(failures.filter(({ keyword }) => keyword !== 'anyOf'))
  const depth = ({ instancePath }: Failure) => instancePath.split('/').length
  const deepest = Math.max(...branches.map(depth))
  return branches.filter((failure) => depth(failure) === deepest)
}

/**
 * Of the branches of a choice that a constant tells apart, such as that of `type`, only the chosen one counts; without one,
 * the constants are what is wrong.
 */
function selectTagged(failures: readonly Failure[]): Failure[] {
  const tagged = failures.map((failure) => (failure.schemaPath.includes('/anyOf/') ? findWrongTag(failure) : undefined))
  const chosen = failures.filter((_, index) => tagged[index] === undefined)
  return chosen.length > 0 ? chosen : tagged.filter((failure) => failure !== undefined)
}

/** The failure of the constant that tells this branch from others, whatever else is wrong with it. */
function findWrongTag(failure: Failure): Failure | undefined {
  const { keyword, instancePath, parentSchema, data } = failure
  if (keyword === 'const') return failure
  if (!isFields(data)) return undefined
  for (const [name, schema] of Object.entries(parentSchema?.properties ?? {})) {
    const { const: allowedValue } = schema as { const?: unknown }
    if (allowedValue === undefined || data[name] === allowedValue) continue
    const params = { allowedValue } as Failure['params']
    return { ...failure, keyword: 'const', instancePath: `${instancePath}/${name}`, params, parentSchema: schema }
  }
  return undefined
}

type Params = Failure['params']

let list: Intl.ListFormat | undefined

/** The first list loads the data of languages, which takes 15 ms or more: not at the start. */
function listChoices(choices: Iterable<string>): string {
  list ??= new Intl.ListFormat('en', { type: 'disjunction' })
  return list.format(choices)
}

const code = (text: unknown) => `\`${text}\``

/** A constant has a type too, which is less precise. */
const nameChoices = ({ keyword, params, parentSchema }: Failure) =>
  parentSchema?.const === undefined ? (alternatives[keyword]?.(params) ?? []) : [code(parentSchema.const)]

/** Keywords of which several can fail at one place, each naming an accepted value. */
const alternatives: Record<string, (params: Params) => string[]> = {
  const: ({ allowedValue }) => [code(allowedValue)],
  enum: ({ allowedValues }) => (allowedValues as unknown[]).map(code),
  type: ({ type }) => String(type).split(',').map(nameType),
}

const typeNames: Record<string, string> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: '`true` or `false`',
  null: '`null`',
}

const nameType = (type: string) => typeNames[type] ?? type

function describeFailure({ keyword, instancePath, params, message, ...failure }: Failure, part: string): string {
  if (keyword === 'required') return `${nameField(part, `${instancePath}/${params.missingProperty}`)} is required.`
  if (keyword === 'additionalProperties') {
    const field = fieldPath(`${instancePath}/${String(params.additionalProperty).slice(0, 64)}`)
    const suggestion = suggestKnown(String(params.additionalProperty).slice(0, 64), knownFields(failure))
    const kind = part === 'querystring' ? 'query parameter' : 'field'
    return `Unknown ${kind} ${code(field)}; ${suggestion}${suggestion.endsWith('?') ? '' : '.'}`
  }
  const rule = rules[keyword]?.(params) ?? message
  return `${nameField(part, instancePath)} ${rule}.`
}

const knownFields = ({ parentSchema }: Pick<Failure, 'parentSchema'>) => Object.keys(parentSchema?.properties ?? {})

const rules: Record<string, (params: Params) => string> = {
  minLength: ({ limit }) => `must have at least ${count(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${count(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${count(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${count(limit, 'item')}`,
  maxProperties: ({ limit }) => `must have at most ${count(limit, 'field')}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  uniqueItems: () => 'must not contain duplicates',
  pattern: ({ pattern }) => `must be ${findExpectation(String(pattern)) ?? code(pattern)}`,
  format: ({ format }) => `must be ${formats[format as Format]}`,
}

const count = (limit: unknown, noun: string) => `${limit} ${noun}${limit === 1 ? '' : 's'}`

const parts: Record<string, string> = { querystring: 'query parameter', params: 'path parameter', headers: 'header' }

/** The field as a caller would write it, with its part of the request unless that is the body. */
function nameField(part: string, pointer: string): string {
  const name = parts[part]
  if (pointer === '') return name === undefined ? 'The request body' : `Every ${name}`
  return name === undefined ? code(fieldPath(pointer)) : `The ${name} ${code(fieldPath(pointer))}`
}

/** A JSON pointer (RFC 6901) as a path with dots and indices. */
const fieldPath = (pointer: string) =>
  pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, token) => (/^\d+$/.test(token) ? `${path}[${token}]` : path === '' ? token : `${path}.${token}`), '')
