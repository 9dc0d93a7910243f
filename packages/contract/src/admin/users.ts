import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { ApplicationId, rejections } from './shapes.ts'

/** The operations of an operator on users. */
export const userRoutes = {
  userSignOut: route({
    method: 'POST',
    path: '/applications/{id}/users/{userId}/sign-out',
    access: { kind: 'admin', role: 'developer' },
    limit: 'admin',
    tag: 'users',
    summary: 'Sign a user out everywhere',
    description:
      'Every access token, grant, refresh token, flow session, browser session, one-time code, and access code that the user has been issued so far immediately stops working, on every node. Passkeys and other credentials remain.',
    params: Type.Object({
      id: ApplicationId,
      userId: Type.String({ minLength: 1, maxLength: 64, description: 'The user id', examples: [exampleUserId] }),
    }),
    ok: 204,
    also: { ...rejections, 404: 'The application or user does not exist' },
  }),
} as const
