import { Type } from 'typebox'
import { Jwt as CurrentJwt, Line, Timestamp, Uuid } from '../shapes.ts'

/** A client is an application: its id is the application's. */
export const ClientId = Type.String({
  minLength: 1,
  maxLength: 63,
  description: 'The client, which is the application ID',
  examples: ['demo'],
})

const anyName = 'The username, or an email address or phone number that the user has verified'

const toName = (description: string) => Line(256, { minLength: 1, description, examples: ['ada@example.com'] })

export const Username = toName(anyName)

const toId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: ['5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968'] })

export const UserId = toId('The user ID')

/** Whom a call of a backend is about. Either is needed unless the token identifies the user, which no schema can say. */
export const userReference = {
  username: Type.Optional(toName(`${anyName}; needed if neither \`user_id\` nor the token identifies the user`)),
  user_id: Type.Optional(toId('The user ID; needed if neither `username` nor the token identifies the user')),
}

export const UserIdUnlessInToken = toId('The user ID; needed if the token does not identify the user')

/** The client of a call of a backend, and whom the call is about. */
export const named = { client_id: ClientId, ...userReference }

/** The claim of a completing call about its user, who must be that of its session. */
export const claimed = {
  username: Type.Optional(toName("A username of the user; must belong to the session's user")),
  user_id: Type.Optional(toId("The user ID; must be the session's user")),
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
