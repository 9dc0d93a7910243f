import { Type } from 'typebox'
import { route } from '../route.ts'
import { tokenRefusals, unknownClient } from './errors.ts'
import { ClientId, requestHeaders, stringEnum, Username } from './shapes.ts'

/** Types that older clients list and that others prove: this service has no such credential, and says so. */
export const foreignCredentialTypes = ['identity', 'authid', 'socure'] as const

const refused = {
  method: 'POST',
  // OpenAPI wants a success of every operation: this one is described as never answered.
  never: true,
  description:
    'Refused for `identity`, `authid` and `socure`: documents and faces are checked by their own providers, and no user has such a credential here. Let your backend ask the provider, and vouch for the user by a grant or by `/credentials/…/init/force`. Every other path below `/credentials/{credential_type}/` and `/authenticate/{credential_type}/` is 404 with the same code.',
  headers: requestHeaders,
  params: Type.Object({
    credential_type: stringEnum(foreignCredentialTypes, {
      description: 'What kind of credential it is',
      examples: ['authid'],
    }),
  }),
  body: Type.Object({ client_id: ClientId, username: Type.Optional(Username) }),
  ok: 204,
} as const

const also = {
  400: { why: 'Nobody can authenticate by that here', msgCode: 'missing_authentication_method' },
  404: unknownClient,
} as const

const begin = { ...refused, limit: 'begin', also: { ...also, ...tokenRefusals } } as const
const complete = { ...refused, access: { kind: 'public' }, application: 'optional', limit: 'complete', also } as const

export const foreignCredentialRoutes = {
  foreignCredentialBegin: route({
    ...begin,
    access: { kind: 'service', scope: 'credentials.add' },
    path: '/credentials/{credential_type}/init',
    tag: 'credentials',
    summary: 'Begin to add a credential of another provider as its user: refused',
  }),
  foreignCredentialInitCode: route({
    ...begin,
    access: { kind: 'service', scope: 'credentials.add' },
    path: '/credentials/{credential_type}/init/code',
    tag: 'credentials',
    summary: 'Begin to add a credential of another provider by a code: refused',
  }),
  foreignCredentialInit: route({
    ...begin,
    access: { kind: 'service', scope: 'credentials.force_add' },
    path: '/credentials/{credential_type}/init/force',
    tag: 'credentials',
    summary: 'Begin to add a credential of another provider: refused',
  }),
  foreignCredentialComplete: route({
    ...complete,
    path: '/credentials/{credential_type}/complete',
    tag: 'credentials',
    summary: 'Finish adding a credential of another provider: refused',
  }),
  authenticateForeignInit: route({
    ...begin,
    access: { kind: 'service', scope: 'auth.login' },
    path: '/authenticate/{credential_type}/init',
    tag: 'authenticate',
    summary: 'Begin to sign in by another provider: refused',
  }),
  authenticateForeignComplete: route({
    ...complete,
    path: '/authenticate/{credential_type}/complete',
    tag: 'authenticate',
    summary: 'Finish signing in by another provider: refused',
  }),
} as const
