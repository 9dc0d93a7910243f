import { Type } from 'typebox'
import { route } from '../route.ts'
import { Application, DeviceInfo, FlowSession, Jwt, Mediation, TrustItems, UserLogin } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { crossAuthMethods, fallbackMethods } from '../vocabulary/sign-in-methods.ts'
import { AssertionResult, RequestOptions } from '../webauthn.ts'

const AuthInitResponse = Type.Object(
  {
    session: FlowSession,
    action: Type.Union([Type.Literal('proceed'), Type.Literal('crossAuth'), Type.Literal('fallback')], {
      default: 'proceed',
      description: 'proceed: use a passkey. crossAuth or fallback: offer one of the listed methods.',
      examples: ['proceed'],
    }),
    // Always valid, because clients of the first hour ignore `action` and run the assertion.
    assertionOptions: RequestOptions,
    crossAuthMethods: Type.Array(choice(crossAuthMethods), {
      description: 'Methods for users whose passkey is on another device; always an array',
    }),
    fallbackMethods: Type.Array(choice(fallbackMethods), {
      description: 'Sign-in methods without a passkey; always an array. Do not cache it',
    }),
    // The specification shows one value without a list. It says no more than the transports in the options do.
    passkeyType: Type.Optional(
      Type.Union([Type.Literal('device'), Type.Literal('securityKey')], {
        description: "Where the user's passkeys are: on a phone or computer, or only on security keys",
        examples: ['device'],
      }),
    ),
  },
  { title: 'AuthInit' },
)

export const authRoutes = {
  authInit: route({
    method: 'POST',
    path: '/auth/init',
    access: { kind: 'public' },
    limit: 'begin',
    tag: 'auth',
    summary: 'Start a passkey sign-in',
    description:
      'Returns options for `navigator.credentials.get()`. If the username is empty, the service accepts any passkey of the application, and autofill works. The response is identical for an unknown username and for a user without passkeys: another sign-in method that the application offers, or decoy options. If `enumeration` is `strict`, every response has options. Writes nothing.',
    body: Type.Object({
      app: Application,
      deviceInfo: DeviceInfo,
      user: Type.Optional(UserLogin),
      trustItems: Type.Optional(TrustItems),
      mediation: Type.Optional(Mediation),
    }),
    ok: 200,
    result: AuthInitResponse,
    also: { 400: 'The body is invalid', 404: 'The application does not exist' },
  }),
  authComplete: route({
    method: 'POST',
    path: '/auth/complete',
    access: { kind: 'public' },
    application: 'optional',
    limit: 'complete',
    tag: 'auth',
    summary: 'Complete a passkey sign-in',
    description: 'Verifies the assertion and returns an access token. A session works only once.',
    body: Type.Object({ session: FlowSession, assertionResult: AssertionResult }),
    ok: 200,
    result: Jwt,
    also: {
      400: 'The body is invalid',
      // The specification puts `forbidden` on status 404 here; every rejected assertion gets this one response.
      404: { why: 'The sign-in was rejected', msgCode: 'forbidden' },
    },
  }),
} as const
