import { Type } from 'typebox'
import { route } from '../route.ts'
import { FlowSession } from '../shapes.ts'

export const eventRoutes = {
  clientEventSubmit: route({
    method: 'POST',
    path: '/client-events/submit',
    access: { kind: 'session' },
    limit: 'report',
    tag: 'events',
    summary: 'Report what happened in the browser',
    description:
      'What SDKs send after a failed ceremony, with the session of its init call. It is logged, and changes nothing in the flow.',
    body: Type.Object({
      event: Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'Code and message of the failure',
        examples: ['ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED - no resident keys'],
      }),
      isError: Type.Optional(Type.Boolean({ default: false, examples: [true] })),
    }),
    ok: 200,
    result: Type.Object({ session: FlowSession }, { title: 'Session' }),
    also: {
      400: 'The body is not as described',
      401: 'The session is missing, unknown or expired',
    },
  }),
} as const
