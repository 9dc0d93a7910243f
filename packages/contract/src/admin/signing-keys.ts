import { Type } from 'typebox'
import { route } from '../route.ts'
import { Timestamp } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { signingAlgorithms } from '../vocabulary/signing-algorithms.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const exampleKid = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'
const Kid = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The `kid` of its tokens: the thumbprint of the key (RFC 7638)',
  examples: [exampleKid],
})

const Algorithm = choice(signingAlgorithms, {
  description: '`ES256`, or `RS256`, which signs tokens of OpenID clients only',
  examples: ['ES256'],
})

const SigningKey = Type.Object(
  {
    kid: Kid,
    alg: Algorithm,
    state: Type.Union(
      [Type.Literal('next'), Type.Literal('signing'), Type.Literal('verifying'), Type.Literal('retired')],
      {
        description:
          '`next`: published, and will sign; `signing`; `verifying`: no longer signs, its tokens are accepted; `retired`: its tokens are rejected',
        examples: ['next'],
      },
    ),
    createdAt: Timestamp('When it was created'),
    signsAt: Type.Optional(Timestamp('When the next key starts signing')),
    retiresAt: Type.Optional(
      Timestamp('When a key with a successor will be retired, after its last token has expired'),
    ),
    retiredAt: Type.Optional(Timestamp('When it was retired')),
  },
  { title: 'SigningKey' },
)

const also = { ...rejections, 404: 'The application does not exist, or has no such key in use' } as const

const shared = { limit: 'admin', tag: 'signing keys' } as const

/** Keys that sign the tokens of an application. */
export const signingKeyRoutes = {
  signingKeysList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/signing-keys',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the signing keys',
    description:
      "Returns the keys, newest first, including keys that were retired within the last thirty days. The public keys are in the application's key set.",
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ signingKeys: Type.Array(SigningKey) }, { title: 'SigningKeys' }),
    also,
  }),
  signingKeyRotate: route({
    ...shared,
    method: 'POST',
    path: '/applications/{id}/signing-keys',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Rotate the signing key',
    description:
      'Creates the next key and publishes it immediately. The key starts signing seven minutes later, when every verifier that follows ' +
      'Cache-Control has fetched it. The previous key is retired once its last token has expired. ' +
      'Each algorithm has a schedule of its own; without `alg`, the ES256 key is rotated.',
    params: Type.Object({ id: ApplicationId }),
    query: Strict({ alg: Type.Optional(Algorithm) }),
    ok: 200,
    result: SigningKey,
    also: {
      ...also,
      400: 'A rotation is in progress: its key does not sign yet; or there is no key of that algorithm',
    },
  }),
  signingKeyRetire: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/signing-keys/{kid}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Retire a signing key immediately',
    description:
      'For a key that might be compromised. Every node rejects its tokens within a second. If it is the only key of its algorithm, rotate first; ' +
      'the new key then signs immediately.',
    params: Type.Object({ id: ApplicationId, kid: Kid }),
    ok: 204,
    also: { ...also, 400: 'It is the only key of its algorithm in use' },
  }),
} as const
