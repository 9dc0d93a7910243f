import { Type } from 'typebox'
import { route } from '../route.ts'

const Instructions = Type.Object(
  {
    continue: Type.Optional(
      Type.Boolean({ description: 'False: the session has ended, so the browser forgets it', examples: [true] }),
    ),
    session_identifier: Type.Optional(
      Type.String({
        description: 'The ID by which the browser names the session',
        examples: ['0a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968.q8Zk1mWcQp'],
      }),
    ),
    refresh_url: Type.Optional(
      Type.String({
        description: 'The path where the browser renews the cookie',
        examples: ['/apps/shop/openid/pages/device-binding/renew'],
      }),
    ),
    scope: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'The requests that need it' })),
    credentials: Type.Optional(
      Type.Array(Type.Object({}, { additionalProperties: true }), { description: 'The cookie that it renews' }),
    ),
    allowed_refresh_initiators: Type.Optional(
      Type.Array(Type.String(), { description: 'The hosts whose pages can cause a renewal', examples: [['*']] }),
    ),
  },
  { title: 'DeviceBinding', description: 'Instructions for the browser (DBSC)' },
)

const shared = {
  access: { kind: 'public', pages: 'none' },
  method: 'POST',
  tag: 'requests',
  limit: 'complete',
} as const

/** How a browser binds its session to the device (Device Bound Session Credentials, W3C). The browser itself makes these calls. */
export const deviceBindingRoutes = {
  deviceBind: route({
    ...shared,
    path: '/device-binding',
    summary: 'Bind the session to the device',
    description:
      "A browser that was offered it by the header `Secure-Session-Registration` sends a proof with a new key that can't leave the device. From then on, the session also needs a cookie of ten minutes.",
    headers: Type.Object({
      'secure-session-response': Type.String({ description: 'A JWT of the type `dbsc+jwt`, signed with the new key' }),
    }),
    ok: 200,
    result: Instructions,
    also: { 400: 'The proof is not valid, or answers no current challenge' },
  }),
  deviceBindingRenew: route({
    ...shared,
    path: '/device-binding/renew',
    summary: 'Renew the proof of the device',
    description:
      'Without a proof, the response is 403 with a challenge in `Secure-Session-Challenge`, which the browser signs.',
    headers: Type.Object({
      'sec-secure-session-id': Type.String({ description: 'The ID by which the browser names the session' }),
      'secure-session-response': Type.Optional(
        Type.String({ description: 'A JWT of the type `dbsc+jwt`, signed with the key of the session' }),
      ),
    }),
    ok: 200,
    result: Instructions,
    also: {
      400: 'The proof is not valid, or answers no current challenge',
      403: 'The browser must sign the challenge in the response',
    },
  }),
} as const
