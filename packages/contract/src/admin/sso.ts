import { Type } from 'typebox'
import { route } from '../route.ts'
import { Email } from '../shapes.ts'
import { DashboardSession } from './session.ts'
import { Strict } from './shapes.ts'
import { ProviderId } from './sso-providers.ts'

const shared = { limit: 'guess', tag: 'single sign-on', application: 'optional' } as const
const ownPages = { kind: 'public', ownPages: true } as const

const Started = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'Where the browser goes to sign in',
      examples: ['https://example.okta.com/oauth2/v1/authorize?response_type=code'],
    }),
  },
  { title: 'StartedSso' },
)

const noProvider = "The provider does not exist, or there is none for the email address's domain"

/** How members sign in at an OpenID provider. */
export const ssoRoutes = {
  ssoOptions: route({
    ...shared,
    limit: 'read',
    method: 'GET',
    path: '/sso',
    access: ownPages,
    summary: 'Show how members can sign in',
    description: 'Returns the single sign-on providers, and whether an email address can select one.',
    ok: 200,
    result: Type.Object(
      {
        providers: Type.Array(
          Type.Object({ id: ProviderId, name: Type.String({ description: 'Its name', examples: ['Okta'] }) }),
        ),
        asksForEmail: Type.Boolean({
          description: 'Whether a provider is enforced for some email domains',
          examples: [false],
        }),
      },
      { title: 'SsoOptions' },
    ),
    also: {},
  }),
  ssoStart: route({
    ...shared,
    method: 'POST',
    path: '/sso/start',
    access: ownPages,
    summary: 'Start a sign-in with a provider',
    description:
      "Selects the provider by its ID or by an email address's domain. A cookie binds the sign-in to this browser for ten minutes. Stores nothing.",
    body: Strict(
      {
        provider: Type.Optional(ProviderId),
        email: Type.Optional(Email('The email address of the member')),
      },
      { oneOf: [{ required: ['provider'] }, { required: ['email'] }], examples: [{ provider: 'okta' }] },
    ),
    ok: 200,
    result: Started,
    also: { 404: noProvider },
  }),
  ssoComplete: route({
    ...shared,
    method: 'POST',
    path: '/sso/complete',
    access: ownPages,
    summary: 'Complete a sign-in with a provider',
    description:
      'Exchanges what the provider sent to the redirect URI for a session in a cookie, like after a sign-in with a passkey. At its first sign-in, an account is linked to a member whom the directory provisioned if the provider is the authority for its email address, and is rejected if it only seems to be theirs. Otherwise, it becomes a new member, without a role until an owner or a role mapping gives them one. Also completes `POST /session/sso`.',
    body: Strict({
      provider: ProviderId,
      response: Type.String({
        minLength: 1,
        maxLength: 8192,
        description: 'The query of the redirect URI, without the question mark',
        examples: ['code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj'],
      }),
    }),
    ok: 200,
    result: DashboardSession,
    also: {
      400: {
        why: 'The sign-in was not started in this browser, has expired, or was completed before',
        msgCode: 'sso_expired',
      },
      401: 'A confirmation or a link needs the session that it was started with',
      403: {
        why: "The provider's response is invalid, the member is deactivated or was removed, the account can't be linked to the provisioned member that it seems to be, or a page of another origin made the call",
        msgCode: 'sso_rejected',
      },
      404: 'There is no such provider',
      409: 'The provider account is linked already, or the member was just changed',
    },
  }),
  sessionSso: route({
    limit: 'guess',
    tag: 'single sign-on',
    method: 'POST',
    path: '/session/sso',
    access: { kind: 'member' },
    summary: 'Confirm or link with a provider',
    description:
      '`confirm`: the member authenticates again at the provider of the session, which allows calls that otherwise fail with `confirmation_required`. `link`: the member can also sign in with that provider from now on; the session must be confirmed.',
    body: Type.Union(
      [
        Type.Object(
          { purpose: Type.Literal('confirm'), provider: Type.Optional(ProviderId) },
          { title: 'SsoConfirmationRequest', additionalProperties: false },
        ),
        Type.Object(
          { purpose: Type.Literal('link'), provider: ProviderId },
          { title: 'SsoLinkRequest', additionalProperties: false },
        ),
      ],
      { description: 'What for', examples: [{ purpose: 'link', provider: 'okta' }] },
    ),
    ok: 200,
    result: Started,
    also: {
      400: 'The session did not start at a provider, or the call names none',
      403: {
        why: 'A link needs a confirmation first, X-CSRF-Token is missing or wrong, or a page of another origin made the call',
        msgCode: 'confirmation_required',
      },
      404: 'There is no such provider',
    },
  }),
  ssoBackChannelLogout: route({
    ...shared,
    limit: 'admin',
    method: 'POST',
    path: '/sso-providers/{id}/back-channel-logout',
    access: ownPages,
    summary: 'End sessions that a provider ended',
    description:
      'OpenID Connect Back-Channel Logout 1.0: the provider posts a logout token as a form. The sessions that started there end immediately, on every node.',
    params: Type.Object({ id: ProviderId }),
    bodyMedia: 'application/x-www-form-urlencoded',
    body: Type.Object({
      logout_token: Type.String({
        minLength: 1,
        maxLength: 16_384,
        description: 'The logout token, a JWT that the provider signed',
        examples: ['eyJhbGciOiJSUzI1NiJ9.eyJqdGkiOiJiV0pxIn0.c2lnbmF0dXJl'],
      }),
    }),
    ok: 200,
    result: Type.Object({}, { title: 'EndedSsoSessions', examples: [{}] }),
    also: {
      400: 'The logout token is missing or invalid, or was already used',
      404: 'There is no such provider',
      415: 'The body must be sent as application/x-www-form-urlencoded in UTF-8, without content encoding',
    },
  }),
} as const
