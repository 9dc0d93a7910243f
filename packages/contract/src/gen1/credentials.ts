import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import {
  failedOrNoToken,
  failedToAuthenticate,
  notAsDescribed,
  otherUser,
  tokenRejections,
  unknownClient,
  unknownUser,
} from './errors.ts'
import { AttestationBody, AttestationInit, AttestationOptions } from './passkeys.ts'
import {
  AuthenticationResponse,
  ClientId,
  CredentialType,
  CredentialUuid,
  claimed,
  Line,
  NoJwt,
  named,
  requestHeaders,
  stringEnum,
  Timestamp,
  UserIdUnlessInToken,
  Username,
  Uuid,
} from './shapes.ts'

const CredentialStatus = stringEnum(['active', 'inactive', 'pending', 'revoked', 'deleted'], {
  description: 'Its state; pending: started but not verified yet',
  examples: ['active'],
})

const Credential = Type.Object(
  {
    uuid: Uuid('The credential'),
    type: CredentialType,
    status: CredentialStatus,
    name: Type.String({ examples: ['My phone'] }),
    created_at: Timestamp('When it was added'),
    updated_at: Timestamp('When it was last used or changed'),
  },
  { title: 'Credential' },
)

const CredentialList = Type.Object(
  { user_id: Uuid('The user whose credentials these are'), credentials: Type.Array(Credential) },
  { title: 'CredentialList' },
)

const ChangedCredential = Type.Object(
  { user_id: Uuid('The user whose credential this is'), credential: Credential },
  { title: 'ChangedCredential' },
)

const Otp = Type.String({
  pattern: patterns.totp,
  description: 'What the authenticator app shows',
  examples: ['287082'],
})
const unknownCredential = { why: 'Credential not found, or no such user', msgCode: 'credential_not_found' } as const
const unnamed = { why: 'The call names no user, or is invalid', msgCode: 'missing_parameter' } as const
const also = { 400: unnamed, ...tokenRejections, 404: unknownUser } as const
const changed = { ...also, 404: unknownCredential } as const

// Older clients list the types identity, authid, and socure; no user has one here (foreign-credentials.ts).
export const credentialRoutes = {
  credentialsOf: route({
    method: 'GET',
    path: '/credentials',
    access: { kind: 'service', scope: 'credentials.list' },
    limit: 'backend',
    tag: 'credentials',
    summary: 'List the credentials of a user by id',
    description: 'Oldest first, passkeys and others; revoked ones stay in the list.',
    headers: requestHeaders,
    query: Type.Object({ user_id: Type.Optional(UserIdUnlessInToken), status: Type.Optional(CredentialStatus) }),
    ok: 200,
    result: CredentialList,
    also,
  }),
  credentialsList: route({
    method: 'POST',
    path: '/credentials/list',
    access: { kind: 'service', scope: 'credentials.list' },
    limit: 'backend',
    tag: 'credentials',
    summary: 'List the credentials of a user',
    description: 'Oldest first, passkeys and others; revoked ones stay in the list.',
    headers: requestHeaders,
    body: Type.Object({ ...named, status: Type.Optional(CredentialStatus) }),
    ok: 200,
    result: CredentialList,
    also,
  }),
  credentialRename: route({
    method: 'POST',
    path: '/credentials/rename',
    access: { kind: 'service', scope: 'credentials.rename' },
    limit: 'backend',
    tag: 'credentials',
    summary: 'Rename a credential',
    description: "Renames one of the user's active credentials.",
    headers: requestHeaders,
    body: Type.Object({
      ...named,
      credential: Type.Object({ uuid: CredentialUuid, name: Line(128, { minLength: 1, examples: ['My phone'] }) }),
    }),
    ok: 200,
    result: ChangedCredential,
    also: changed,
  }),
  credentialRevoke: route({
    method: 'POST',
    path: '/credentials/revoke',
    access: { kind: 'service', scope: 'credentials.revoke' },
    limit: 'backend',
    tag: 'credentials',
    summary: 'Revoke a credential',
    description:
      "Permanently revokes the credential and deletes its key or secret. Tokens from a passkey's sign-ins immediately stop working.",
    headers: requestHeaders,
    body: Type.Object({ ...named, credential: Type.Object({ uuid: CredentialUuid }) }),
    ok: 200,
    result: ChangedCredential,
    also: changed,
  }),
  recoveryCode: route({
    method: 'POST',
    path: '/credentials/recovery-code',
    access: { kind: 'service', scope: 'credentials.add_recovery' },
    limit: 'backend',
    tag: 'credentials',
    summary: 'Create a recovery code',
    description:
      "Replaces the user's previous recovery code. Only this response shows the code, and the service stores only a keyed hash of it. The user can set a password with it, once.",
    headers: requestHeaders,
    body: Type.Object(named),
    ok: 200,
    result: Type.Object(
      {
        code: Type.String({ description: '80 random bits in groups', examples: ['K5XH-2QZA-7T3M-PLE4'] }),
        created_at: Timestamp('When it was created'),
      },
      { title: 'RecoveryCode' },
    ),
    also,
  }),
  fido2InitForce: route({
    method: 'POST',
    path: '/credentials/fido2/init/force',
    access: { kind: 'service', scope: 'credentials.force_add' },
    limit: 'begin',
    tag: 'credentials',
    summary: 'Start adding a passkey to a user that your backend asserts',
    description: "Like `/register/fido2/init`, but for an existing user. Writes only the token's nonce.",
    headers: requestHeaders,
    body: Type.Object({ ...named, options: Type.Optional(AttestationOptions) }),
    ok: 200,
    result: AttestationInit,
    also,
  }),
  fido2Complete: route({
    method: 'POST',
    path: '/credentials/fido2/complete',
    access: { kind: 'public' },
    limit: 'complete',
    tag: 'credentials',
    summary: 'Complete adding a passkey',
    description: 'Does exactly the same as `/register/fido2/complete`.',
    headers: requestHeaders,
    body: AttestationBody,
    ok: 200,
    result: AuthenticationResponse,
    also: {
      400: { why: 'The credential was rejected; the reason is in the log', msgCode: 'credential_not_created' },
      401: otherUser,
      404: unknownClient,
    },
  }),
  totpInitForce: route({
    method: 'POST',
    path: '/credentials/totp/init/force',
    access: { kind: 'service', scope: 'credentials.force_add' },
    limit: 'backend',
    tag: 'credentials',
    summary: 'Start adding an authenticator app',
    description:
      'Returns what the app needs (RFC 6238: SHA-1, six digits, thirty seconds). A user can have one authenticator app; the previous one works until this is completed.',
    headers: requestHeaders,
    body: Type.Object(named),
    ok: 200,
    result: Type.Object(
      {
        credential_uuid: Uuid('The credential'),
        otpauth_uri: Type.String({
          description: 'For a QR code',
          examples: ['otpauth://totp/Demo:ada?secret=GEZDGNBVGY3TQOJQ&issuer=Demo'],
        }),
        secret: Type.String({ description: 'The secret in base32, for typing', examples: ['GEZDGNBVGY3TQOJQ'] }),
      },
      { title: 'TotpInit' },
    ),
    also,
  }),
  totpComplete: route({
    method: 'POST',
    path: '/credentials/totp/complete',
    access: { kind: 'public' },
    limit: 'guess',
    tag: 'credentials',
    summary: 'Complete adding an authenticator app',
    description: 'Accepts a code from the app, and signs the user in.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Username,
      user_id: claimed.user_id,
      credential_uuid: CredentialUuid,
      otp: Otp,
      no_jwt: Type.Optional(NoJwt),
    }),
    ok: 200,
    result: AuthenticationResponse,
    also: { 400: notAsDescribed, 401: failedToAuthenticate, 404: unknownClient },
  }),
  authenticateTotp: route({
    method: 'POST',
    path: '/authenticate/totp',
    access: { kind: 'service', scope: 'auth.login' },
    limit: 'guess',
    tag: 'authenticate',
    summary: 'Sign in with an authenticator app',
    description: 'Each code works once. The service also accepts codes of the previous and the next 30-second step.',
    headers: requestHeaders,
    body: Type.Object({ client_id: ClientId, username: Username, otp: Otp, no_jwt: Type.Optional(NoJwt) }),
    ok: 200,
    result: AuthenticationResponse,
    also: { 400: notAsDescribed, 401: failedOrNoToken, 403: tokenRejections[403], 404: unknownClient },
  }),
} as const
