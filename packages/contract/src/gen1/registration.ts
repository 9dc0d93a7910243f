import { Type } from 'typebox'
import { route } from '../route.ts'
import { otherUser, tokenRejections, unknownClient } from './errors.ts'
import { AttestationBody, AttestationInit, AttestationOptions } from './passkeys.ts'
import { AuthenticationResponse, ClientId, requestHeaders, Username } from './shapes.ts'

export const registrationRoutes = {
  registerFido2Init: route({
    method: 'POST',
    path: '/register/fido2/init',
    access: { kind: 'service', scope: 'auth.register' },
    limit: 'begin',
    tag: 'register',
    summary: 'Start a sign-up with a passkey',
    description:
      "Returns options for `navigator.credentials.create()`; also served as `/register/init`. A username with an account is rejected, unless the account has no credential yet and the token was signed for exactly that user. Writes only the token's nonce.",
    headers: requestHeaders,
    body: Type.Object({ client_id: ClientId, username: Username, options: Type.Optional(AttestationOptions) }),
    ok: 200,
    result: AttestationInit,
    also: {
      400: {
        why: 'The username has an account (`user_already_registered`), or the body is invalid',
        msgCode: 'user_already_registered',
      },
      ...tokenRejections,
      404: unknownClient,
    },
  }),
  registerFido2Complete: route({
    method: 'POST',
    path: '/register/fido2/complete',
    access: { kind: 'public' },
    limit: 'complete',
    tag: 'register',
    summary: 'Complete a sign-up with a passkey',
    description:
      'Verifies and stores the new credential, and signs the user in. Also served as `/register/complete`. The challenge identifies the call that started the sign-up. It works only once, and no token is required.',
    headers: requestHeaders,
    body: AttestationBody,
    ok: 200,
    result: AuthenticationResponse,
    also: {
      400: {
        why: 'The credential was rejected (`credential_not_created`), or the body is invalid',
        msgCode: 'credential_not_created',
      },
      401: otherUser,
      404: unknownClient,
    },
  }),
} as const
