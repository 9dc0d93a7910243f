import { Type } from 'typebox'
import { Strict } from '../admin/shapes.ts'
import { route } from '../route.ts'
import {
  Account,
  FreshToken,
  HostedApplication,
  Location,
  Next,
  Program,
  SealedRequest,
  SealedSignOut,
  StepField,
} from './shapes.ts'

const invalidRequest = { 400: 'The authorization request was changed, has expired, or belongs to another application' }
const signedOut = { 401: 'No user is signed in in this browser, or the token is invalid, too old, or already used' }

const ReturnAddress = Type.Object(
  {
    host: Type.String({ description: 'Its host, with the port if it has one', examples: ['grafana.example.com'] }),
    isLoopback: Type.Boolean({
      description: 'Whether it is a program on the same device, which every program there can pretend to be',
      examples: [false],
    }),
  },
  { title: 'ReturnAddress' },
)

export const RequestedScope = Type.Object(
  {
    name: Type.String({ description: 'The scope', examples: ['email'] }),
    isNew: Type.Boolean({ description: 'Whether the user has not allowed it yet', examples: [true] }),
  },
  { title: 'RequestedScope' },
)

export const RequestedResource = Type.Object(
  {
    name: Type.Optional(Type.String({ description: 'Its name, if it is registered', examples: ['Files'] })),
    host: Type.String({ description: 'Its host, with the port if it has one', examples: ['mcp.example.com'] }),
    scopes: Type.Array(
      Type.Object(
        {
          ...RequestedScope.properties,
          description: Type.String({ description: 'The permission in words', examples: ['Read your files'] }),
        },
        { title: 'RequestedPermission' },
      ),
      { description: 'What the program asks for there; none: full access' },
    ),
  },
  { title: 'RequestedResource', description: 'An API that the program asks to use for the user' },
)

/** The content of a page, for an authorization request if there is one. */
export const PageRequest = Type.Object(
  {
    application: HostedApplication,
    step: StepField,
    location: Type.Optional(Location),
    account: Type.Optional(Account),
    client: Type.Optional(Program),
    returnsTo: Type.Optional(ReturnAddress),
    scopes: Type.Optional(Type.Array(RequestedScope, { description: 'What the program asks for' })),
    resource: Type.Optional(RequestedResource),
    prompt: Type.Optional(
      Type.String({
        description: 'The `prompt` of the request (OpenID Connect Core 1.0 §3.1.2.1)',
        examples: ['create'],
      }),
    ),
    loginHint: Type.Optional(Type.String({ description: 'The username that the program expects', examples: ['ada'] })),
    uiLocales: Type.Optional(
      Type.Array(Type.String(), { description: 'The languages that the program prefers', examples: [['de', 'en']] }),
    ),
  },
  { title: 'PageRequest' },
)

const shared = { access: { kind: 'public', ownPages: 'application' }, tag: 'requests' } as const

/** How a user signs in on the hosted pages, and answers a program that asks. */
export const requestRoutes = {
  requestShow: route({
    ...shared,
    limit: 'read',
    method: 'GET',
    path: '/request',
    summary: 'Read what a page shows',
    description:
      'Returns how the pages look, who is signed in in this browser, and the authorization request, if there is one.',
    query: Type.Object({ request: Type.Optional(SealedRequest) }),
    ok: 200,
    result: PageRequest,
    also: invalidRequest,
  }),
  sessionCreate: route({
    ...shared,
    limit: 'complete',
    method: 'POST',
    path: '/session',
    summary: 'Sign a user in in this browser',
    description:
      'Exchanges the access token of a sign-in for a session in a cookie, with a new key each time. Ends the session of another user in this browser.',
    body: Strict({ token: FreshToken, request: Type.Optional(SealedRequest) }),
    ok: 200,
    result: Next,
    also: { ...invalidRequest, ...signedOut },
  }),
  sessionEnd: route({
    ...shared,
    limit: 'account',
    method: 'DELETE',
    path: '/session',
    summary: 'Sign the user out of this browser',
    description: 'Ends the session, and notifies the programs that were signed in from it.',
    ok: 204,
    also: signedOut,
  }),
  signOutConfirm: route({
    ...shared,
    limit: 'account',
    method: 'POST',
    path: '/sign-out',
    summary: 'Sign out the user who agreed',
    description:
      'A program asked for it (OpenID Connect RP-Initiated Logout 1.0 §2). Returns where the browser goes then.',
    body: Strict({ request: SealedSignOut }),
    ok: 200,
    result: Type.Object({ location: Location }, { title: 'AfterSignOut' }),
    also: { 400: 'The request was changed, has expired, or belongs to another application' },
  }),
  requestContinue: route({
    ...shared,
    limit: 'complete',
    method: 'POST',
    path: '/continue',
    summary: 'Continue as the signed-in user',
    description: 'The user chose the account that is signed in in this browser.',
    body: Strict({ request: SealedRequest }),
    ok: 200,
    result: Next,
    also: { ...invalidRequest, ...signedOut },
  }),
  consentDecide: route({
    ...shared,
    limit: 'complete',
    method: 'POST',
    path: '/consent',
    summary: 'Allow or deny what a program asks for',
    description: 'Returns the return address of the program, with a code or with `access_denied` (RFC 6749 §4.1.2.1).',
    body: Strict({
      request: SealedRequest,
      decision: Type.Union([Type.Literal('allow'), Type.Literal('deny')], {
        description: 'The choice of the user',
        examples: ['allow'],
      }),
    }),
    ok: 200,
    result: Next,
    also: { ...invalidRequest, ...signedOut },
  }),
} as const
