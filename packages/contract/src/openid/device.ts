import { Type } from 'typebox'
import { route } from '../route.ts'
import { clientRejections, credentialFields, Field } from './shapes.ts'

/** Of a client with a secret, so that samples have one of the ways to authenticate. */
const exampleRequest = { scope: 'openid profile', client_id: 'grafana', client_secret: 'c2VjcmV0IG9mIGEgY2xpZW50' }

export const deviceRoutes = {
  deviceAuthorization: route({
    method: 'POST',
    path: '/openid/device-authorization',
    access: { kind: 'public', pages: 'every' },
    // Each code that exists makes a guess more likely to hit one.
    limit: 'guess',
    tag: 'authorization',
    summary: 'Start the sign-in of a device',
    description:
      'RFC 8628: returns a code that a device without a browser shows, and one with which it asks the token endpoint until the user has entered the other one at `verification_uri` and decided. Both last for ten minutes. Writes nothing.',
    bodyMedia: 'application/x-www-form-urlencoded',
    body: Type.Object(
      {
        scope: Field(
          4_200,
          'What the device asks for, separated by spaces; `openid` for an ID token',
          'openid profile',
        ),
        resource: Field(2_000, 'The API that the access token is for (RFC 8707)', 'https://api.example.com'),
        ...credentialFields,
      },
      { examples: [exampleRequest] },
    ),
    ok: 200,
    result: Type.Object(
      {
        device_code: Type.String({ description: 'For the token endpoint', examples: ['AAAQzKQb…'] }),
        user_code: Type.String({
          description: 'Shown to the user, who can leave out the hyphens',
          examples: ['WD-JBMN-TQRX'],
        }),
        verification_uri: Type.String({
          description: 'Where the user enters it',
          examples: ['http://localhost:4300/apps/demo/device/'],
        }),
        verification_uri_complete: Type.String({
          description: 'The same with the code, for a QR code',
          examples: ['http://localhost:4300/apps/demo/device/?user_code=WD-JBMN-TQRX'],
        }),
        expires_in: Type.Integer({ description: 'Seconds', examples: [600] }),
        interval: Type.Integer({ description: 'Seconds to wait between two calls', examples: [5] }),
      },
      { title: 'DeviceAuthorization' },
    ),
    also: {
      400: {
        why: 'The request is not valid: `invalid_request`, `invalid_scope`, `invalid_target`, or `unauthorized_client`',
        msgCode: 'invalid_scope',
      },
      ...clientRejections,
    },
  }),
} as const
