import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleAaguid } from '../sample.ts'
import { Aaguid, Icon, Uuid } from '../shapes.ts'

// Clients of users read the camel case, those of backends the underscores: each call sends both. Generators of Go clients would
// call both the same.
export const AuthenticatorMetadata = Type.Object(
  {
    id: Uuid('The AAGUID', exampleAaguid),
    name: Type.String({ examples: ['iCloud Keychain'] }),
    iconLight: Icon('light'),
    iconDark: Icon('dark'),
    icon_light: Icon('light', { 'x-go-name': 'IconLightAgain' }),
    icon_dark: Icon('dark', { 'x-go-name': 'IconDarkAgain' }),
  },
  { title: 'AaguidMetadata' },
)

const noKey = { 401: 'The API key is missing, unknown, or revoked' } as const
const noRight = { ...noKey, 403: 'The API key lacks the scope' } as const

// Both flags are always said: an item that named neither would look like a block and be none.
const BlacklistItem = Type.Object(
  {
    aaguid: Aaguid,
    auth: Type.Boolean({ description: 'Whether sign-ins with this model are blocked', examples: [true] }),
    reg: Type.Boolean({ description: 'Whether registrations with this model are blocked', examples: [true] }),
  },
  { title: 'AaguidBlacklistItem' },
)

const shared = { limit: 'backend', tag: 'mgmt' } as const

// One call is one atomic batch; a longer list takes several calls.
const atOnce = 100

export const aaguidRoutes = {
  aaguidFind: route({
    ...shared,
    method: 'GET',
    path: '/mgmt/aaguids/{aaguid}',
    // The name of a model is public knowledge: any key may ask.
    access: { kind: 'apiKey' },
    summary: 'Read the name and icons of an authenticator model',
    description:
      'Names and icons come from the operator, the built-in table, and the FIDO metadata, if the installation uses it.',
    params: Type.Object({ aaguid: Aaguid }),
    ok: 200,
    result: AuthenticatorMetadata,
    also: { ...noKey, 400: 'The path does not contain an AAGUID', 404: 'The model has no known name' },
  }),
  // The specification does not show the answers of these four: reads 200, changes 204, unknown AAGUIDs ignored. Nor
  // their scopes: they decide over passkeys, so those of passkeys.
  blacklistRead: route({
    ...shared,
    method: 'GET',
    path: '/mgmt/aaguids/blacklist',
    access: { kind: 'apiKey', scope: 'passkey:read' },
    summary: 'List the blocked authenticator models',
    description: 'Returns all of them, sorted by AAGUID.',
    ok: 200,
    result: Type.Object({ items: Type.Array(BlacklistItem) }, { title: 'AaguidBlacklist' }),
    also: noRight,
  }),
  blacklistMerge: route({
    ...shared,
    method: 'POST',
    path: '/mgmt/aaguids/blacklist',
    access: { kind: 'apiKey', scope: 'passkey:write' },
    summary: 'Block authenticator models',
    description:
      'Adds items to the blacklist, or replaces those with the same AAGUID. Other items do not change. Takes effect immediately. Without verified attestation, an authenticator can claim any AAGUID, so unless the application requires trusted attestation, a blacklist stops only honest authenticators. A list can have up to 1,000 models.',
    body: Type.Object({ items: Type.Array(BlacklistItem, { minItems: 1, maxItems: atOnce }) }),
    ok: 204,
    also: { ...noRight, 400: 'The body is invalid, or the list would have more than 1,000 models' },
  }),
  blacklistRemove: route({
    ...shared,
    method: 'DELETE',
    path: '/mgmt/aaguids/blacklist',
    access: { kind: 'apiKey', scope: 'passkey:write' },
    summary: 'Unblock authenticator models',
    description: 'Removes the models from the blacklist. Ignores those that are not on it.',
    body: Type.Object({ aaguids: Type.Array(Aaguid, { minItems: 1, maxItems: atOnce }) }),
    ok: 204,
    also: { ...noRight, 400: 'The body is invalid' },
  }),
  blacklistClear: route({
    ...shared,
    method: 'DELETE',
    path: '/mgmt/aaguids/blacklist/clear',
    access: { kind: 'apiKey', scope: 'passkey:write' },
    summary: 'Unblock every authenticator model',
    description: "Clears the application's blacklist.",
    ok: 204,
    also: noRight,
  }),
} as const
