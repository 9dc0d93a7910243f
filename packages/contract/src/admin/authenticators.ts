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
  auth: Type.Boolean({ description: 'Such passkeys do not sign in', examples: [true] }),
  reg: Type.Boolean({ description: 'Such passkeys are not registered', examples: [true] }),
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
const also = { ...rejections, 400: 'The path holds no AAGUID', 404: 'There is no such application' } as const

/** Authenticator models by name, and which of them an application blocks. */
export const authenticatorRoutes = {
  authenticatorsList: route({
    method: 'GET',
    path: '/authenticators',
    ...shared,
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Find authenticator models',
    description:
      'Names and icons from the operator, the built-in table, and the FIDO metadata, where the installation uses it; by name. `metadata` is what the FIDO metadata says about a model that it lists.',
    query: Strict({
      name: Type.Optional(
        Line(64, { description: 'Only models whose names contain this, in any letter case', examples: ['key'] }),
      ),
      ids: Type.Optional(
        Line(4096, { description: 'Only models with these AAGUIDs, separated by commas', examples: [exampleAaguid] }),
      ),
      limit: Type.Optional(
        Type.String({ pattern: patterns.upTo100, description: 'At most so many; 20 by default', examples: ['20'] }),
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
    description: 'All of them, by AAGUID. Models without a known name have neither name nor icons.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ authenticators: Type.Array(BlockedAuthenticator) }, { title: 'BlockedAuthenticators' }),
    also: { ...rejections, 404: 'There is no such application' },
  }),
  authenticatorBlock: route({
    method: 'PUT',
    path: '/applications/{id}/blocked-authenticators/{aaguid}',
    ...shared,
    access: { kind: 'admin', role: 'developer' },
    summary: 'Block an authenticator model',
    description:
      'Or changes how it is blocked; effective at once on every node. Without verified attestation, an authenticator can ' +
      'claim any AAGUID, so this only stops honest authenticators unless the application requires trusted attestation. ' +
      'A list holds at most 1,000 models.',
    params: OfModel,
    body: Strict(flags),
    ok: 204,
    also: { ...also, 400: 'The path holds no AAGUID, or the list would hold more than 1,000 models' },
  }),
  authenticatorUnblock: route({
    method: 'DELETE',
    path: '/applications/{id}/blocked-authenticators/{aaguid}',
    ...shared,
    access: { kind: 'admin', role: 'developer' },
    summary: 'Unblock an authenticator model',
    description: 'A model that is not blocked stays so.',
    params: OfModel,
    ok: 204,
    also,
  }),
} as const
