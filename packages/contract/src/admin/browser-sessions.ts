import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { Timestamp, Uuid } from '../shapes.ts'
import { AnyClientId } from '../vocabulary/openid-clients.ts'
import { ApplicationId, rejections } from './shapes.ts'

const Id = (description: string) => Type.String({ minLength: 1, maxLength: 64, description, examples: [exampleUserId] })

const BrowserSession = Type.Object(
  {
    id: Uuid('The session'),
    createdAt: Timestamp('When the user signed in'),
    authenticatedAt: Timestamp('When the user last authenticated in it'),
    lastUsedAt: Timestamp('When it was last used, to the minute'),
    expiresAt: Timestamp('The latest time when it ends'),
    amr: Type.Array(Type.String({ examples: ['hwk'] }), {
      description: 'How the user authenticated (RFC 8176)',
      examples: [['hwk', 'user']],
    }),
    passkeyId: Type.Optional(Id('The passkey, if one was used')),
    address: Type.Optional(Type.String({ description: 'The address of the last use', examples: ['192.0.2.1'] })),
    userAgent: Type.Optional(Type.String({ description: 'The browser', examples: ['Mozilla/5.0'] })),
  },
  { title: 'BrowserSession' },
)

const Consent = Type.Object(
  {
    clientId: AnyClientId,
    clientName: Type.String({
      description: 'The name of the client; of one that no member registered, the host of its ID',
      examples: ['Grafana'],
    }),
    claimedName: Type.Optional(
      Type.String({
        description: 'The name that such a client gives itself, which proves nothing',
        examples: ['Example MCP Client'],
      }),
    ),
    scopes: Type.Array(Type.String({ examples: ['email'] }), {
      description: 'What the client can ask for without asking the user again',
      examples: [['openid', 'email']],
    }),
    resources: Type.Array(Type.String({ examples: ['https://api.example.com/'] }), {
      description: 'The resources that it can get access tokens for',
      examples: [['https://api.example.com/']],
    }),
    resourceScopes: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'The scopes of each protected resource, by its URI',
      examples: [{ 'https://mcp.example.com/files': ['files:read'] }],
    }),
    grantedAt: Timestamp('When the user first consented'),
    updatedAt: Timestamp('When the user last consented'),
    lastUsedAt: Type.Optional(
      Timestamp('When the client last got tokens for the user, to the day; absent before that'),
    ),
  },
  { title: 'Consent' },
)

const OfUser = Type.Object({ id: ApplicationId, userId: Id('The user id') })
const shared = { limit: 'admin', tag: 'users' } as const
const also = { ...rejections, 404: 'The application or user does not exist' } as const

/** The browsers in which a user is signed in at the hosted pages, and what the user allowed clients to do. */
export const browserSessionRoutes = {
  browserSessionsList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/users/{userId}/browser-sessions',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the browser sessions of a user',
    description: 'Returns the browsers in which the user is signed in at the hosted pages, the last used one first.',
    params: OfUser,
    ok: 200,
    result: Type.Object({ sessions: Type.Array(BrowserSession) }, { title: 'BrowserSessions' }),
    also,
  }),
  browserSessionEnd: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/users/{userId}/browser-sessions/{sessionId}',
    access: { kind: 'admin', role: 'developer' },
    summary: 'End a browser session of a user',
    description: 'The user must sign in again in that browser.',
    params: Type.Object({ ...OfUser.properties, sessionId: Id('The session id') }),
    ok: 204,
    also: { ...rejections, 404: 'The application or session does not exist' },
  }),
  consentsList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/users/{userId}/consents',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the consents of a user',
    description: 'Returns what the user allowed OpenID clients to do, the latest first.',
    params: OfUser,
    ok: 200,
    result: Type.Object({ consents: Type.Array(Consent) }, { title: 'Consents' }),
    also,
  }),
  consentRevoke: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/users/{userId}/consents/{clientId}',
    access: { kind: 'admin', role: 'developer' },
    summary: 'Revoke a consent of a user',
    description:
      "The client's refresh tokens for this user immediately stop working. It must ask for consent at the next sign-in.",
    params: Type.Object({ ...OfUser.properties, clientId: AnyClientId }),
    ok: 204,
    also: { ...rejections, 404: 'The application or consent does not exist' },
  }),
} as const
