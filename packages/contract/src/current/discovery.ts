import { Type } from 'typebox'
import { route } from '../route.ts'
import { Application, TrustItems } from '../shapes.ts'

export const discoveryRoutes = {
  // Not in the specification; existing wallet clients call it: 204 shows the wallet in the page, 404 leads to it.
  deviceDiscover: route({
    method: 'POST',
    path: '/mfa/discover',
    access: 'public',
    tag: 'mfa',
    summary: 'Ask whether this browser is known',
    description:
      'Whether the application has seen a completed ceremony with one of the keys that signed the trust items. Only who holds the key can ask for it; what is unsigned, expired or of another kind is unknown.',
    body: Type.Object({ app: Type.Optional(Application), trustItems: TrustItems }),
    ok: 204,
    also: { 400: 'The body is not as described', 404: 'The browser is unknown, or there is no such application' },
  }),
} as const
