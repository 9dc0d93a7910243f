import { Type } from 'typebox'
import { route } from '../route.ts'
import { failedToAuthenticate, notAsDescribed, tokenRefusals, unknownClient } from './errors.ts'
import { AssertionAnswer, AssertionInit } from './passkeys.ts'
import { AuthenticationResponse, ClientId, Line, requestHeaders } from './shapes.ts'

export const authenticationRoutes = {
  authenticateFido2Init: route({
    method: 'POST',
    path: '/authenticate/fido2/init',
    access: { kind: 'service', scope: 'auth.login' },
    limit: 'begin',
    tag: 'authenticate',
    summary: 'Start a passkey sign-in',
    description:
      "Returns options for `navigator.credentials.get()`; also served as `/authenticate/init`. Without a username any passkey of the client may answer. Says nothing about whether the username exists, and writes nothing but the token's nonce.",
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Type.Optional(
        Line(256, {
          description:
            'The username, or an email address or phone number that the user has verified; left out for any passkey of the client',
          examples: ['ada@example.com'],
        }),
      ),
    }),
    ok: 200,
    result: AssertionInit,
    also: { 400: notAsDescribed, ...tokenRefusals, 404: unknownClient },
  }),
  authenticateFido2Complete: route({
    method: 'POST',
    path: '/authenticate/fido2/complete',
    access: { kind: 'public' },
    limit: 'complete',
    tag: 'authenticate',
    summary: 'Complete a passkey sign-in',
    description:
      'Verifies the assertion; also served as `/authenticate/complete`. The challenge says which beginning this answers; it works once, and needs no token.',
    headers: requestHeaders,
    body: AssertionAnswer,
    ok: 200,
    result: AuthenticationResponse,
    also: { 400: notAsDescribed, 401: failedToAuthenticate, 404: unknownClient },
  }),
} as const
