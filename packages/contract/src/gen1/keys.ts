import { Type } from 'typebox'
import { publicRoutes } from '../current/public.ts'
import { route } from '../route.ts'
import { examplePem } from '../sample.ts'
import { ClientId, requestHeaders } from './shapes.ts'

const Client = Type.Optional(ClientId)
const noKey = { why: 'There is no such key or client', msgCode: 'not_found' } as const
const whichClient = {
  why: 'client_id is missing, and several clients share this address',
  msgCode: 'missing_parameter',
} as const

export const keyRoutes = {
  // Specifications name kid only, so it must do where several clients share one address.
  certs: route({
    method: 'GET',
    path: '/certs',
    access: { kind: 'public' },
    application: 'optional',
    limit: 'read',
    offline: true,
    tag: 'keys',
    summary: 'Read the public key that tokens are signed with',
    description:
      "Returns the key as PEM text (SubjectPublicKeyInfo). `kid` identifies the key even if several clients share an address. Without it, returns the client's newest key.",
    headers: requestHeaders,
    query: Type.Object({
      kid: Type.Optional(Type.String({ maxLength: 128, description: 'The key ID of a token', examples: ['Zx3q'] })),
      client_id: Client,
    }),
    ok: 200,
    result: Type.String({ examples: [examplePem] }),
    media: 'text/plain',
    also: { 400: whichClient, 404: noKey },
  }),
  keys: route({
    method: 'GET',
    path: '/keys',
    access: { kind: 'public' },
    application: 'optional',
    limit: 'read',
    offline: true,
    tag: 'keys',
    summary: 'Read all public keys that tokens are signed with',
    description: 'Returns a JWKS (RFC 7517) with every key that is still valid for verification.',
    headers: requestHeaders,
    query: Type.Object({ client_id: Client }),
    ok: 200,
    result: publicRoutes.jwks.result,
    also: { 400: whichClient, 404: noKey },
  }),
} as const
