import { listSchema, mostResults } from './list.ts'
import { type ResourceType, type Schema, schemas } from './schema.ts'

const configSchema = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const resourceTypeSchema = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

export const mostBulkOperations = 100
export const largestBody = 1024 * 1024

/** The features that the service supports (RFC 7643 §5). */
export const toServiceProviderConfig = (base: string) => ({
  schemas: [configSchema],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: mostBulkOperations, maxPayloadSize: largestBody },
  filter: { supported: true, maxResults: mostResults },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'httpbasic',
      name: 'HTTP Basic',
      description: 'Any username, with an API key of the installation as the password',
      specUri: 'https://www.rfc-editor.org/info/rfc7617',
      primary: true,
    },
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'An API key of the installation as the token',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const descriptions: Readonly<Record<ResourceType, string>> = {
  User: 'Members of the installation',
  Group: 'Groups, to which owners map roles',
}

const toResourceType = (base: string, { id, name }: Schema) => ({
  schemas: [resourceTypeSchema],
  id: name,
  name,
  description: descriptions[name],
  endpoint: `/${name}s`,
  schema: id,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
})

const toSchema = (base: string, schema: Schema) => ({
  schemas: [schemaSchema],
  ...schema,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
})

const every = Object.values(schemas)

export const listResourceTypes = (base: string) => every.map((schema) => toResourceType(base, schema))
export const listSchemas = (base: string) => every.map((schema) => toSchema(base, schema))

/** All documents of a kind: they are few, so there are no pages. */
export const toWholeList = (resources: readonly object[]) => ({
  schemas: [listSchema],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})
