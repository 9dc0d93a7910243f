import { Type } from 'typebox'
import { ClientReport } from '../client-report.ts'
import { registrationRoutes } from '../current/registration.ts'
import { route } from '../route.ts'
import { PasskeyOptions, TrustItems, User, UserAgent } from '../shapes.ts'
import { Application, DeviceInfo, ProxyJwt } from './shapes.ts'

const { regInit, regComplete } = registrationRoutes

// A registration, as at the current API: reg:write.
export const proxyRegistrationRoutes = {
  regInit: route({
    ...regInit,
    access: { kind: 'apiKey', scope: 'reg:write' },
    limit: 'backend',
    description:
      'Returns options for `navigator.credentials.create()` to pass to the browser. The API key authorizes the first passkey of a new user. A further passkey requires a token of that user with `reg:write` in `app.token`, an access token or a grant, so entering a username is not enough to take over its account. Without it, `action` is `signIn`. Writes nothing.',
    body: Type.Object({
      app: Application,
      deviceInfo: DeviceInfo,
      user: Type.Optional(User),
      passkeyOptions: Type.Optional(PasskeyOptions),
      userAgent: Type.Optional(ClientReport(UserAgent)),
      // Not in the specification: these identify a device.
      trustItems: Type.Optional(TrustItems),
    }),
    also: {
      400: 'The body is invalid, or the username is missing',
      401: 'The API key or `app.token` is not valid',
      403: 'The API key or `app.token` lacks `reg:write`, or the token belongs to another user',
      404: 'The application does not exist',
    },
  }),
  regComplete: route({
    ...regComplete,
    access: { kind: 'apiKey', scope: 'reg:write' },
    limit: 'backend',
    description:
      'Verifies the new credential, the origin in its client data included, stores it (and the user, when new) and signs the user in. A session works once.',
    result: ProxyJwt,
    also: {
      400: 'The body is invalid',
      403: 'The API key lacks the scope, the session is unknown, expired, or used, or the credential was rejected',
    },
  }),
} as const
