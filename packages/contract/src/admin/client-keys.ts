import { Type } from 'typebox'
import { route } from '../route.ts'
import { examplePem, exampleUserId } from '../sample.ts'
import { Line, Timestamp, Uuid } from '../shapes.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const PublicKey = Type.String({
  maxLength: 2048,
  description: 'A P-256 public key: PEM or base64 DER (SubjectPublicKeyInfo)',
  examples: [examplePem],
})

const ClientKey = Type.Object(
  {
    id: Uuid('The key'),
    name: Type.String({ examples: ['backend'] }),
    publicKey: PublicKey,
    createdAt: Timestamp('When it was added'),
    revokedAt: Type.Optional(Timestamp('When it was revoked')),
  },
  { title: 'ClientKey' },
)

const also = { ...rejections, 404: 'The application or key does not exist' } as const

const shared = { limit: 'admin', tag: 'client keys' } as const

/** Keys with which customers' backends sign service tokens of the first generation. */
export const clientKeyRoutes = {
  clientKeysList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/client-keys',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the client keys',
    description: 'Returns all keys, newest first, including revoked ones.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ clientKeys: Type.Array(ClientKey) }, { title: 'ClientKeys' }),
    also,
  }),
  clientKeyAdd: route({
    ...shared,
    method: 'POST',
    path: '/applications/{id}/client-keys',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Register a client key',
    description:
      'From now on, the service accepts service tokens that are signed with the matching private key. At most ten keys can be in use.',
    params: Type.Object({ id: ApplicationId }),
    body: Strict({
      name: Type.Optional(Line(128, { description: 'A display name', examples: ['backend'] })),
      publicKey: PublicKey,
    }),
    ok: 200,
    result: ClientKey,
    also: { ...also, 400: 'The key is not a P-256 public key, or ten keys are in use' },
  }),
  clientKeyRevoke: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/client-keys/{keyId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Revoke a client key',
    description: 'Every node immediately rejects its tokens.',
    params: Type.Object({
      id: ApplicationId,
      keyId: Type.String({ minLength: 1, maxLength: 64, description: 'The key id', examples: [exampleUserId] }),
    }),
    ok: 204,
    also,
  }),
} as const
