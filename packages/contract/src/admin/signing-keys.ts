import { Type } from 'typebox'
import { route } from '../route.ts'
import { Timestamp } from '../shapes.ts'
import { ApplicationId, rejections } from './shapes.ts'

const exampleKid = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'
const Kid = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The `kid` of its tokens: the thumbprint of the key (RFC 7638)',
  examples: [exampleKid],
})

const SigningKey = Type.Object(
  {
    kid: Kid,
    state: Type.Union(
      [Type.Literal('next'), Type.Literal('signing'), Type.Literal('verifying'), Type.Literal('retired')],
      {
        description:
          '`next`: published, and will sign; `signing`; `verifying`: no longer signs, its tokens are accepted; `retired`: its tokens are rejected',
        examples: ['next'],
      },
    ),
    createdAt: Timestamp('When it was created'),
    signsAt: Type.Optional(Timestamp('When the next one will sign')),
    retiresAt: Type.Optional(Timestamp('When one that has a successor will be retired: its last token has ended then')),
    retiredAt: Type.Optional(Timestamp('When it was retired')),
  },
  { title: 'SigningKey' },
)

const also = { ...rejections, 404: 'There is no such application, or no such key in use' } as const

const shared = { limit: 'admin', tag: 'signing keys' } as const

/** Keys that sign the tokens of an application. */
export const signingKeyRoutes = {
  signingKeysList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/signing-keys',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the signing keys',
    description: 'Newest first; retired ones for thirty days. Public parts are in the key set of the application.',
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
      'Makes the next key, published at once. It signs seven minutes later, when everybody who keeps the key set for as ' +
      'long as Cache-Control says has fetched it. The key before it is retired when its last token has ended.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: SigningKey,
    also: { ...also, 400: 'The last rotation is under way: its key does not sign yet' },
  }),
  signingKeyRetire: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/signing-keys/{kid}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Retire a signing key at once',
    description:
      'For a key that may be compromised: its tokens are rejected within a second on every node. Rotate first where ' +
      'it is the only one; the new key then signs at once.',
    params: Type.Object({ id: ApplicationId, kid: Kid }),
    ok: 204,
    also: { ...also, 400: 'It is the only key in use' },
  }),
} as const
