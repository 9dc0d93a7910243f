import { Type } from 'typebox'
import { route } from '../route.ts'
import { tokenRejections, unknownClient } from './errors.ts'
import { ClientId, requestHeaders, stringEnum, Username } from './shapes.ts'

/** Types that older clients list and that other providers verify: this service rejects them. */
export const foreignCredentialTypes = ['identity', 'authid', 'socure'] as const

const rejected = {
  method: 'POST',
  // OpenAPI requires a success response for every operation; this one is described as never returned.
  never: true,
  description:
    'Always rejected, for `identity`, `authid`, and `socure`. Their own providers verify documents and faces, so no user has such a credential here. Have your backend call the provider, then assert the user with a grant or with `/credentials/…/init/force`. Every other path under `/credentials/{credential_type}/` and `/authenticate/{credential_type}/` returns 404 with the same code.',
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
  400: {
    why: 'Users cannot authenticate with this type of credential here',
    msgCode: 'missing_authentication_method',
  },
  404: unknownClient,
} as const

const begin = { ...rejected, limit: 'begin', also: { ...also, ...tokenRejections } } as const
const complete = { ...rejected, access: { kind: 'public' }, application: 'optional', limit: 'complete', also } as const

export const foreignCredentialRoutes = {
  foreignCredentialBegin: route({
    ...begin,
    access: { kind: 'service', scope: 'credentials.add' },
    path: '/credentials/{credential_type}/init',
    tag: 'credentials',
    summary: 'Start adding a credential of another provider as its user (always rejected)',
  }),
  foreignCredentialInitCode: route({
    ...begin,
    access: { kind: 'service', scope: 'credentials.add' },
    path: '/credentials/{credential_type}/init/code',
    tag: 'credentials',
    summary: 'Start adding a credential of another provider with a code (always rejected)',
  }),
  foreignCredentialInit: route({
    ...begin,
    access: { kind: 'service', scope: 'credentials.force_add' },
    path: '/credentials/{credential_type}/init/force',
    tag: 'credentials',
    summary: 'Start adding a credential of another provider (always rejected)',
  }),
  foreignCredentialComplete: route({
    ...complete,
    path: '/credentials/{credential_type}/complete',
    tag: 'credentials',
    summary: 'Complete adding a credential of another provider (always rejected)',
  }),
  authenticateForeignInit: route({
    ...begin,
    access: { kind: 'service', scope: 'auth.login' },
    path: '/authenticate/{credential_type}/init',
    tag: 'authenticate',
    summary: 'Start a sign-in with another provider (always rejected)',
  }),
  authenticateForeignComplete: route({
    ...complete,
    path: '/authenticate/{credential_type}/complete',
    tag: 'authenticate',
    summary: 'Complete a sign-in with another provider (always rejected)',
  }),
} as const
