import { Type } from 'typebox'
import { Jwt as CurrentJwt, Line, Timestamp, Uuid } from '../shapes.ts'

/** A client is an application: its id is the application's. */
export const ClientId = Type.String({
  minLength: 1,
  maxLength: 63,
  description: 'The client, which is the application ID',
  examples: ['demo'],
})

export const Username = Line(256, {
  minLength: 1,
  description: 'The username, or an email address or phone number that the user has verified',
  examples: ['ada@example.com'],
})

export const UserId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The user id',
  examples: ['5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968'],
})

/** Whom a call of a backend is about. */
export const named = { client_id: ClientId, username: Type.Optional(Username), user_id: Type.Optional(UserId) }

const userIdOfSession = { ...UserId, description: "The user ID; must be the session's user" }

/** What a completing call may say of its user, who must be that of its session. */
export const claimed = {
  username: Type.Optional(
    Line(256, {
      minLength: 1,
      description: "A username of the user; must belong to the session's user",
      examples: ['ada@example.com'],
    }),
  ),
  user_id: Type.Optional(Type.String(userIdOfSession)),
}

export const CredentialUuid = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The credential',
  examples: ['5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968'],
})

export const NoJwt = Type.Boolean({ default: false, description: 'Whether to omit the token', examples: [false] })

/** Headers that any call of this generation may carry. */
export const requestHeaders = Type.Object({
  'Request-ID': Type.Optional(
    Type.String({
      description:
        'Returned in the response, for logs, if it is 1 to 128 printable ASCII characters; otherwise ignored',
      examples: ['req-17'],
    }),
  ),
})

/** Headers of management calls. */
export const managementHeaders = Type.Object({
  ...requestHeaders.properties,
  'X-Client-ID': Type.String({
    maxLength: 63,
    description: 'The client that the token belongs to',
    examples: ['demo'],
  }),
})

export const credentialTypes = [
  'fido2',
  'password',
  'publickey',
  'recovery_code',
  'phone_otp',
  'email_otp',
  'totp',
  'identity',
  'authid',
  'socure',
] as const

export const stringEnum = <const T extends readonly string[]>(
  values: T,
  options: { description: string; examples: T[number][] },
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })

export const CredentialType = stringEnum(credentialTypes, {
  description: 'What kind of credential it is',
  examples: ['fido2'],
})

export const Jwt = CurrentJwt.properties.jwtAccess

/** The response to every completed authentication. */
export const AuthenticationResponse = Type.Object(
  {
    client: Type.Object({
      id: ClientId,
      type: Type.Union([
        Type.Literal('directweb'),
        Type.Literal('native'),
        Type.Literal('oidc'),
        Type.Literal('management'),
      ]),
    }),
    // Absent after a temporary sign-in: a code is no credential.
    credential: Type.Optional(
      Type.Object({
        uuid: Uuid('The credential that was used'),
        type: CredentialType,
        name: Type.String({ examples: ['My phone'] }),
      }),
    ),
    user: Type.Object({
      id: Uuid('The user'),
      username: Username,
      // One for each client: the namespace is the application.
      namespace_id: Type.String({ description: "The user's namespace", examples: ['demo'] }),
    }),
    jwt: Type.Optional(Jwt),
    is_authenticated: Type.Literal(true),
  },
  { title: 'AuthenticationResponse' },
)

export { Line, Timestamp, Uuid }
