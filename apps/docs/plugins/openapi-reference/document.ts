import { parse } from 'yaml'
import type { Access, Answer, Field, Group, Operation, Reference } from './model.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape, read member by member
type Json = Record<string, any>

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Reads an OpenAPI 3.1 document as our contract emits it (local references, examples on every body). */
export function readDocument(text: string, file: string): Reference {
  const document = parse(text) as Json
  const server = (document.servers as Json[] | undefined)?.[0]
  const groups: Group[] = ((document.tags ?? []) as Json[]).map(({ name, description }) => ({
    tag: name,
    description: description ?? '',
    operations: [],
  }))
  for (const [path, item] of Object.entries(document.paths as Json)) {
    for (const method of methods) {
      if (!item[method]) continue
      const operation = readOperation(document, { method, path, given: item[method] })
      findOrAddGroup(groups, item[method].tags?.[0] ?? 'other').operations.push(operation)
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

function readOperation(document: Json, at: { method: string; path: string; given: Json }): Operation {
  const { method, path, given } = at
  const content = resolve(document, given.requestBody)?.content?.['application/json']
  const access = describeAccess(document, given)
  const scopeSentence = /\n\n[^\n]*needs the scope `[^`]+`\.\s*$/
  return {
    id: given.operationId,
    method: method.toUpperCase(),
    path,
    summary: given.summary ?? '',
    // The access line says the scope already.
    description: (given.description ?? '').replace(scopeSentence, ''),
    access,
    parameters: ((given.parameters ?? []) as Json[]).map((one) => {
      const parameter = resolve(document, one) as Json
      const field = toField(document, { name: parameter.name, schema: parameter.schema, required: parameter.required })
      return { ...field, where: parameter.in, says: parameter.description ?? field.says }
    }),
    body: content && listFields(document, content.schema),
    bodyExample: content?.example,
    answers: Object.entries(given.responses as Json).map(([status, answer]) => toAnswer(document, status, answer)),
  }
}

function toAnswer(document: Json, status: string, given: Json): Answer {
  const answer = resolve(document, given) as Json
  const content = answer.content?.['application/json']
  const isError = !status.startsWith('2')
  return {
    status,
    says: answer.description ?? '',
    // All errors have the same two fields, which the page describes once.
    fields: content && !isError ? listFields(document, content.schema) : undefined,
    example: content?.example,
  }
}

const inWords: Record<string, string> = {
  adminKey: 'an API key of the installation',
  apiKey: 'an API key',
  userToken: 'a token of the user',
  session: 'the session of the flow',
}

function describeAccess(document: Json, given: Json): Access {
  const security = (given.security ?? document.security ?? []) as Json[]
  const kind = security.flatMap((one) => Object.keys(one))[0]
  const optional = security.some((one) => Object.keys(one).length === 0)
  const scope = given['x-scope'] ?? ''
  if (kind === undefined) return { kind: 'none', optional: true, scope, says: 'Public: no credential' }
  const sent = `${inWords[kind] ?? kind}${scope ? ` with ${scope}` : ''}`
  return { kind, optional, scope, says: optional ? `Public, or ${sent}` : `Needs ${sent}` }
}

function resolve(document: Json, given: Json | undefined): Json | undefined {
  if (given?.$ref === undefined) return given
  const found = (given.$ref as string)
    .slice(2)
    .split('/')
    .reduce((at: Json | undefined, name) => at?.[name], document)
  if (!found) throw new Error(`${given.$ref} leads nowhere`)
  const { $ref: _, ...beside } = given
  return resolve(document, { ...found, ...beside })
}

/** The fields of an object, or of the items of an array. */
function listFields(document: Json, given: Json | undefined, depth = 0): Field[] | undefined {
  const schema = resolve(document, given)
  if (!schema || depth > 8) return undefined
  if (schema.type === 'array') return listFields(document, schema.items, depth)
  if (schema.allOf) return (schema.allOf as Json[]).flatMap((one) => listFields(document, one, depth) ?? [])
  if (!schema.properties) return undefined
  const required = new Set((schema.required ?? []) as string[])
  return Object.entries(schema.properties as Json).map(([name, one]) =>
    toField(document, { name, schema: one, required: required.has(name), depth: depth + 1 }),
  )
}

function toField(
  document: Json,
  {
    name,
    schema: given,
    required = false,
    depth = 1,
  }: { name: string; schema: Json; required?: boolean; depth?: number },
): Field {
  const schema = resolve(document, given) ?? {}
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

function describeType(document: Json, schema: Json): string {
  if (schema.type === 'array') return `array of ${describeType(document, resolve(document, schema.items) ?? {})}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'object') return schema.title ? `${schema.title}` : 'object'
  if (schema.type) return schema.type
  const values = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (values)
    return [...new Set(values.map((one) => describeType(document, resolve(document, one) ?? {})))].join(' or ')
  if (schema.const !== undefined) return typeof schema.const
  return 'any'
}

function listChoices(document: Json, schema: Json): string[] | undefined {
  if (schema.const !== undefined) return [String(schema.const)]
  if (schema.enum) return (schema.enum as unknown[]).map(String)
  if (schema.type === 'array') return listChoices(document, resolve(document, schema.items) ?? {})
  const constants = ((schema.anyOf ?? []) as Json[]).map(({ const: value }) => value)
  return constants.length > 0 && constants.every((value) => value !== undefined) ? constants.map(String) : undefined
}

function describeLimits(schema: Json): string[] {
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
