import { Type } from 'typebox'
import { route } from '../route.ts'
import { failedToAuthenticate, notAsDescribed, tokenRejections, unknownClient, unknownUser } from './errors.ts'
import {
  AuthenticationResponse,
  ClientId,
  claimed,
  Line,
  NoJwt,
  named,
  requestHeaders,
  stringEnum,
  Username,
} from './shapes.ts'

const PublicKey = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'A public key of P-256, as PEM or as base64 DER (SubjectPublicKeyInfo)',
  examples: [
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHzp53T0WTcALncXl4y15XLvm24lnDD5OS3fhF2EgpjAlFQRHVBZRzGmXsnNFToW8PbV93LEYX9aOAQ3C96b0vg==',
  ],
})
const Algorithm = stringEnum(['ES256'], { description: 'What the key signs with', examples: ['ES256'] })
const key = { publickey_alg: Type.Optional(Algorithm), publickey: PublicKey }
const ChallengeId = Type.String({
  minLength: 16,
  maxLength: 8192,
  description: 'The value that init returned: opaque, up to 8,192 characters; it works once',
  examples: ['AAABTc2Vzc2lvbi1pcy1vcGFxdWU'],
})
const badKey = { why: 'No public key of P-256, or the body is invalid', msgCode: 'bad_request' } as const

// No specification says what the assertion claims. server_nonce ties it to the challenge, aud to the client.
export const publicKeyRoutes = {
  publicKeyForce: route({
    method: 'POST',
    path: '/credentials/publickey',
    access: { kind: 'service', scope: 'credentials.force_add' },
    limit: 'backend',
    tag: 'credentials',
    summary: 'Add a public key to a user that your backend asserts',
    description: 'Replaces the previous public key: a user can have only one. Signs the user in.',
    headers: requestHeaders,
    body: Type.Object({
      ...named,
      ...key,
      options: Type.Optional(
        Type.Object({
          credential_name: Type.Optional(Line(128, { description: 'A name for it', examples: ['My phone'] })),
        }),
      ),
      no_jwt: Type.Optional(NoJwt),
    }),
    ok: 200,
    result: AuthenticationResponse,
    also: { 400: badKey, ...tokenRejections, 404: unknownUser },
  }),
  authenticatePublicKeyInit: route({
    method: 'POST',
    path: '/authenticate/publickey/init',
    access: { kind: 'service', scope: 'auth.login' },
    limit: 'begin',
    tag: 'authenticate',
    summary: 'Start a sign-in with a public key',
    description:
      "Returns what the key must sign. Does not reveal whether the username exists or has that key. Writes only the token's nonce.",
    headers: requestHeaders,
    body: Type.Object({ client_id: ClientId, username: Username, ...key }),
    ok: 200,
    result: Type.Object(
      {
        challenge_id: ChallengeId,
        server_nonce: Type.String({
          description: '32 random bytes as base64url',
          examples: ['qZ4b0wXJ1yq3nKqf0F7hT1m8b6rC5uX9sD2eV4gA7kY'],
        }),
      },
      { title: 'PublicKeyInit' },
    ),
    also: { 400: badKey, ...tokenRejections, 404: unknownClient },
  }),
  authenticatePublicKeyComplete: route({
    method: 'POST',
    path: '/authenticate/publickey/complete',
    access: { kind: 'public' },
    limit: 'complete',
    tag: 'authenticate',
    summary: 'Complete a sign-in with a public key',
    description:
      'The assertion is a JWT that the key signed with ES256. Its claim `server_nonce` is the value that init returned; `aud`, if present, is the client id. The challenge works only once, and no token is required.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Username,
      user_id: claimed.user_id,
      challenge_id: ChallengeId,
      assertion: Type.String({
        minLength: 1,
        maxLength: 8192,
        description: 'A JWT, signed by the key',
        examples: ['eyJhbGciOiJFUzI1NiJ9.eyJzZXJ2ZXJfbm9uY2UiOiJxWjRiIn0.c2lnbmF0dXJl'],
      }),
      no_jwt: Type.Optional(NoJwt),
    }),
    ok: 200,
    result: AuthenticationResponse,
    also: { 400: notAsDescribed, 401: failedToAuthenticate, 404: unknownClient },
  }),
} as const
