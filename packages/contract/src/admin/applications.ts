import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { Line, Timestamp } from '../shapes.ts'
import { ApplicationSettings } from '../vocabulary/application-settings.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const Origins = Type.Array(Type.String({ minLength: 1, maxLength: 512, examples: ['https://example.com'] }), {
  minItems: 1,
  maxItems: 100,
  description: 'The exact origins, without wildcards, whose pages can use the passkeys',
  examples: [['https://example.com']],
})
const RpId = Type.String({
  minLength: 1,
  maxLength: 253,
  description:
    'The domain that passkeys are bound to. It cannot be a host of the installation or of another application; only an owner of the installation can let applications share it',
  examples: ['example.com'],
})
const Name = Line(128, { minLength: 1, description: 'The name that users see', examples: ['Shop'] })
const BaseUrl = Type.String({
  maxLength: 512,
  description:
    "The public address of the application's API; its host belongs to this application alone. Empty: the address below that of the installation",
  examples: ['https://shop.api.example.com'],
})

const IfMatch = Type.String({
  pattern: patterns.applicationTag,
  description: 'The ETag of the version that the request is for; any version without it',
  examples: ['"3"'],
})

const AdminApplication = Type.Object(
  {
    id: Type.String({ examples: ['shop'] }),
    name: Name,
    rpId: RpId,
    origins: Origins,
    baseUrl: Type.Optional(BaseUrl),
    settings: ApplicationSettings,
    createdAt: Timestamp('When it was created'),
    updatedAt: Timestamp('When it was last changed'),
    version: Type.Integer({
      description: 'Increases with every change; it is also the ETag of the application',
      examples: [3],
    }),
  },
  { title: 'AdminApplication' },
)

const SomeSettings = Type.Partial(ApplicationSettings, { title: 'SomeSettings', additionalProperties: false })
// The validator fills in defaults, but a setting that a request leaves out must stay as it is.
for (const setting of Object.values<object>(SomeSettings.properties)) Reflect.deleteProperty(setting, 'default')

const shared = { limit: 'admin', tag: 'applications' } as const

export const applicationRoutes = {
  applicationsList: route({
    ...shared,
    method: 'GET',
    path: '/applications',
    concurrency: 'report',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the applications',
    description: 'Returns all of them, in order of creation.',
    ok: 200,
    result: Type.Object({ applications: Type.Array(AdminApplication) }, { title: 'AdminApplications' }),
    also: rejections,
  }),
  applicationCreate: route({
    ...shared,
    method: 'POST',
    path: '/applications',
    access: { kind: 'admin', role: 'developer', scope: 'installation', fresh: true },
    summary: 'Add an application',
    description: 'The application gets its own signing key. Settings that you omit have their defaults.',
    body: Strict({
      id: Type.String({
        minLength: 1,
        maxLength: 63,
        description: 'Lower-case letters, digits and -',
        examples: ['shop'],
      }),
      name: Type.Optional(Name),
      rpId: RpId,
      origins: Origins,
      baseUrl: Type.Optional(BaseUrl),
      settings: Type.Optional(SomeSettings),
    }),
    ok: 200,
    result: AdminApplication,
    also: {
      ...rejections,
      400: 'The application would not work (the message lists every problem), or the id is taken or was used by an application whose deletion isn’t complete',
    },
  }),
  applicationShow: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Show an application',
    description: 'Returns the application with every setting, including those that were never changed.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    etag: true,
    result: AdminApplication,
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  applicationDelete: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}',
    access: { kind: 'admin', role: 'owner', fresh: true },
    summary: 'Delete an application',
    description:
      'Permanently deletes the application, with its keys, users, passkeys, and events. Every node rejects its API keys and tokens within a ' +
      "second. If a large application's data isn't deleted within five seconds, the rest is deleted in the background, at several hundred " +
      "users per second. The ID can be reused after a minute, once all data is deleted. The installation's own application can't be deleted. With " +
      'If-Match, the application must still have that ETag.',
    params: Type.Object({ id: ApplicationId }),
    headers: Type.Object({ 'If-Match': Type.Optional(IfMatch) }),
    ok: 204,
    also: {
      ...rejections,
      400: 'If-Match is not one ETag',
      404: 'The application does not exist',
      412: 'The application no longer has the ETag in If-Match',
    },
  }),
  applicationChange: route({
    ...shared,
    method: 'PATCH',
    path: '/applications/{id}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Change an application',
    description:
      'Only what is sent changes; in force on every node within a second. Of requests that change different fields at the ' +
      'same time, all succeed; of requests that change one field to different values, one does. With If-Match, the ' +
      'application must still have that ETag. Changing `baseUrl` or `rpId` requires a role on the whole installation.',
    params: Type.Object({ id: ApplicationId }),
    headers: Type.Object({ 'If-Match': Type.Optional(IfMatch) }),
    body: Strict({
      name: Type.Optional(Name),
      rpId: Type.Optional(RpId),
      origins: Type.Optional(Origins),
      baseUrl: Type.Optional(BaseUrl),
      settings: Type.Optional(SomeSettings),
    }),
    ok: 200,
    etag: true,
    result: AdminApplication,
    also: {
      ...rejections,
      400: 'The changed application would not work (the message lists every problem)',
      404: 'The application does not exist',
      409: 'Another request changed the same field at the same time (the message names it)',
      412: 'The application no longer has the ETag in If-Match',
    },
  }),
}
