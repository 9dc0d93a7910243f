import { Type } from 'typebox'
import { route } from '../route.ts'
import { Application, Jwt, Line, Timestamp, UsernameType } from '../shapes.ts'

// Older clients name no application in the body: the address does.
const app = Type.Optional(Application)

const CodeUser = Type.Object(
  {
    username: Line(256, {
      minLength: 1,
      description: 'The username, or an email address or phone number that the user has verified, in any spelling',
      examples: ['ada@example.com'],
    }),
    usernameType: Type.Optional(UsernameType),
  },
  { title: 'AskedUser' },
)

/** As typed by the user: spaces and hyphens between digits are ignored, and malformed input counts as a wrong code. */
export const AuthCode = Line(32, { minLength: 1, description: 'The code as the user entered it', examples: ['123456'] })

const codeRoute = (channel: 'email' | 'SMS', setting: 'otp:email' | 'otp:sms') =>
  ({
    method: 'POST',
    access: { kind: 'public' },
    limit: 'send',
    tag: 'auth',
    summary: `Send a one-time code by ${channel}`,
    // Older specifications list 404: it is the application's, never the user's.
    description: `Returns 204 for every username, known or not, in the same time: the request is queued, and the user is looked up when the code is sent. Codes go only to verified contacts; with \`otpToUsername\`, also to the username of a user without verified contacts. An application that does not offer \`${setting}\` (crossAuthMethods) sends nothing. A new code replaces the previous one.`,
    body: Type.Object({ app, user: CodeUser }),
    ok: 204,
    also: { 400: 'The body is invalid', 404: 'The application does not exist' },
  }) as const

export const otpRoutes = {
  authOtp: route({
    method: 'POST',
    path: '/auth/otp',
    access: { kind: 'user', scope: 'auth:write' },
    limit: 'account',
    tag: 'auth',
    summary: 'Show a one-time code for another device',
    // The specification does not say what is different for a token that a code earned: it hands on no more life than it has.
    description:
      'For a user who is signed in here and enters the code on a device without a passkey. The token that the code yields is rejected once the passkey of this sign-in is deleted or, after a sign-in with a code, once the token of that sign-in expires. A new code replaces the previous one.',
    ok: 200,
    result: Type.Object(
      {
        code: Type.String({ description: 'Six digits by default', examples: ['123456'] }),
        expiresAt: Timestamp('When it expires'),
      },
      { title: 'AuthCode' },
    ),
    also: {
      401: 'The token is missing or invalid',
      403: 'The token lacks the scope, is a grant for an unknown username, or the application does not offer cross-device codes',
    },
  }),
  authOtpEmail: route({ path: '/auth/otp/email', ...codeRoute('email', 'otp:email') }),
  authOtpSms: route({ path: '/auth/otp/sms', ...codeRoute('SMS', 'otp:sms') }),
  authOtpVerify: route({
    method: 'POST',
    path: '/auth/otp/verify',
    access: { kind: 'public' },
    limit: 'guess',
    tag: 'auth',
    summary: 'Sign in with a one-time code',
    // One message for every invalid code: wrong, expired, used, of another user, or never issued.
    description:
      'The response has no passkeyId, and its token has only the scopes `reg:write`, `auth:write`, and `passkey:read`: enough to register a passkey on this device, but not to rename or delete one. It has no `credID`, and `amr` says how the user signed in (RFC 8176). A code works once and, by default, allows five attempts. After a hundred consecutive failures, codes of that kind are locked until the user uses or registers a passkey; passkeys are never locked.',
    body: Type.Object({ app, authCode: AuthCode, user: CodeUser }),
    ok: 200,
    result: Jwt,
    also: {
      400: 'The body is invalid, or the code is wrong, has expired, or was already used',
      404: 'The application does not exist',
    },
  }),
} as const
