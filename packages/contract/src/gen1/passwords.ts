import { Type } from 'typebox'
import { route } from '../route.ts'
import { AuthenticationCode, codeTypes } from './codes.ts'
import { failedOrNoToken, notAsDescribed, tokenRejections, unknownClient, unknownUser } from './errors.ts'
import { AuthenticationResponse, ClientId, NoJwt, named, requestHeaders, stringEnum, Username } from './shapes.ts'

// 256 characters are hashed whole; nothing is cut off.
const Password = (description: string) =>
  Type.String({ minLength: 1, maxLength: 256, description, examples: ['correct horse battery'] })

const chosen = {
  password: Password('The new password'),
  password_confirmation: Password('The same password again'),
}

const common = { client_id: ClientId, no_jwt: Type.Optional(NoJwt) }
const owner = { ...named, no_jwt: Type.Optional(NoJwt) }
const badPasswordOrCode = {
  why: 'The code is wrong, has expired, or was already used, or the password is not good enough (`bad_request`)',
  msgCode: 'invalid_access_code',
} as const
const badPassword = { why: 'The password is not good enough (the message says why)', msgCode: 'bad_request' } as const

const shared = { method: 'POST', headers: requestHeaders, ok: 200, result: AuthenticationResponse } as const

// The specifications show only the password fields and the names of the scopes of these calls.
export const passwordRoutes = {
  registerPassword: route({
    ...shared,
    path: '/register/password',
    access: { kind: 'service', scope: 'auth.register' },
    limit: 'guess',
    tag: 'register',
    summary: 'Sign up with a password',
    description:
      'The password must have the minimum length of the application; any characters are allowed. A username with an account is rejected, unless the account has no credential yet and the token was signed for exactly that user.',
    body: Type.Object({ ...common, username: Username, ...chosen }),
    also: {
      400: {
        why: 'The username has an account (`user_already_registered`), or the password is not good enough',
        msgCode: 'user_already_registered',
      },
      ...tokenRejections,
      404: unknownClient,
    },
  }),
  authenticatePassword: route({
    ...shared,
    path: '/authenticate/password',
    access: { kind: 'service', scope: 'auth.login' },
    limit: 'guess',
    tag: 'authenticate',
    summary: 'Sign in with a password',
    description:
      'The response and its duration are the same for a wrong password, an unknown username, and a locked user.',
    body: Type.Object({ ...common, username: Username, password: Password('The password') }),
    also: { 400: notAsDescribed, 401: failedOrNoToken, 403: tokenRejections[403], 404: unknownClient },
  }),
  passwordChange: route({
    ...shared,
    path: '/credentials/password/change',
    access: { kind: 'service', scope: 'credentials.replace' },
    limit: 'guess',
    tag: 'credentials',
    summary: 'Change a password',
    description: 'Signs the user in.',
    body: Type.Object({
      ...owner,
      old_password: Password('The current password'),
      new_password: chosen.password,
      new_password_confirmation: chosen.password_confirmation,
    }),
    also: { 400: badPassword, 401: failedOrNoToken, 403: tokenRejections[403], 404: unknownClient },
  }),
  passwordRecover: route({
    ...shared,
    path: '/credentials/password/recover',
    access: { kind: 'service', scope: 'credentials.replace' },
    limit: 'guess',
    tag: 'credentials',
    summary: 'Set a password with a recovery code',
    description:
      'Also accepts an authorized code for `add_credential`, like `/credentials/password/code`. The code is used up by the change, not by a rejected password. Signs the user in.',
    body: Type.Object({
      ...owner,
      authentication_code: Type.Object({
        code: Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'However spaced',
          examples: ['K5XH-2QZA-7T3M-PLE4'],
        }),
        type: stringEnum(['recovery', ...codeTypes], {
          description: 'What kind of code it is',
          examples: ['recovery'],
        }),
      }),
      ...chosen,
    }),
    also: { 400: badPasswordOrCode, 401: failedOrNoToken, 403: tokenRejections[403], 404: unknownClient },
  }),
  passwordCode: route({
    ...shared,
    path: '/credentials/password/code',
    // As for a passkey that is added by a code.
    access: { kind: 'service', scope: 'credentials.add' },
    limit: 'guess',
    tag: 'credentials',
    summary: 'Set a password with a code',
    description:
      'Takes an authorized code for `add_credential` and replaces any existing password. The code is used up by the change, not by a rejected password. Signs the user in.',
    body: Type.Object({ ...owner, authentication_code: AuthenticationCode, ...chosen }),
    also: { 400: badPasswordOrCode, ...tokenRejections, 404: unknownClient },
  }),
  passwordForce: route({
    ...shared,
    path: '/credentials/password/force',
    access: { kind: 'service', scope: 'credentials.force_add' },
    limit: 'backend',
    tag: 'credentials',
    summary: 'Set a password that your backend asserts',
    description: "Replaces the user's password, if any, and unlocks it. Signs the user in.",
    body: Type.Object({ ...owner, ...chosen }),
    also: { 400: badPassword, ...tokenRejections, 404: unknownUser },
  }),
} as const
