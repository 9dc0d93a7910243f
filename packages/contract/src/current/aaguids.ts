import { Type } from 'typebox'
import { route } from '../route.ts'
import { Aaguid, Icon, Uuid } from '../shapes.ts'

const refusals = {
  400: 'The body or path is not as described',
  401: 'The API key is missing, unknown or revoked',
} as const

export const aaguidRoutes = {
  aaguidFind: route({
    method: 'GET',
    path: '/mgmt/aaguids/{aaguid}',
    access: 'apiKey',
    tag: 'mgmt',
    summary: 'Name and icons of an authenticator model',
    description: 'From the operator, the built-in table and the FIDO metadata, where the installation uses it.',
    params: Type.Object({ aaguid: Aaguid }),
    ok: 200,
    // The current API's management calls keep the underscores of the proxy API here.
    result: Type.Object(
      {
        id: Uuid('The AAGUID'),
        name: Type.String({ examples: ['iCloud Keychain'] }),
        icon_dark: Icon('dark'),
        icon_light: Icon('light'),
      },
      { title: 'PasskeyProvider' },
    ),
    also: { ...refusals, 404: 'No name is known for that model' },
  }),
} as const
