import { Type } from 'typebox'
import { route } from '../route.ts'
import { Timestamp } from '../shapes.ts'
import { ResourcePatch, ResourceRequest, ResourceUri, resourceFields } from '../vocabulary/protected-resources.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const ProtectedResource = Type.Object(
  {
    ...resourceFields,
    createdAt: Timestamp('When it was created'),
    updatedAt: Timestamp('When it was last changed'),
  },
  { title: 'ProtectedResource' },
)

const params = Type.Object({ id: ApplicationId })
// In the query, because proxies change the slashes of a URI in a path.
const query = Strict({ uri: ResourceUri })
const shared = { limit: 'admin', tag: 'protected resources' } as const
const also = { ...rejections, 404: 'The application or resource does not exist' } as const
const invalid = 'A field is invalid, the URI is taken, or the application has 100 resources'

/** The APIs of an application that OpenID clients get access tokens for. */
export const protectedResourceRoutes = {
  resourcesList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/resources',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the protected resources',
    description: 'Returns the resources in the order of their names.',
    params,
    ok: 200,
    result: Type.Object({ resources: Type.Array(ProtectedResource) }, { title: 'ProtectedResources' }),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  resourceCreate: route({
    ...shared,
    method: 'POST',
    path: '/applications/{id}/resources',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Create a protected resource',
    description:
      'Describes an API, such as an MCP server, that OpenID clients can get access tokens for (RFC 8707). A client can ask for them once its `resources` list the URI.',
    params,
    body: ResourceRequest,
    ok: 200,
    result: ProtectedResource,
    also: { 400: invalid, ...rejections, 404: 'The application does not exist' },
  }),
  resourceGet: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/resource',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Read a protected resource',
    description: 'Returns the resource with that URI.',
    params,
    query,
    ok: 200,
    result: ProtectedResource,
    also,
  }),
  resourceChange: route({
    ...shared,
    method: 'PATCH',
    path: '/applications/{id}/resource',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Change a protected resource',
    description:
      'Replaces the fields that you send, each as a whole. The URI can’t be changed. The next tokens lack scopes that you remove.',
    params,
    query,
    body: ResourcePatch,
    ok: 200,
    result: ProtectedResource,
    also: { ...also, 400: 'The result would be invalid', 409: 'Other requests keep changing the resource' },
  }),
  resourceDelete: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/resource',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Delete a protected resource',
    description:
      'Removes it from the clients that list it, too. Its refresh tokens immediately stop working, and its access tokens when they expire, or immediately where they are introspected.',
    params,
    query,
    ok: 204,
    also: { ...also, 409: 'Other requests keep changing the clients of the resource' },
  }),
} as const
