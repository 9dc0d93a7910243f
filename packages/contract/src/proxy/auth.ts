import { Type } from 'typebox'
import { ClientReport } from '../client-report.ts'
import { authRoutes } from '../current/auth.ts'
import { route } from '../route.ts'
import { TrustItems, UserAgent, UserLogin } from '../shapes.ts'
import { Application, DeviceInfo, ProxyJwt } from './shapes.ts'

const { authInit, authComplete } = authRoutes

// A sign-in, by analogy with the token scope that asks for codes of a sign-in: auth:write.
export const proxyAuthRoutes = {
  authInit: route({
    ...authInit,
    access: { kind: 'apiKey', scope: 'auth:write' },
    limit: 'backend',
    description:
      "Returns options for `navigator.credentials.get()` to pass to the browser. With an empty username, any passkey of the application is accepted. Because the response goes to the browser, it doesn't reveal whether the username exists. Writes nothing.",
    body: Type.Object({
      app: Application,
      deviceInfo: DeviceInfo,
      user: Type.Optional(UserLogin),
      userAgent: Type.Optional(ClientReport(UserAgent)),
      // Not in the specification: these identify a device.
      trustItems: Type.Optional(TrustItems),
    }),
  }),
  authComplete: route({
    ...authComplete,
    access: { kind: 'apiKey', scope: 'auth:write' },
    limit: 'backend',
    description:
      'Verifies the assertion, including the origin in its client data, and returns an access token. A session works once.',
    result: ProxyJwt,
    // Unlike the current API, not on status 404: a key without the scope is rejected with the same code.
    also: { 400: 'The body is invalid', 403: 'The API key lacks the scope, or the sign-in was rejected' },
  }),
} as const
