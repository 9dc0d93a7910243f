import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { ApplicationId, rejections } from './shapes.ts'

/** What an operator does about users. */
export const userRoutes = {
  userSignOut: route({
    method: 'POST',
    path: '/applications/{id}/users/{userId}/sign-out',
    access: { kind: 'admin', role: 'developer' },
    limit: 'admin',
    tag: 'users',
    summary: 'Sign a user out everywhere',
    description:
      'Every access token, grant, refresh token, session of a flow, and one-time or access code issued to the user so far stops working at once, on every node. Passkeys and other credentials stay.',
    params: Type.Object({
      id: ApplicationId,
      userId: Type.String({ minLength: 1, maxLength: 64, description: 'The user id', examples: [exampleUserId] }),
    }),
    ok: 204,
    also: { ...rejections, 404: 'There is no such application or user' },
  }),
} as const
