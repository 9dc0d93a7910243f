/** The parts of an OpenAPI 3.1 document that our contract emits and pages show. */
export type OpenApi = {
  info: { title: string; version: string; description?: string }
  servers?: { url: string; variables?: { baseUrl?: { default: string } } }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Partial<Record<Method, OpenApiOperation>>>
  security?: Security[]
}

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

/** A value, or where it is in the same document. */
export type Ref<Value> = Value | ({ $ref: string } & Partial<Value>)

export type Security = Record<string, string[]>

export type OpenApiOperation = {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  security?: Security[]
  'x-scope'?: string
  parameters?: Ref<Parameter>[]
  requestBody?: Ref<{ content?: Content }>
  responses: Record<string, Ref<OpenApiResponse>>
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Ref<Schema>
}

export type OpenApiResponse = { description?: string; content?: Content }
type Content = Readonly<Record<string, { schema?: Ref<Schema>; example?: unknown } | undefined>>

export type Schema = {
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, Ref<Schema>>
  required?: string[]
  items?: Ref<Schema>
  allOf?: Ref<Schema>[]
  anyOf?: Ref<Schema>[]
  oneOf?: Ref<Schema>[]
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  format?: string
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** The target of a reference, with the fields next to the reference. @throws Error it leads nowhere */
export function resolve<Value extends object>(document: OpenApi, given: Ref<Value>): Value {
  const { $ref, ...siblings } = given as Value & { $ref?: string }
  if ($ref === undefined) return given as Value
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
  if (!found) throw new Error(`${$ref} leads nowhere`)
  return resolve(document, { ...(found as Value), ...siblings } as Ref<Value>)
}
