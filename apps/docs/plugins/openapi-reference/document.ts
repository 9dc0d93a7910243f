import { parse } from 'yaml'
import type { Guide } from './guides.ts'
import type { Access, Answer, Field, Group, Operation, Reference } from './model.ts'
import {
  type Method,
  methods,
  type OpenApi,
  type OpenApiOperation,
  type OpenApiResponse,
  type Parameter,
  type Ref,
  resolve,
  type Schema,
} from './openapi.ts'

type Source = { file: string; findGuides: (operation: { id: string; tag: string }) => Guide[] }

/** Reads an OpenAPI 3.1 document as our contract emits it (local references, examples on every body). */
export function readDocument(text: string, { file, findGuides }: Source): Reference {
  const document = parse(text) as OpenApi
  const server = document.servers?.[0]
  const groups: Group[] = (document.tags ?? []).map(({ name, description = '' }) => ({
    tag: name,
    description,
    operations: [],
  }))
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const given = item[method]
      if (!given) continue
      const tag = given.tags?.[0] ?? 'other'
      const guides = findGuides({ id: given.operationId, tag })
      findOrAddGroup(groups, tag).operations.push({ ...readOperation(document, { method, path, given }), guides })
    }
  }
  return {
    title: document.info.title,
    version: document.info.version,
    description: document.info.description ?? '',
    server: server?.url ?? '',
    baseUrl: server?.variables?.baseUrl?.default ?? '',
    file,
    groups: groups.filter(({ operations }) => operations.length > 0),
  }
}

function findOrAddGroup(groups: Group[], tag: string): Group {
  const found = groups.find((group) => group.tag === tag)
  if (found) return found
  const added = { tag, description: '', operations: [] }
  groups.push(added)
  return added
}

type Place = { method: Method; path: string; given: OpenApiOperation }

function readOperation(document: OpenApi, { method, path, given }: Place): Omit<Operation, 'guides'> {
  const content = given.requestBody && resolve(document, given.requestBody).content
  const form = content?.['application/x-www-form-urlencoded']
  const scopeSentence = /\n\n[^\n]*needs the scope `[^`]+`\.\s*$/
  return {
    id: given.operationId,
    method: method.toUpperCase(),
    path,
    summary: given.summary ?? '',
    // The access line says the scope already.
    description: (given.description ?? '').replace(scopeSentence, ''),
    access: describeAccess(document, given),
    parameters: (given.parameters ?? []).map((one) => withoutNull(toParameter(document, one))),
    body: putEssentialFirst(
      form
        ? listBodyFields(document, form.schema)?.map(withoutNull)
        : content && listBodyFields(document, Object.values(content)[0]?.schema),
    ),
    bodyExample: orderExample((form ?? content?.['application/json'])?.example),
    ...(form && { isForm: true }),
    answers: Object.entries(given.responses).map(([status, answer]) => toAnswer(document, status, answer)),
  }
}

/** Fields that SDKs fill in: long, and the same in many operations. */
const incidental = new Set(['deviceInfo', 'trustItems'])

const putEssentialFirst = (fields: Field[] | undefined) =>
  fields && [...fields].sort((one, other) => Number(incidental.has(one.name)) - Number(incidental.has(other.name)))

function orderExample(example: unknown): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example
  const entries = Object.entries(example)
  const isEssential = ([name]: [string, unknown]) => !incidental.has(name)
  return Object.fromEntries([...entries.filter(isEssential), ...entries.filter((entry) => !isEssential(entry))])
}

/** The fields of a body. Of one that has a choice of fields, those of all choices, which are required only in all of them. */
function listBodyFields(document: OpenApi, given: Ref<Schema> | undefined): Field[] | undefined {
  const { anyOf = [], properties } = given ? resolve(document, given) : {}
  if (properties || anyOf.length === 0) return listFields(document, given)
  const choices = anyOf.map((choice) => listFields(document, choice) ?? [])
  const fields = Map.groupBy(choices.flat(), ({ name }) => name)
  return [...fields.values()].map((same) => ({
    ...same[0]!,
    required: same.length === choices.length && same.every(({ required }) => required),
    ...(same[0]!.choices && { choices: [...new Set(same.flatMap((field) => field.choices ?? []))] }),
  }))
}

function toParameter(document: OpenApi, given: Ref<Parameter>): Field {
  const { name, schema, required = false, in: where, description } = resolve(document, given)
  const field = toField(document, { name, schema, required })
  return { ...field, where, says: description ?? field.says }
}

/** Texts for a success of which the contract says only that it is one. */
const phrases: Readonly<Record<string, string>> = { Done: 'The call succeeded.' }

function toAnswer(document: OpenApi, status: string, given: Ref<OpenApiResponse>): Answer {
  const { content, description = '' } = resolve(document, given)
  const json = content?.['application/json']
  const isError = !status.startsWith('2')
  return {
    status,
    says: phrases[description] ?? description,
    // All errors have the same two fields, which the page describes once.
    fields: json && !isError ? listFields(document, json.schema) : undefined,
    example: json?.example,
    ...(content?.['text/html'] && { isPage: true }),
  }
}

const inWords: Record<string, string> = {
  adminKey: 'an API key of the installation',
  apiKey: 'an API key',
  userToken: 'a token of the user',
  session: 'the session of the flow',
}

function describeAccess(document: OpenApi, given: OpenApiOperation): Access {
  const security = given.security ?? document.security ?? []
  const kind = security.flatMap((one) => Object.keys(one))[0]
  const optional = security.some((one) => Object.keys(one).length === 0)
  const scope = given['x-scope'] ?? ''
  if (kind === undefined) return { kind: 'none', optional: true, scope, says: 'Public: no credential' }
  const sent = `${inWords[kind] ?? kind}${scope ? ` with ${scope}` : ''}`
  return { kind, optional, scope, says: optional ? `Public, or ${sent}` : `Needs ${sent}` }
}

/** The fields of an object, or of the items of an array. */
function listFields(document: OpenApi, given: Ref<Schema> | undefined, depth = 0): Field[] | undefined {
  if (!given || depth > 8) return undefined
  const schema = resolve(document, given)
  if (schema.type === 'array') return listFields(document, schema.items, depth)
  if (schema.allOf) return schema.allOf.flatMap((one) => listFields(document, one, depth) ?? [])
  if (!schema.properties) return undefined
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties).map(([name, one]) =>
    toField(document, { name, schema: one, required: required.has(name), depth: depth + 1 }),
  )
}

type FieldSchema = { name: string; schema: Ref<Schema>; required: boolean; depth?: number }

/**
 * A field that may be blank as what it is otherwise, because the introduction says once that blanks count as missing; also one that
 * takes anything, because its description says then what is left out.
 */
function withoutBlank(document: OpenApi, given: Ref<Schema>): Schema {
  const { anyOf = [], ...schema } = resolve(document, given)
  const isShape = (one: Schema) => one.title !== 'Blank' && Object.keys(one).length > 0
  const [only, ...others] = anyOf.map((one) => resolve(document, one)).filter(isShape)
  return only && others.length === 0 ? { ...only, ...schema } : resolve(document, given)
}

/** Neither a query nor a form can have `null`, which counts as missing in the contract. */
const withoutNull = (field: Field): Field => ({ ...field, type: field.type.replace(/ or null$/, '') })

const isBlank = (value: unknown) => value === null || value === ''

function toField(document: OpenApi, { name, schema: given, required, depth = 1 }: FieldSchema): Field {
  const schema = withoutBlank(document, given)
  const choices = listChoices(document, schema)
  const fields = listFields(document, schema, depth)
  const example = schema.examples?.[0]
  return {
    name,
    type: describeType(document, schema),
    required,
    says: schema.description ?? '',
    limits: describeLimits(schema),
    ...(choices && { choices }),
    ...(fields ? { fields } : example !== undefined && { example }),
  }
}

function describeType(document: OpenApi, given: Ref<Schema> = {}): string {
  const schema = resolve(document, given)
  if (schema.type === 'array') return `array of ${describeType(document, schema.items)}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'object') return schema.title ? `${schema.title}` : 'object'
  if (schema.type) return schema.type
  const values = schema.anyOf ?? schema.oneOf
  if (values) return [...new Set(values.map((one) => describeType(document, one)))].join(' or ')
  if (schema.const !== undefined) return typeof schema.const
  return 'any'
}

function listChoices(document: OpenApi, given: Ref<Schema> = {}): string[] | undefined {
  const schema = resolve(document, given)
  if (schema.const !== undefined) return [String(schema.const)]
  if (schema.enum) return schema.enum.filter((value) => !isBlank(value)).map(String)
  if (schema.type === 'array') return listChoices(document, schema.items)
  const constants = (schema.anyOf ?? []).map((one) => resolve(document, one).const)
  return constants.length > 0 && constants.every((value) => value !== undefined) ? constants.map(String) : undefined
}

function describeLimits(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format, default: preset } = schema
  return [
    ...between('characters', minLength, maxLength),
    ...between('', minimum, maximum),
    ...between('items', minItems, maxItems),
    ...(format ? [String(format)] : []),
    ...(preset === undefined ? [] : [`default ${JSON.stringify(preset)}`]),
  ]
}

function between(of: string, least?: number, most?: number): string[] {
  if (least === undefined && most === undefined) return []
  const words =
    least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : `${least} to ${most}`
  return [`${words} ${of}`.trim()]
}
