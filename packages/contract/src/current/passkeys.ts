import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleAaguid, exampleCredentialId, examplePasskeyId } from '../sample.ts'
import { Aaguid, DeviceInfo, Line, Timestamp, Uuid } from '../shapes.ts'
import { PasskeyExtensionResults } from '../webauthn.ts'
import { AuthenticatorMetadata } from './aaguids.ts'

/** A passkey as its owner sees it. */
export const Passkey = Type.Object(
  {
    id: Uuid('The passkey id', examplePasskeyId),
    // Clients hand these to signalAllAcceptedCredentials: a missing one makes the browser delete the passkey.
    credentialId: Type.String({
      description: 'The WebAuthn credential ID, in base64url',
      examples: [exampleCredentialId],
    }),
    userHandle: Type.Optional(
      Type.String({
        description:
          'The user handle that the authenticator returns, in base64url, if it isn’t the user ID because the passkey was imported',
        examples: ['b2xkLXVzZXItMTc'],
      }),
    ),
    name: Type.String({ examples: ['My phone'] }),
    aaguid: Uuid('The authenticator model', exampleAaguid),
    providerName: Type.Optional(
      Type.String({ description: 'The name of the authenticator model, if known', examples: ['iCloud Keychain'] }),
    ),
    createdAt: Timestamp('When it was registered'),
    lastUsedAt: Type.Optional(Timestamp('When the user last signed in with it')),
    lastUsedFromDevice: Type.Optional(DeviceInfo),
    // The same under the name that the specification's list view uses.
    lastUsedFrom: Type.Optional(DeviceInfo),
    // Not in the specification: the same of the registration.
    createdFrom: Type.Optional(DeviceInfo),
    // One line of text: what the clients of 2024 show.
    device: Type.String({
      description: 'A description of the device where it was last used',
      examples: ['Chrome on Linux'],
    }),
    extensions: Type.Optional(PasskeyExtensionResults),
    credentialSynced: Type.Boolean({ description: 'Whether its provider has backed it up', examples: [true] }),
  },
  { title: 'Passkey' },
)

const PasskeyId = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'The passkey id', examples: [examplePasskeyId] }),
})

const rejections = {
  401: 'The token is missing or invalid',
  403: 'The token lacks the scope',
} as const

const shared = { limit: 'account', tag: 'passkeys' } as const

export const passkeyRoutes = {
  passkeysList: route({
    ...shared,
    method: 'GET',
    path: '/passkeys',
    access: { kind: 'user', scope: 'passkey:read' },
    afterDeletion: true,
    summary: 'List the passkeys of the signed-in user',
    description:
      'Returns all of them, oldest first, as a plain array. A token whose passkey the user has deleted still works for this call, and no other, until it expires. So a client can tell the authenticator which passkeys are left.',
    ok: 200,
    result: Type.Array(Passkey),
    also: rejections,
  }),
  passkeyRename: route({
    ...shared,
    method: 'PUT',
    path: '/passkeys/{id}',
    access: { kind: 'user', scope: 'passkey:write' },
    summary: 'Rename a passkey of the signed-in user',
    description: 'Changes nothing but the name.',
    params: PasskeyId,
    body: Type.Object({ name: Line(128, { minLength: 1, description: 'The new name', examples: ['Work laptop'] }) }),
    ok: 204,
    also: { ...rejections, 400: 'The name is missing or too long', 404: 'The user has no such passkey' },
  }),
  passkeyDelete: route({
    ...shared,
    method: 'DELETE',
    path: '/passkeys/{id}',
    access: { kind: 'user', scope: 'passkey:write' },
    summary: 'Delete a passkey of the signed-in user',
    description:
      'The passkey immediately stops working. Until they expire, tokens from its sign-ins can still list passkeys, but nothing else. Users can also delete their last passkey.',
    params: PasskeyId,
    ok: 204,
    also: { ...rejections, 404: 'The user has no such passkey' },
  }),
  passkeyProvider: route({
    ...shared,
    method: 'GET',
    path: '/passkeys/aaguid/{aaguid}',
    access: { kind: 'user', scope: 'passkey:read' },
    summary: 'Read the name and icons of an authenticator model',
    description:
      'Returns what to show next to a passkey. Without verified attestation, an AAGUID is only what the client claims, so use this only for display.',
    params: Type.Object({ aaguid: Aaguid }),
    ok: 200,
    result: AuthenticatorMetadata,
    also: { ...rejections, 400: 'The path does not contain an AAGUID', 404: 'The model has no known name' },
  }),
} as const
