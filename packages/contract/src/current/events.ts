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
      "SDKs send this after a failed ceremony, with the session from its init call. The service logs it. It doesn't affect the flow.",
    body: Type.Object({
      event: Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'The code and message of the failure',
        examples: ['ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED - no resident keys'],
      }),
      isError: Type.Optional(Type.Boolean({ default: false, examples: [true] })),
    }),
    ok: 200,
    result: Type.Object({ session: FlowSession }, { title: 'Session' }),
    also: {
      400: 'The body is invalid',
      401: 'The session is missing, unknown, or expired',
    },
  }),
} as const
