import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { exampleAaguid } from '../sample.ts'
import { Aaguid, Icon, Line, Uuid } from '../shapes.ts'
import { ModelMetadata } from './model-metadata.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const model = {
  id: Uuid('The AAGUID', exampleAaguid),
  name: Type.String({ description: 'What users call it', examples: ['iCloud Keychain'] }),
  iconLight: Icon('light'),
  iconDark: Icon('dark'),
}
const listed = { ...model, metadata: Type.Optional(ModelMetadata) }
const Authenticator = Type.Object(listed, { title: 'Authenticator' })

const flags = {
  auth: Type.Boolean({ description: 'Whether sign-ins with this model are blocked', examples: [true] }),
  reg: Type.Boolean({ description: 'Whether registrations with this model are blocked', examples: [true] }),
}
const BlockedAuthenticator = Type.Object(
  {
    ...listed,
    name: Type.Optional(model.name),
    iconLight: Type.Optional(model.iconLight),
    iconDark: Type.Optional(model.iconDark),
    ...flags,
  },
  { title: 'BlockedAuthenticator' },
)

const shared = { limit: 'admin', tag: 'authenticators' } as const
const OfModel = Type.Object({ id: ApplicationId, aaguid: Aaguid })
const also = {
  ...rejections,
  400: 'The path does not contain an AAGUID',
  404: 'The application does not exist',
} as const

/** Authenticator models by name, and which of them an application blocks. */
export const authenticatorRoutes = {
  authenticatorsList: route({
    method: 'GET',
    path: '/authenticators',
    ...shared,
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Find authenticator models',
    description:
      'Returns models sorted by name. Names and icons come from the operator, the built-in table, and the FIDO metadata, if the installation uses it. `metadata` is what the FIDO metadata says about a model.',
    query: Strict({
      name: Type.Optional(
        Line(64, { description: 'Only models whose names contain this, ignoring case', examples: ['key'] }),
      ),
      ids: Type.Optional(
        Line(4096, { description: 'Only models with these AAGUIDs, separated by commas', examples: [exampleAaguid] }),
      ),
      limit: Type.Optional(
        Type.String({
          pattern: patterns.upTo100,
          description: 'The maximum number of results; 20 by default',
          examples: ['20'],
        }),
      ),
    }),
    ok: 200,
    result: Type.Object({ authenticators: Type.Array(Authenticator) }, { title: 'Authenticators' }),
    also: rejections,
  }),
  blockedAuthenticatorsList: route({
    method: 'GET',
    path: '/applications/{id}/blocked-authenticators',
    ...shared,
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the blocked authenticator models',
    description: 'Returns all of them, sorted by AAGUID. Models without a known name have neither a name nor icons.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ authenticators: Type.Array(BlockedAuthenticator) }, { title: 'BlockedAuthenticators' }),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  authenticatorBlock: route({
    method: 'PUT',
    path: '/applications/{id}/blocked-authenticators/{aaguid}',
    ...shared,
    access: { kind: 'admin', role: 'developer' },
    summary: 'Block an authenticator model',
    description:
      'Blocks the model, or changes how it is blocked. Takes effect immediately on every node. Without verified attestation, an ' +
      'authenticator can claim any AAGUID, so unless the application requires trusted attestation, this stops only honest ' +
      'authenticators. A list can have up to 1,000 models.',
    params: OfModel,
    body: Strict(flags),
    ok: 204,
    also: { ...also, 400: 'The path does not contain an AAGUID, or the list would have more than 1,000 models' },
  }),
  authenticatorUnblock: route({
    method: 'DELETE',
    path: '/applications/{id}/blocked-authenticators/{aaguid}',
    ...shared,
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Unblock an authenticator model',
    description: 'If the model is not blocked, nothing happens.',
    params: OfModel,
    ok: 204,
    also,
  }),
} as const
