import { type Static, Type } from 'typebox'
import { ClientReport } from './client-report.ts'
import { patterns } from './patterns.ts'
import {
  exampleAaguid,
  exampleDeviceId,
  examplePasskeyId,
  exampleSession,
  exampleToken,
  exampleUserId,
} from './sample.ts'
import { statusCodes } from './status-codes.ts'
import { choice } from './vocabulary/choice.ts'
import { administrationCodes, errorReasons } from './vocabulary/errors.ts'
import { usernameTypes } from './vocabulary/sign-in-methods.ts'

/** A line of text that users read or type: nothing that a database or a log can't hold. */
export const Line = (
  maxLength: number,
  options: { minLength?: number; description?: string; examples?: string[] } = {},
) => Type.String({ maxLength, pattern: patterns.line, ...options })

/** Binary in JSON: base64url without padding is what we send; padded and standard base64 are understood. */
export const Binary = (maxLength: number, description: string, example = 'AAAA') =>
  Type.String({ minLength: 1, maxLength, pattern: patterns.binary, description, examples: [example] })

export const Uuid = (description: string, example = exampleUserId) => Type.String({ description, examples: [example] })

// Any letter case, with or without hyphens: what tools print differs.
export const Aaguid = Type.String({
  maxLength: 64,
  pattern: patterns.aaguid,
  description: 'The AAGUID of an authenticator model, ignoring case, with or without hyphens',
  examples: [exampleAaguid],
})

export const Email = (description: string) =>
  Type.String({ minLength: 3, maxLength: 320, format: 'email', description, examples: ['ada@example.com'] })

export const Icon = (background: 'light' | 'dark', more: { 'x-go-name'?: string } = {}) =>
  Type.String({
    description: `An image for a ${background} background, as a data: URI`,
    examples: ['data:image/svg+xml;base64,PHN2Zy8+'],
    ...more,
  })

export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-20T09:30:00.000Z'] })

const errorCodes = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'precondition_failed',
  'internal_error',
  'origin_not_allowed',
  ...Object.values(statusCodes),
] as const

/** The body of an error of an API that has these msgCodes besides the usual ones. */
const createError = <Code extends string>(title: string, ownCodes: readonly Code[]) =>
  Type.Object(
    {
      msg: Type.String({
        description: 'What went wrong, for the developer',
        examples: ['`app` is required.'],
      }),
      msgCode: Type.Union(
        [...errorCodes, ...ownCodes].map((code) => Type.Literal(code)),
        { description: 'What went wrong, for the program', examples: ['bad_request'] },
      ),
      reason: Type.Optional(
        choice(errorReasons, {
          description: 'What exactly failed, if `msgCode` leaves it open',
          examples: ['invalid_code'],
        }),
      ),
    },
    { title },
  )

export const AppError = createError('AppError', [])

export const AdminError = createError('AdminError', administrationCodes)

// The 16 characters are the specification's; the upper bound keeps a hostile value out of the decryption.
export const FlowSession = Type.String({
  minLength: 16,
  maxLength: 8192,
  description: 'The opaque session that the matching init call returned',
  examples: [exampleSession],
})

export const Application = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 63, description: 'The application id', examples: ['demo'] }),
    token: Type.Optional(
      Type.String({
        maxLength: 8192,
        description: 'The same as the Authorization header; where both are sent, they must be equal',
      }),
    ),
  },
  { title: 'Application' },
)

export const UsernameType = choice(usernameTypes, {
  default: 'other',
  description: 'What kind of name the username is',
  examples: ['email'],
})

export const Mediation = ClientReport(
  choice(['conditional', 'immediate', 'optional', 'required'], {
    description:
      'How the page calls `navigator.credentials.get()`: `conditional` for autofill (Credential Management §2.3.2), `immediate` with the `uiMode` of that name. It only tells reports which path the user took',
    examples: ['conditional'],
  }),
)

// 256 characters: every email address fits; the older revision's 128 rejected some.
export const UserLogin = Type.Object(
  {
    username: Line(256, {
      description:
        'The username, or an email address or phone number that the user has verified; empty for a sign-in by discoverable passkey',
      examples: ['ada@example.com'],
    }),
    usernameType: Type.Optional(UsernameType),
  },
  { title: 'UserLogin' },
)

export const User = Type.Object(
  {
    username: Line(256, {
      description: 'The username; for a user who exists also a verified email address or phone number',
      examples: ['ada@example.com'],
    }),
    usernameType: Type.Optional(UsernameType),
    displayName: Type.Optional(Line(256, { description: 'The name that the passkey dialog shows', examples: ['Ada'] })),
  },
  { title: 'User' },
)

export const DeviceInfo = ClientReport(
  Type.Object(
    {
      clientName: Type.Optional(Line(256, { examples: ['Chrome'] })),
      clientType: Type.Optional(Line(32, { description: 'browser, webview or other', examples: ['browser'] })),
      clientVersion: Type.Optional(Line(256, { examples: ['156.0'] })),
      deviceId: Type.Optional(
        Line(256, { description: 'The deviceId of an earlier token response', examples: [exampleDeviceId] }),
      ),
      hasBluetooth: Type.Optional(Type.Boolean()),
      lastUsedAt: Type.Optional(Line(64)),
      osArch: Type.Optional(Line(256, { examples: ['x86'] })),
      osName: Type.Optional(Line(256, { examples: ['Linux'] })),
      osVersion: Type.Optional(Line(256)),
      screenHeight: Type.Optional(Type.Number({ examples: [1080] })),
      screenWidth: Type.Optional(Type.Number({ examples: [1920] })),
      // JSON text from today's SDKs, an object from others; keys are not restricted, new capabilities appear all the time.
      webauthnCapabilities: Type.Optional(
        Type.Union([Type.String({ maxLength: 8192 }), Type.Object({}, { additionalProperties: true })], {
          description: 'Capability flags of the browser, as an object or as JSON text',
        }),
      ),
    },
    { title: 'DeviceInfo', description: 'Device details reported by the client; not trusted' },
  ),
)

// As long as a header can be; no content is rejected.
export const UserAgent = Type.String({
  maxLength: 16_384,
  description: "The User-Agent header of the user's browser",
  examples: ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
})

// Unsigned or expired trust items are an unknown device, never an error, so their values are not judged here.
export const TrustItems = ClientReport(
  Type.Object(
    {
      auth: Type.Optional(Type.String({ maxLength: 8192 })),
      merchant: Type.Optional(Type.String({ maxLength: 8192 })),
      wallet: Type.Optional(Type.String({ maxLength: 8192 })),
    },
    { title: 'TrustItems', description: 'Compact JWS values that identify a device, a merchant page or a wallet' },
  ),
)

export const PasskeyOptions = Type.Object(
  {
    conditionalCreate: Type.Optional(
      Type.Boolean({ default: false, description: 'Create the passkey without a dialog after another sign-in' }),
    ),
    securityKey: Type.Optional(Type.Boolean({ default: false, description: 'Ask for a roaming security key' })),
    payment: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Create a passkey on this device that can confirm payments (Secure Payment Confirmation); ignored unless the application has `paymentConfirmation`. Send it only if `PaymentRequest.securePaymentConfirmationAvailability()` is `available`',
      }),
    ),
  },
  { title: 'PasskeyOptions' },
)

export const Jwt = Type.Object(
  {
    jwtAccess: Type.String({
      description: 'The access token: an ES256 JWT',
      examples: [exampleToken],
    }),
    // The same text again: older clients read one name, the transaction response has the other, and both must work.
    token: Type.String({
      description: 'The same token again',
      examples: [exampleToken],
    }),
    userId: Uuid("The user, also the token's `sub`"),
    deviceId: Type.Optional(Uuid('Send it back in deviceInfo.deviceId', exampleDeviceId)),
    passkeyId: Type.Optional(Uuid('The passkey that was used', examplePasskeyId)),
    displayName: Type.Optional(
      Type.String({
        description: 'For `signalCurrentUserDetails`: what account pickers should show',
        examples: ['Ada'],
      }),
    ),
  },
  { title: 'JWT' },
)

export type DeviceInfo = Static<typeof DeviceInfo>
