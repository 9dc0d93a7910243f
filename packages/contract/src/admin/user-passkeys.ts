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
const also = { ...rejections, 404: 'The application, user, or passkey does not exist' } as const

/** The changes of an operator to the passkeys of a user. */
export const userPasskeyRoutes = {
  userPasskeyRename: route({
    ...shared,
    method: 'PATCH',
    summary: 'Rename a passkey',
    description: 'Changes the name that lists of the user’s passkeys show.',
    body: Strict({ name: Line(128, { minLength: 1, description: 'The new name', examples: ['Work laptop'] }) }),
    also: { ...also, 400: 'The name is empty' },
  }),
  userPasskeyDelete: route({
    ...shared,
    method: 'DELETE',
    access: { ...shared.access, fresh: true },
    summary: 'Revoke a passkey',
    description: 'Permanently deletes the passkey. Every node immediately rejects it and the tokens from its sign-ins.',
    also,
  }),
} as const
