import { Type } from 'typebox'
import { route } from '../route.ts'
import { Line, TrustItems, UserAgent } from '../shapes.ts'
import { Application, DeviceInfo, ProxyPasskey } from './shapes.ts'

// It tells who exists, as the current API's discovery does: user:read.
export const proxyDiscoveryRoutes = {
  discovery: route({
    method: 'POST',
    path: '/discovery',
    access: { kind: 'apiKey', scope: 'user:read' },
    limit: 'backend',
    tag: 'auth',
    summary: 'Check whether a user can sign in with a passkey on a device',
    description:
      'Judges by the user’s passkeys, their transports and sync state, what this device has done before, and what its browser can do. Writes nothing.',
    body: Type.Object({
      app: Application,
      username: Line(256, {
        minLength: 1,
        description: 'The username, or an email address or phone number that the user has verified',
        examples: ['ada@example.com'],
      }),
      userAgent: UserAgent,
      deviceInfo: DeviceInfo,
      // The specification shows its name only. Any other text is treated as absent, so no call is rejected for it.
      rule: Type.Optional(
        Type.String({
          maxLength: 64,
          description:
            'Which rules count; `device`: without guesses, only what this very device has done or says. Anything else: all of them',
          examples: ['device'],
        }),
      ),
      // Not in the specification: these identify a device.
      trustItems: Type.Optional(TrustItems),
    }),
    ok: 200,
    result: Type.Object(
      {
        match: Type.Union(
          [Type.Literal('yes'), Type.Literal('no'), Type.Literal('low_chance'), Type.Literal('high_chance')],
          {
            description: 'Whether a passkey of the user works here, by the discovery rules of the documentation',
            examples: ['yes'],
          },
        ),
        // The specification types it as a passkey: the one that the match refers to.
        matchDevice: Type.Optional(ProxyPasskey),
      },
      { title: 'Discovery' },
    ),
    also: {},
  }),
} as const
