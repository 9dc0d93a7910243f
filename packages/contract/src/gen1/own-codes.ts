import { Type } from 'typebox'
import { route } from '../route.ts'
import { ByType, CodeType, expiresAt, IsAuthorized, Purpose, Text } from './codes.ts'
import { failedToAuthenticate, notAsDescribed, tokenRejections, unknownClient } from './errors.ts'
import { AssertionBody, AssertionInit } from './passkeys.ts'
import { AuthenticationResponse, ClientId, requestHeaders, Username } from './shapes.ts'

const begin = {
  method: 'POST',
  access: { kind: 'service', scope: 'codes.self_generate' },
  limit: 'begin',
  tag: 'codes',
  summary: 'Start creating a code with a passkey',
  description:
    'For a user who is signed in here and wants to sign in on another device. Returns options for `navigator.credentials.get()`, with user verification, valid for 60 seconds. Their challenge cannot be used to sign in, and the challenge of a sign-in cannot be used to create a code. The response does not reveal whether the username exists.',
  headers: requestHeaders,
  body: Type.Object({
    client_id: ClientId,
    username: Username,
    // No specification says what such a code is for: to sign in with, unless the client says.
    purpose: Type.Optional(Purpose),
  }),
  ok: 200,
  result: AssertionInit,
  also: { 400: notAsDescribed, ...tokenRejections, 404: unknownClient },
} as const

const complete = {
  method: 'POST',
  access: { kind: 'public' },
  limit: 'complete',
  tag: 'codes',
  summary: 'Create a code with a passkey',
  description:
    'Verifies the assertion, signs the user in, and creates a code that replaces the previous one of this type and purpose. The code is already authorized, because the user has just confirmed it. The challenge works only once, and no token is required.',
  headers: requestHeaders,
  body: AssertionBody,
  ok: 200,
  result: Type.Object(
    {
      ...AuthenticationResponse.properties,
      code_data: Type.Object({
        code: Text,
        type: CodeType,
        // Clients read the first, the calls around it say the second.
        expire_at: expiresAt,
        expires_at: expiresAt,
        is_authorized: IsAuthorized,
      }),
    },
    { title: 'OwnCode' },
  ),
  also: { 400: notAsDescribed, 401: failedToAuthenticate, 404: unknownClient },
} as const

// Clients name the type in the path; specifications leave it out, and then it is a short one.
export const ownCodeRoutes = {
  ownCodeInit: route({ ...begin, path: '/codes/generate/fido2/init' }),
  ownCodeInitTyped: route({ ...begin, path: '/codes/{code_type}/generate/fido2/init', params: ByType }),
  ownCodeComplete: route({ ...complete, path: '/codes/generate/fido2/complete' }),
  ownCodeCompleteTyped: route({ ...complete, path: '/codes/{code_type}/generate/fido2/complete', params: ByType }),
} as const
