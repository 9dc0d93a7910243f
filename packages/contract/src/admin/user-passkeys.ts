import { Type } from 'typebox'
import { route } from '../route.ts'
import { examplePasskeyId, exampleUserId } from '../sample.ts'
import { Line } from '../shapes.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const Id = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: [example] })

const OfPasskey = Type.Object({
  id: ApplicationId,
  userId: Id('The user id', exampleUserId),
  passkeyId: Id('The passkey id', examplePasskeyId),
})

const shared = {
  path: '/applications/{id}/users/{userId}/passkeys/{passkeyId}',
  access: { kind: 'admin', role: 'developer' },
  limit: 'admin',
  tag: 'users',
  params: OfPasskey,
  ok: 204,
} as const
const also = { ...rejections, 404: 'There is no such application, user, or passkey' } as const

/** What an operator changes about the passkeys of a user. */
export const userPasskeyRoutes = {
  userPasskeyRename: route({
    ...shared,
    method: 'PATCH',
    summary: 'Rename a passkey',
    description: 'The name in lists of the user’s passkeys.',
    body: Strict({ name: Line(128, { minLength: 1, description: 'The new name', examples: ['Work laptop'] }) }),
    also: { ...also, 400: 'The name is empty' },
  }),
  userPasskeyDelete: route({
    ...shared,
    method: 'DELETE',
    summary: 'Revoke a passkey',
    description: 'Deletes it for good. It and the tokens that it earned are rejected at once on every node.',
    also,
  }),
} as const
