import { Type } from 'typebox'
import { route } from '../route.ts'
import { Timestamp } from '../shapes.ts'
import { ClientId, ClientPatch, ClientRequest, clientFields } from '../vocabulary/openid-clients.ts'
import { ApplicationId, rejections, SentTime, Strict } from './shapes.ts'

const SecretId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The secret',
  examples: ['Zk3mT9aQ'],
})

const secretFields = {
  id: SecretId,
  hint: Type.String({ description: 'Its last four characters', examples: ['x7Qd'] }),
  createdAt: Timestamp('When it was created'),
  expiresAt: Type.Optional(Timestamp('When it stops working; absent: never')),
}

const ClientSecret = Type.Object(secretFields, { title: 'ClientSecret' })

const secretText = Type.String({
  description: 'The secret, which is never shown again',
  examples: ['N1c4mE2vQ8yR5tXoWb7LzK0aUjGhF3sDpYiVxCqBx7Q'],
})

const NewClientSecret = Type.Object({ ...secretFields, secret: secretText }, { title: 'NewClientSecret' })

const { logoUrl, homepageUrl, policyUrl, termsUrl, backchannelLogoutUri, jwks, jwksUri, sector, ...always } =
  clientFields

const absent = { logoUrl, homepageUrl, policyUrl, termsUrl, backchannelLogoutUri, jwks, jwksUri, sector }

const fields = {
  id: ClientId,
  ...always,
  ...Type.Partial(Type.Object(absent)).properties,
  secrets: Type.Array(ClientSecret, { description: 'Its secrets, without their texts' }),
  createdAt: Timestamp('When it was created'),
  updatedAt: Timestamp('When it was last changed'),
}

const OpenidClient = Type.Object(fields, { title: 'OpenidClient' })

const place = {
  issuer: Type.String({
    format: 'uri',
    description: 'The issuer, from which programs read everything else',
    examples: ['https://id.example.com/apps/shop'],
  }),
  notices: Type.Array(Type.String({ examples: ['Passkeys of example.com can’t be used at https://id.example.net'] }), {
    description: 'What still keeps users from signing in at the hosted pages; empty if nothing does',
  }),
}

const NewOpenidClient = Type.Object(
  {
    ...fields,
    secret: Type.Optional(secretText),
    ...place,
  },
  { title: 'NewOpenidClient' },
)

const params = Type.Object({ id: ApplicationId, clientId: ClientId })
const shared = { limit: 'admin', tag: 'OpenID clients' } as const
const also = { ...rejections, 404: 'The application or client does not exist' } as const

/** The programs that users of an application sign in to with OpenID Connect. */
export const openidClientRoutes = {
  openidClientsList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/clients',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the OpenID clients',
    description: 'Returns the clients in the order of their names, without the texts of their secrets.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ ...place, clients: Type.Array(OpenidClient) }, { title: 'OpenidClients' }),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  openidClientCreate: route({
    ...shared,
    method: 'POST',
    path: '/applications/{id}/clients',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Create an OpenID client',
    description:
      'Only a name and, for most types, a redirect URI are required. Only this response shows the secret of a client that authenticates with one.',
    params: Type.Object({ id: ApplicationId }),
    body: ClientRequest,
    ok: 200,
    result: NewOpenidClient,
    also: {
      400: 'A field is invalid, the ID is taken, or the application has 500 clients',
      ...rejections,
      404: 'The application does not exist',
    },
  }),
  openidClientGet: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/clients/{clientId}',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Read an OpenID client',
    description: 'Returns the client without the texts of its secrets.',
    params,
    ok: 200,
    result: OpenidClient,
    also,
  }),
  openidClientChange: route({
    ...shared,
    method: 'PATCH',
    path: '/applications/{id}/clients/{clientId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Change an OpenID client',
    description:
      'Replaces the fields that you send, each as a whole; an empty text removes a value. Other fields do not change. Secrets are deleted if the client no longer authenticates with one.',
    params,
    body: ClientPatch,
    ok: 200,
    result: OpenidClient,
    also: { ...also, 400: 'The result would be invalid', 409: 'Other requests keep changing the client' },
  }),
  openidClientDelete: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/clients/{clientId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Delete an OpenID client',
    description:
      'Deletes the client with the consents that users gave it. Its refresh tokens immediately stop working, and its access tokens when they expire.',
    params,
    ok: 204,
    also,
  }),
  clientSecretAdd: route({
    ...shared,
    method: 'POST',
    path: '/applications/{id}/clients/{clientId}/secrets',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Add a secret to an OpenID client',
    description:
      'The secret works together with the other one, so that a program can change to it without an interruption. Only this response shows it.',
    params,
    body: Strict({
      expiresAt: Type.Optional(SentTime('When the secret stops working; never by default', '2027-11-20T09:30:00.000Z')),
    }),
    bodyOptional: true,
    ok: 200,
    result: NewClientSecret,
    also: {
      ...also,
      400: 'Two secrets work already, the client authenticates in another way, or the time has already passed',
      409: 'Other requests keep changing the client',
    },
  }),
  clientSecretRetire: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/clients/{clientId}/secrets/{secretId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Retire a secret of an OpenID client',
    description: 'Every node immediately rejects it.',
    params: Type.Object({ id: ApplicationId, clientId: ClientId, secretId: SecretId }),
    ok: 204,
    also: {
      ...rejections,
      404: 'The application, client, or secret does not exist',
      409: 'Other requests keep changing the client',
    },
  }),
} as const
