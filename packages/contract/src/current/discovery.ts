import { Type } from 'typebox'
import { ClientReport } from '../client-report.ts'
import { route } from '../route.ts'
import { exampleTrustItem } from '../sample.ts'
import { Application, DeviceInfo, FlowSession, Timestamp, TrustItems, UserAgent, UserLogin, Uuid } from '../shapes.ts'
import { CreationOptions, RequestOptions } from '../webauthn.ts'

const MatchResult = Type.Union(
  [
    Type.Literal('UserNotFound'),
    Type.Literal('NoAuthMethod'),
    Type.Literal('CrossAuth'),
    Type.Literal('PasskeyLikely'),
    Type.Literal('PasskeyFound'),
  ],
  { description: 'What to offer, by the discovery rules of the documentation', examples: ['PasskeyFound'] },
)

// Unspecified upstream: when each field is present. There is one session and one set of options, because a session is
// valid for one flow: sign-in if a passkey may be available, sign-up if the username is free. An existing user without a
// passkey gets neither: adding one requires a grant, or an attacker could take over the account.
const Discovery = Type.Object(
  {
    matchResult: MatchResult,
    userId: Type.Optional(Uuid('The user, where there is one')),
    session: Type.Optional({ ...FlowSession, description: 'For auth/complete or reg/complete, as the options are' }),
    authRequestOptions: Type.Optional(RequestOptions),
    regRequestOptions: Type.Optional(CreationOptions),
    lastLoginDeviceId: Type.Optional(Uuid('The device of the last sign-in')),
    lastLoginTs: Type.Optional(Timestamp('When that was')),
    traceId: Type.String({
      description: 'Names this call in log and events; what the caller named it, where it did',
      examples: ['4bf92f3577b34da6a3ce929d0e0e4736'],
    }),
  },
  { title: 'Discovery' },
)

export const discoveryRoutes = {
  discover: route({
    method: 'POST',
    path: '/mgmt/discover',
    access: { kind: 'apiKey', scope: 'user:read' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'Find out how a user can sign in on a device',
    description:
      'Judges by the user’s passkeys, their transports and sync state, what this device has done before, and what its browser can do. Begins the flow that fits and writes nothing. Where first passkeys need a token, the sign-up is begun only for a key with `reg:write`.',
    // deviceInfo and trustItems are not in the specification; without them nothing can be PasskeyFound.
    body: Type.Object({
      app: Type.Optional(Application),
      user: UserLogin,
      userAgent: UserAgent,
      deviceInfo: Type.Optional(DeviceInfo),
      trustItems: Type.Optional(TrustItems),
      traceId: Type.Optional(
        ClientReport(Type.String({ maxLength: 64, description: 'What the caller calls this call' })),
      ),
    }),
    ok: 200,
    result: Discovery,
    also: {
      400: 'The body is not as described, or the username is empty',
      401: 'The API key is missing, unknown or revoked',
      403: 'The API key lacks the scope',
      404: 'There is no such application',
    },
  }),
  // Not in the specification; existing wallet clients call it: 204 shows the wallet in the page, 404 leads to it.
  deviceDiscover: route({
    method: 'POST',
    path: '/mfa/discover',
    access: { kind: 'public' },
    limit: 'begin',
    tag: 'mfa',
    summary: 'Check whether this browser is known',
    description:
      'Whether the application has seen a completed ceremony with one of the keys that signed the trust items. Only who holds the key can ask for it; what is unsigned, expired or of another kind is unknown.',
    body: Type.Object(
      { app: Type.Optional(Application), trustItems: TrustItems },
      { examples: [{ app: { id: 'demo' }, trustItems: { auth: exampleTrustItem } }] },
    ),
    ok: 204,
    also: { 400: 'The body is not as described', 404: 'The browser is unknown, or there is no such application' },
  }),
} as const
