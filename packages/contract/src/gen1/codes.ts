import { Type } from 'typebox'
import { route } from '../route.ts'
import { notAsDescribed, tokenRejections, unknownClient, unknownUser } from './errors.ts'
import { AttestationInit, AttestationOptions } from './passkeys.ts'
import {
  AuthenticationResponse,
  ClientId,
  NoJwt,
  named,
  requestHeaders,
  stringEnum,
  Timestamp,
  Username,
} from './shapes.ts'

export const codeTypes = ['short', 'long', 'phrase'] as const

export const CodeType = stringEnum(codeTypes, {
  description:
    'The kind of code. short: six digits, valid for three minutes; phrase: four words, ten minutes; long: 24 random bytes, an hour',
  examples: ['short'],
})

export const Purpose = stringEnum(['add_credential', 'temporary_authentication'], {
  description: 'What the code is for; it works for nothing else',
  examples: ['temporary_authentication'],
})

export const Text = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The code as it was shown',
  examples: ['083174'],
})
export const IsAuthorized = Type.Boolean({
  description: 'Whether the user who shows the code can sign in',
  examples: [true],
})
export const expiresAt = Timestamp('When it expires')
export const AuthenticationCode = Type.Object({ code: Text, type: CodeType }, { title: 'AuthenticationCode' })
export const ByType = Type.Object({ code_type: CodeType })

export const badCode = {
  why: 'The code is wrong, has expired, or was already used',
  msgCode: 'invalid_access_code',
} as const
const also = { 400: notAsDescribed, ...tokenRejections, 404: unknownUser } as const

const authorize = {
  method: 'POST',
  access: { kind: 'service', scope: 'codes.authorize' },
  limit: 'guess',
  tag: 'codes',
  summary: 'Authorize a code',
  description:
    'Allows the user who shows the code to sign in with it. Five wrong codes in a row invalidate all codes for that purpose, until your backend creates a new one.',
  headers: requestHeaders,
  body: Type.Object({ ...named, code: Text, purpose: Purpose }),
  ok: 200,
  result: Type.Object({ expires_at: expiresAt, is_authorized: IsAuthorized }, { title: 'CodeAuthorized' }),
  also: { ...also, 400: badCode },
} as const

const invalidate = {
  method: 'POST',
  access: { kind: 'service', scope: 'codes.invalidate' },
  limit: 'backend',
  tag: 'codes',
  summary: 'Invalidate all codes of a user and purpose',
  description: 'Invalidates codes of every type, whether authorized or not.',
  headers: requestHeaders,
  body: Type.Object({ ...named, purpose: Purpose }),
  ok: 200,
  result: Type.Object({ deleted_at: Timestamp('When that was') }, { title: 'CodesInvalidated' }),
  also,
} as const

// Clients name the type in the path; specifications leave it out of all but the first.
export const codeRoutes = {
  codeGenerate: route({
    method: 'POST',
    path: '/codes/{code_type}/generate',
    access: { kind: 'service', scope: 'codes.generate' },
    limit: 'backend',
    tag: 'codes',
    summary: 'Create a code',
    description: "Replaces the user's previous code of this type and purpose. Only this response shows the code.",
    headers: requestHeaders,
    params: ByType,
    body: Type.Object({
      ...named,
      purpose: Purpose,
      authorize: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether to authorize it immediately', examples: [false] }),
      ),
    }),
    ok: 200,
    result: Type.Object(
      { code: Text, type: CodeType, expires_at: expiresAt, is_authorized: IsAuthorized },
      { title: 'CodeGenerated' },
    ),
    also,
  }),
  codeAuthorize: route({ ...authorize, path: '/codes/authorize' }),
  codeAuthorizeTyped: route({ ...authorize, path: '/codes/{code_type}/authorize', params: ByType }),
  codesInvalidate: route({ ...invalidate, path: '/codes/invalidate-all' }),
  codesInvalidateTyped: route({ ...invalidate, path: '/codes/{code_type}/invalidate-all', params: ByType }),
  codeWait: route({
    method: 'POST',
    path: '/authenticate/code/wait',
    access: { kind: 'service', scope: 'auth.temporary' },
    limit: 'guess',
    waits: true,
    tag: 'authenticate',
    summary: 'Sign in with an authorized code',
    description:
      'Waits up to three minutes for the authorization, but not longer than the code is valid. With `no_wait`, checks only once. After `remote_session_timeout`, you can call again. The sign-in, which names no credential, uses up the code.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Username,
      authentication_code: AuthenticationCode,
      no_wait: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether to respond immediately', examples: [false] }),
      ),
      no_jwt: Type.Optional(NoJwt),
    }),
    ok: 200,
    result: AuthenticationResponse,
    also: {
      400: {
        why: 'The code is wrong, has expired, or was already used, or was not authorized in time (`remote_session_timeout`)',
        msgCode: 'invalid_access_code',
      },
      ...tokenRejections,
      404: unknownClient,
    },
  }),
  fido2InitCode: route({
    method: 'POST',
    path: '/credentials/fido2/init/code',
    access: { kind: 'service', scope: 'credentials.add' },
    limit: 'guess',
    tag: 'credentials',
    summary: 'Start adding a passkey with a code',
    description:
      'Accepts an authorized code for `add_credential`. Adding the passkey uses up the code; a start that fails does not.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Username,
      authentication_code: AuthenticationCode,
      options: Type.Optional(AttestationOptions),
    }),
    ok: 200,
    result: AttestationInit,
    also: { ...also, 400: badCode, 404: unknownClient },
  }),
} as const
