import { Type } from 'typebox'
import { AuthenticatorMetadata } from '../current/aaguids.ts'
import { passkeyRoutes } from '../current/passkeys.ts'
import { route } from '../route.ts'
import { Line } from '../shapes.ts'
import { ProxyPasskey } from './shapes.ts'

const { passkeyRename, passkeyDelete } = passkeyRoutes

// The scopes of a user's own token for the same calls: passkey:read and passkey:write.
export const proxyPasskeyRoutes = {
  passkeysList: route({
    method: 'GET',
    path: '/passkeys',
    access: { kind: 'apiKey', scope: 'passkey:read' },
    limit: 'backend',
    tag: 'passkeys',
    summary: 'List the passkeys of a user',
    description: 'All of them, oldest first, as a bare array.',
    query: Type.Object({
      username: Line(256, {
        minLength: 1,
        description: 'The username, or an email address or phone number that the user has verified',
        examples: ['ada@example.com'],
      }),
    }),
    ok: 200,
    result: Type.Array(ProxyPasskey),
    // The specification leaves unknown usernames open; backends get 404, as from the management calls.
    also: { 404: 'The application has no such user' },
  }),
  // The names of models are public knowledge: any key may ask.
  passkeyProviders: route({
    method: 'GET',
    path: '/passkey/providers',
    access: { kind: 'apiKey' },
    limit: 'backend',
    tag: 'passkeys',
    summary: 'List the names and icons of authenticator models',
    description: 'By name, as a bare array. Its icons make it some hundred kilobytes: keep it for a day.',
    ok: 200,
    result: Type.Array(AuthenticatorMetadata),
    also: {},
  }),
  passkeyRename: route({
    ...passkeyRename,
    access: { kind: 'apiKey', scope: 'passkey:write' },
    limit: 'backend',
    summary: 'Rename a passkey',
    description: 'Any of the application. Only the name changes.',
    also: { 404: 'The application has no such passkey' },
  }),
  passkeyDelete: route({
    ...passkeyDelete,
    access: { kind: 'apiKey', scope: 'passkey:write' },
    limit: 'backend',
    summary: 'Delete a passkey',
    description:
      "Deletes any passkey of the application, even a user's last one. The passkey and the tokens from its sign-ins immediately stop working.",
    also: { 404: 'The application has no such passkey' },
  }),
} as const
