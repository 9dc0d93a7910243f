import { Type } from 'typebox'
import { Strict } from '../admin/shapes.ts'
import { route } from '../route.ts'
import { RequestedResource, RequestedScope } from './requests.ts'
import { Program } from './shapes.ts'

const UserCode = Type.String({
  minLength: 1,
  maxLength: 32,
  description: 'The code that the device shows, ignoring case, spaces, and hyphens',
  examples: ['WD-JBMN-TQRX'],
})

const shared = { access: { kind: 'public', ownPages: 'application' }, tag: 'requests', limit: 'guess' } as const

const rejections = {
  401: 'No user is signed in in this browser',
  404: 'No device shows this code, or it has expired',
} as const

/** How a user signs in a device that shows a code (RFC 8628). */
export const devicePageRoutes = {
  deviceShow: route({
    ...shared,
    method: 'GET',
    path: '/device',
    summary: 'Find the program on the device that shows a code',
    description:
      'Returns the program that the code names, and what it can ask for (RFC 8628 §3.3). Only the device knows what it asked for, and gets no more than that.',
    query: Type.Object({ userCode: UserCode }),
    ok: 200,
    result: Type.Object(
      {
        client: Program,
        userCode: Type.String({ description: 'The code as the device shows it', examples: ['WD-JBMN-TQRX'] }),
        scopes: Type.Array(RequestedScope, { description: 'What the program can ask for' }),
        resources: Type.Array(RequestedResource, { description: 'The APIs that it can ask to use' }),
      },
      { title: 'Device' },
    ),
    also: rejections,
  }),
  deviceDecide: route({
    ...shared,
    method: 'POST',
    path: '/device',
    summary: 'Allow or deny the sign-in of a device',
    description:
      'The device learns the decision when it asks the next time (RFC 8628 §3.4). The first decision about a code counts.',
    body: Strict({
      userCode: UserCode,
      decision: Type.Union([Type.Literal('allow'), Type.Literal('deny')], {
        description: 'The choice of the user',
        examples: ['allow'],
      }),
    }),
    ok: 204,
    also: { ...rejections, 403: 'The user is in none of the groups that can use the program' },
  }),
} as const
