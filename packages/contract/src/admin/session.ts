import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleToken } from '../sample.ts'
import { Timestamp } from '../shapes.ts'
import { HeldRoles, MemberSummary, rejections, Strict } from './shapes.ts'

const AccessToken = Type.String({
  minLength: 1,
  maxLength: 8192,
  description:
    'The access token of a sign-in with a passkey to the application `thumbturn`, at most three minutes old. Works once',
  examples: [exampleToken],
})

export const DashboardSession = Type.Object(
  {
    member: MemberSummary,
    roles: HeldRoles,
    csrfToken: Type.String({
      description: 'The value of X-CSRF-Token that every call of this session requires, except GET',
      examples: ['a4Yd0vB3Tt3dHqk4Fz1uX0cQm8rW2nJ7sLp5eGiKo9U'],
    }),
    provider: Type.Optional(
      Type.Object(
        {
          id: Type.String({ description: 'Its ID', examples: ['okta'] }),
          name: Type.String({ description: 'Its name', examples: ['Okta'] }),
        },
        { description: 'The single sign-on provider where the session started, if any' },
      ),
    ),
    confirmedAt: Timestamp(
      'When the member last used a passkey or authenticated at the provider: at sign-in, or to confirm a call',
    ),
    expiresAt: Timestamp('When the session ends at the latest; it ends after 12 hours without a call'),
  },
  { title: 'DashboardSession' },
)

const shared = { limit: 'admin', tag: 'session', path: '/session' } as const
const also = {
  ...rejections,
  403: 'A page of another origin made the call, or X-CSRF-Token is missing or wrong',
} as const

/** How a member signs in to the dashboard and out of it. */
export const sessionRoutes = {
  sessionCreate: route({
    ...shared,
    method: 'POST',
    access: { kind: 'public', ownPages: true },
    application: 'optional',
    summary: 'Sign in to the dashboard',
    description:
      'Exchanges the access token of a passkey sign-in for a session in a cookie (`__Host-thumbturn`, or ' +
      "`thumbturn-dashboard-<port>` without TLS). Ends the browser's previous session.",
    body: Strict({ token: AccessToken }),
    ok: 200,
    result: DashboardSession,
    also: {
      401: 'The token is invalid, older than three minutes, was already used, or is not from a passkey',
      403: {
        why: "The member has to sign in with a provider, the token's user is not a member of the installation, or a page of another origin made the call",
        msgCode: 'sso_required',
      },
    },
  }),
  sessionShow: route({
    ...shared,
    method: 'GET',
    access: { kind: 'member' },
    summary: 'Show the session',
    description:
      'Returns the member, their current roles, and the CSRF token that other calls need. Members without roles can also call this.',
    ok: 200,
    result: DashboardSession,
    also,
  }),
  sessionConfirm: route({
    ...shared,
    path: '/session/confirm',
    method: 'POST',
    access: { kind: 'member' },
    summary: 'Confirm with a passkey',
    description:
      'Exchanges the access token of another passkey sign-in of the same member for five minutes in which calls that ' +
      'otherwise fail with `confirmation_required` are allowed.',
    body: Strict({ token: AccessToken }),
    ok: 200,
    result: DashboardSession,
    also: {
      401: 'There is no session, or the token is invalid, older than three minutes, was already used, or is not from a passkey',
      403: 'The token belongs to another member, a page of another origin made the call, or X-CSRF-Token is missing or wrong',
    },
  }),
  sessionEnd: route({
    ...shared,
    method: 'DELETE',
    access: { kind: 'member' },
    summary: 'Sign out of the dashboard',
    description: "Ends this session. The member's other sessions continue.",
    ok: 204,
    also,
  }),
} as const
