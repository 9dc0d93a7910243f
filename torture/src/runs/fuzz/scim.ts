import { type ScimAttribute, scimEndpoints, scimSchemas } from '@thumbturn/service-harness/scim-endpoints.ts'
import type { Schema } from './generate.ts'
import type { Operation } from './operations.ts'

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})
const array = (items: Schema): Schema => ({ type: 'array', items })
const oneOf = (...values: unknown[]): Schema => ({ anyOf: values.map((value) => ({ const: value })) })
const messageSchema = (name: string): Schema => ({ const: [`urn:ietf:params:scim:api:messages:2.0:${name}`] })

/** The value that a client sends of an attribute. */
function toSchema({ type, multiValued, subAttributes = [], canonicalValues }: ScimAttribute): Schema {
  const one: Schema =
    type === 'complex'
      ? object(toProperties(subAttributes))
      : { type: type === 'boolean' ? 'boolean' : 'string', maxLength: 300, examples: [...(canonicalValues ?? [])] }
  return multiValued ? array(one) : one
}

const toProperties = (attributes: readonly ScimAttribute[]) =>
  Object.fromEntries(attributes.map((attribute) => [attribute.name, toSchema(attribute)]))

const { User, Group } = scimSchemas
const resources = Object.fromEntries(
  [User, Group].map(({ id, name, attributes }) => {
    const required = attributes.filter((attribute) => attribute.required).map((attribute) => attribute.name)
    return [`${name}s`, object({ schemas: { const: [id] }, ...toProperties(attributes) }, ['schemas', ...required])]
  }),
)

const names = [...User.attributes, ...Group.attributes].flatMap(({ name, subAttributes = [] }) => [
  name,
  ...subAttributes.map((sub) => `${name}.${sub.name}`),
])
const filters = names.flatMap((name) => [
  `${name} eq "ada@example.com"`,
  `${name} co "a" and not (active eq true or id pr)`,
  `${name}[value sw "ada" and type eq "work"]`,
])
const filter: Schema = { type: 'string', examples: [...filters, 'meta.created gt "2026-01-01T00:00:00Z"'] }
const attributeList: Schema = { type: 'string', examples: [...names, 'userName,emails.value', User.id] }

const search = {
  filter,
  attributes: attributeList,
  excludedAttributes: attributeList,
  sortBy: attributeList,
  sortOrder: oneOf('ascending', 'descending'),
  startIndex: { type: 'integer', maximum: 300 },
  count: { type: 'integer', maximum: 300 },
}

const anyValue: Schema = {
  anyOf: [
    ...Object.values(resources),
    { type: 'string', maxLength: 300 },
    { type: 'boolean' },
    array(object({ value: {} })),
  ],
}
const paths: Schema = { type: 'string', examples: [...names, ...filters.filter((text) => text.includes('['))] }
const patch = object(
  {
    schemas: messageSchema('PatchOp'),
    Operations: array(object({ op: oneOf('add', 'replace', 'remove', 'Add'), path: paths, value: anyValue }, ['op'])),
  },
  ['schemas', 'Operations'],
)
const bulk = object(
  {
    schemas: messageSchema('BulkRequest'),
    failOnErrors: { type: 'integer', maximum: 5 },
    Operations: array(
      object(
        {
          method: oneOf('POST', 'PUT', 'PATCH', 'DELETE'),
          path: { type: 'string', examples: ['/Users', '/Groups', '/Users/bulkId:a', '/Groups/1', '/Users/1'] },
          bulkId: { type: 'string', examples: ['a', 'b'] },
          version: { type: 'string', examples: ['W/"1"'] },
          data: { anyOf: [...Object.values(resources), patch] },
        },
        ['method', 'path'],
      ),
    ),
  },
  ['schemas', 'Operations'],
)

const bodies: Readonly<Record<string, Schema>> = {
  'POST /scim/v2/Bulk': bulk,
  'POST /scim/v2/.search': object({ schemas: messageSchema('SearchRequest'), ...search }),
}

function findBody(endpoint: string): Schema | undefined {
  const [method = '', path = ''] = endpoint.split(' ')
  if (method === 'PATCH') return patch
  const [, , , type = ''] = path.split('/')
  return bodies[endpoint] ?? (['POST', 'PUT'].includes(method) ? (resources[type] ?? object(search)) : undefined)
}

/** Every operation of SCIM, which no OpenAPI file describes: what it takes follows from its own schemas. */
export const scimOperations: readonly Operation[] = scimEndpoints.map((endpoint) => {
  const [method = '', path = ''] = endpoint.split(' ')
  return {
    name: `scim.${endpoint}`,
    method,
    access: { kind: 'admin', role: 'owner', scope: 'installation' },
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    params: path.includes(':id')
      ? object({ id: { type: 'string', examples: ['User', 'Group', User.id] } }, ['id'])
      : undefined,
    query: method === 'GET' ? object(search) : undefined,
    body: findBody(endpoint),
    isRestricted: false,
    isForm: false,
  }
})
