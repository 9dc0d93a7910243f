import { scimOperations } from '@thumbturn/service/http/scim/mount-scim.ts'
import { type Attribute, schemas } from '@thumbturn/service/http/scim/schema.ts'
import { scimPath } from '@thumbturn/service/http/scim-path.ts'

/** Every endpoint of SCIM, which no OpenAPI file describes, as `METHOD /path/:param`. */
export const scimEndpoints: readonly string[] = Object.keys(scimOperations).map((key) => {
  const [method, path = ''] = key.split(' ')
  return `${method} ${scimPath}${path === '/' ? '' : path}`
})

/** The attributes of each resource, as `/Schemas` describes them. */
export const scimSchemas = schemas
export type ScimAttribute = Attribute
