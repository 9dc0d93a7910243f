import { Type } from 'typebox'
import { route } from '../route.ts'
import { failedToAuthenticate, notAsDescribed, tokenRejections, unknownClient } from './errors.ts'
import { AssertionBody, AssertionInit } from './passkeys.ts'
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
      "Returns options for `navigator.credentials.get()`; also served as `/authenticate/init`. Without a username, the service accepts any passkey of the client. The response doesn't reveal whether the username exists. Writes only the token's nonce.",
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Type.Optional(
        Line(256, {
          description:
            'The username, or an email address or phone number that the user has verified; omit it to accept any passkey of the client',
          examples: ['ada@example.com'],
        }),
      ),
    }),
    ok: 200,
    result: AssertionInit,
    also: { 400: notAsDescribed, ...tokenRejections, 404: unknownClient },
  }),
  authenticateFido2Complete: route({
    method: 'POST',
    path: '/authenticate/fido2/complete',
    access: { kind: 'public' },
    limit: 'complete',
    tag: 'authenticate',
    summary: 'Complete a passkey sign-in',
    description:
      'Verifies the assertion; also served as `/authenticate/complete`. The challenge identifies the call that started the sign-in. It works only once, and no token is required.',
    headers: requestHeaders,
    body: AssertionBody,
    ok: 200,
    result: AuthenticationResponse,
    also: { 400: notAsDescribed, 401: failedToAuthenticate, 404: unknownClient },
  }),
} as const
