import { Type } from 'typebox'
import { route } from '../route.ts'
import { Application, DeviceInfo, FlowSession, Jwt, Line, PasskeyOptions, TrustItems, User } from '../shapes.ts'
import { CreationOptions, CreationResult } from '../webauthn.ts'

const RegInitResponse = Type.Object(
  {
    session: FlowSession,
    action: Type.Union([Type.Literal('proceed'), Type.Literal('signIn'), Type.Literal('fail')], {
      default: 'proceed',
      description:
        'proceed: create the passkey. signIn: this name has an account, sign in instead. fail: not possible here.',
      examples: ['proceed'],
    }),
    // Always present, because clients of the first hour ignore `action`; where it is not proceed they can never be completed.
    registrationRequestOptions: CreationOptions,
  },
  { title: 'RegInit' },
)

export const registrationRoutes = {
  regInit: route({
    method: 'POST',
    path: '/reg/init',
    access: { kind: 'optionalUser', scope: 'reg:write' },
    limit: 'begin',
    tag: 'reg',
    summary: 'Start a passkey registration',
    description:
      'Returns options for `navigator.credentials.create()`. The first passkey of a new user needs no token unless the application requires one. Each additional passkey requires a token of that user with `reg:write`. Writes nothing.',
    body: Type.Object({
      app: Application,
      deviceInfo: DeviceInfo,
      user: Type.Optional(User),
      passkeyOptions: Type.Optional(PasskeyOptions),
      trustItems: Type.Optional(TrustItems),
    }),
    ok: 200,
    result: RegInitResponse,
    also: {
      400: 'The body is invalid, or the username is missing',
      401: 'The token is not valid, or the application requires one and none was sent',
      403: 'The token lacks `reg:write` or belongs to another user',
      404: 'The application does not exist',
    },
  }),
  regComplete: route({
    method: 'POST',
    path: '/reg/complete',
    access: { kind: 'public' },
    application: 'optional',
    limit: 'complete',
    tag: 'reg',
    summary: 'Complete a passkey registration',
    description:
      'Verifies the new credential, stores it (and the user, when new) and signs the user in. A session works once.',
    body: Type.Object({
      session: FlowSession,
      creationResult: CreationResult,
      passkeyName: Type.Optional(
        Line(128, { description: 'What the user calls this passkey', examples: ['My phone'] }),
      ),
    }),
    ok: 200,
    result: Jwt,
    also: {
      400: 'The body is invalid',
      403: 'The session is unknown, expired, or used, or the credential was rejected',
    },
  }),
} as const
