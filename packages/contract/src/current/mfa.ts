import { Type } from 'typebox'
import { ClientReport } from '../client-report.ts'
import { patterns } from '../patterns.ts'
import { type Rejection, route } from '../route.ts'
import { Application, DeviceInfo, FlowSession, Line, TrustItems, UsernameType } from '../shapes.ts'
import { AssertionResult, CreationResult } from '../webauthn.ts'
import { Mfa, MfaNext, MfaTokens } from './mfa-shapes.ts'

const MfaUser = Type.Object(
  {
    username: Line(256, {
      description:
        'The username, or an email address or phone number that the user has verified; empty to accept any discoverable passkey',
      examples: ['ada@example.com'],
    }),
    usernameType: Type.Optional(UsernameType),
    displayName: Type.Optional(Line(256, { description: 'The display name of a new user', examples: ['Ada'] })),
    name: Type.Optional(Line(256, { description: 'The same, for older clients', examples: ['Ada'] })),
    // Codes go to the username or to verified contacts, never to an address that the caller states.
    phone: Type.Optional(ClientReport(Line(64, { description: 'Accepted but ignored', examples: ['+15551234567'] }))),
  },
  { title: 'MfaUser' },
)

// It travels in the session, and the session in a header, which proxies commonly cut at 8,192 bytes.
const Payload = Type.String({
  minLength: 1,
  maxLength: 2000,
  pattern: patterns.text,
  description: 'The text that the user signs: any text of at most 2,000 bytes in UTF-8',
  examples: ['Pay 25.00 EUR to Ada Lovelace'],
})

const MfaPaymentConfirmation = Type.Boolean({
  default: false,
  description:
    'As in tx/init: passkey:tx then also has `paymentOptions`. Passkeys that the flow creates can confirm payments, too',
  examples: [false],
})

// Sent by newer clients for providers of their own; nothing here reads them.
const providerParams = Type.Optional(
  ClientReport(Type.Object({}, { additionalProperties: true, description: 'Accepted but ignored', examples: [{}] })),
)

/** The outcomes of every step besides Done. */
const stepRejections = {
  // The specification leaves open whether a session survives a failed attempt: it does, as clients keep it.
  400: 'The body is invalid, or the factor was rejected and can be tried again with the same session',
  401: {
    why: 'Additional authentication is required.',
    msgCode: 'additional_auth_required',
    response: MfaNext,
  } as Rejection,
} as const

const notOffered =
  'If the latest list does not offer the factor, the service ignores it and returns the same step again.'

export const mfaRoutes = {
  mfaBegin: route({
    method: 'POST',
    path: '/mfa/begin',
    access: { kind: 'public' },
    limit: 'begin',
    tag: 'mfa',
    summary: 'MFA: start a flow',
    // Flow and factors reveal whether a username exists, as reg/init does. With strict enumeration protection they don't:
    // the response is always signIn with all factors that can start a sign-in, with decoys, until one is verified.
    description:
      "Returns the actions that can come next under the application's policy (mfaPolicy). Writes nothing. By default, the session expires after 600 seconds, but each step renews it. The flow expires after 1,800 seconds.",
    body: Type.Object(
      {
        app: Type.Optional(Application),
        deviceInfo: Type.Optional(DeviceInfo),
        user: Type.Optional(MfaUser),
        trustItems: Type.Optional(TrustItems),
        payload: Type.Optional(Payload),
        paymentConfirmation: Type.Optional(MfaPaymentConfirmation),
        // Events of the flow carry it; without one the flow has an id of its own.
        traceId: Type.Optional(
          ClientReport(Line(64, { description: "The client's ID for the flow", examples: ['checkout-7'] })),
        ),
      },
      // Nothing is required, as clients leave out whatever they do not know; so nothing else would bound it.
      { maxProperties: 100 },
    ),
    ok: 200,
    result: MfaNext,
    also: {
      400: 'The body is invalid, or this application requires a username to start a flow',
      404: 'The application does not exist',
    },
  }),
  mfaPayload: route({
    method: 'POST',
    path: '/mfa/payload',
    access: { kind: 'session' },
    limit: 'begin',
    tag: 'mfa',
    summary: 'MFA: attach or replace a payload',
    description:
      'Returns the same step again, with passkey:tx in place of passkey:auth, and a challenge that is bound to the payload, the user, and this step. Once a passkey has been used in the flow, the payload can no longer change.',
    body: Type.Object({ payload: Payload, paymentConfirmation: Type.Optional(MfaPaymentConfirmation) }),
    ok: 200,
    result: MfaNext,
    also: { 401: 'The session is missing, unknown, expired, or belongs to a completed step' },
  }),
  mfaPasskeyAuth: route({
    method: 'POST',
    path: '/mfa/passkey/auth',
    access: { kind: 'session' },
    limit: 'complete',
    tag: 'mfa',
    summary: 'MFA: verify a passkey',
    description: `Requires user verification, regardless of the application's settings. ${notOffered}`,
    body: Type.Object({ assertionResult: AssertionResult, providerParams }),
    ok: 200,
    result: Mfa,
    also: stepRejections,
  }),
  mfaPasskeyTx: route({
    method: 'POST',
    path: '/mfa/passkey/tx',
    access: { kind: 'session' },
    limit: 'complete',
    tag: 'mfa',
    summary: 'MFA: sign the payload with a passkey',
    // Older specifications return a plain 401 here, which would strand a flow that requires another factor.
    description: `Also stores the transaction (GET /mgmt/transactions/{txId}), with the step's nonce. ${notOffered}`,
    body: Type.Object({ assertionResult: AssertionResult, providerParams }),
    ok: 200,
    result: Mfa,
    also: stepRejections,
  }),
  mfaPasskeyReg: route({
    method: 'POST',
    path: '/mfa/passkey/reg',
    access: { kind: 'session' },
    limit: 'complete',
    tag: 'mfa',
    summary: 'MFA: create a passkey',
    description: `For a new user, also creates the account, with the contacts that the user has verified with codes. ${notOffered}`,
    body: Type.Object({ creationResult: CreationResult, providerParams }),
    ok: 200,
    result: Mfa,
    also: stepRejections,
  }),
  mfaOtpRequest: route({
    method: 'POST',
    path: '/mfa/otp/request',
    access: { kind: 'session' },
    limit: 'send',
    tag: 'mfa',
    summary: 'MFA: send a code',
    // Clients send the label, the specification says the address, and the value is its ID: all are accepted. A user has one
    // address of a kind, so an address isn't compared with theirs, which would reveal whether it matches.
    description: `The response is identical for every user, because the service sends it before it looks up anything. The renewed session belongs to the same step, so the latest list stays valid. ${notOffered}`,
    body: Type.Object({
      method: Type.Union([Type.Literal('email'), Type.Literal('sms')], {
        description: 'The channel that the code is sent through',
        examples: ['email'],
      }),
      option: Type.Optional(
        Line(512, { description: 'The label, value, or name of an option, or the address', examples: ['a•••@e•••'] }),
      ),
    }),
    ok: 200,
    result: Type.Object({ session: FlowSession }, { title: 'Session' }),
    also: {
      ...stepRejections,
      400: 'The body is invalid, or the option does not exist',
    },
  }),
  mfaOtpVerify: route({
    method: 'POST',
    path: '/mfa/otp/verify',
    access: { kind: 'session' },
    limit: 'guess',
    tag: 'mfa',
    summary: 'MFA: verify a code',
    description: `Limits the attempts per code, across sessions, and the failures per account. ${notOffered}`,
    body: Type.Object({
      otp: Line(32, { minLength: 1, description: 'The code from the message', examples: ['123456'] }),
    }),
    ok: 200,
    result: Mfa,
    also: stepRejections,
  }),
  mfaThirdPartyVerify: route({
    method: 'POST',
    path: '/mfa/third-party/verify',
    access: { kind: 'session' },
    limit: 'complete',
    tag: 'mfa',
    summary: 'MFA: verify a backend assertion',
    description: `Accepts a token from mgmt/grant/external-auth, once, for the user of the flow. ${notOffered}`,
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 8192, examples: ['eyJhbGciOiJFUzI1NiJ9.e30.c2ln'] }),
    }),
    ok: 200,
    result: Mfa,
    also: stepRejections,
  }),
  // Not in the specification, which names the refresh token and no call that takes it.
  mfaRefresh: route({
    method: 'POST',
    path: '/mfa/refresh',
    access: { kind: 'public' },
    application: 'optional',
    limit: 'complete',
    tag: 'mfa',
    summary: 'MFA: exchange a refresh token',
    description:
      'Each refresh token works once, and the last one expires refreshTokenSeconds after the sign-in. For refreshReuseSeconds, the most recently exchanged token returns the same successor again, so a lost response or two open tabs do not end the session. Any other reuse shows that a copy exists, so all refresh tokens of that sign-in stop working. Requires the refreshTokens setting. Otherwise, a refresh token is a JWT with `exp` that nothing accepts.',
    body: Type.Object({
      app: Type.Optional(Application),
      refreshToken: Type.String({ minLength: 1, maxLength: 8192, examples: ['eyJhbGciOiJFUzI1NiJ9.e30.c2ln'] }),
    }),
    ok: 200,
    result: MfaTokens,
    also: {
      401: 'The refresh token is not valid: it has expired, was used or revoked, is another kind of token, or its user or passkey was deleted',
      403: 'The application does not use refresh tokens',
    },
  }),
  externalAuthGrant: route({
    method: 'POST',
    path: '/mgmt/grant/external-auth',
    access: { kind: 'apiKey', scope: 'external:verify' },
    limit: 'backend',
    tag: 'mgmt',
    summary: 'MFA: create a backend assertion',
    description:
      'For a backend that has just authenticated the user in its own way. By default, the token expires after 60 seconds. It works once, and only for this user, at mfa/third-party/verify.',
    body: Type.Object({
      username: Line(256, {
        minLength: 1,
        description: 'The user, who does not have to exist yet',
        examples: ['ada@example.com'],
      }),
    }),
    ok: 200,
    result: Type.Object(
      { token: Type.String({ examples: ['eyJhbGciOiJFUzI1NiJ9.e30.c2ln'] }) },
      { title: 'ExternalAuthToken' },
    ),
    also: {
      400: 'The body is invalid, or the username is empty',
      403: 'The API key lacks the scope external:verify',
    },
  }),
} as const
