import { Type } from 'typebox'
import { route } from '../route.ts'
import { Application, Jwt, Line, Timestamp, UsernameType } from '../shapes.ts'

// Older clients name no application in the body: the address does.
const app = Type.Optional(Application)

const Asked = Type.Object(
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

/** As people type it: spaces and hyphens between the digits are nothing, and what is no code is a wrong one. */
export const AuthCode = Line(32, { minLength: 1, description: 'The code as it was typed', examples: ['123456'] })

const sent = (channel: 'e-mail' | 'text message', setting: 'otp:email' | 'otp:sms') =>
  ({
    method: 'POST',
    access: { kind: 'public' },
    limit: 'send',
    tag: 'auth',
    summary: `Ask for a one-time code by ${channel}`,
    // Older specifications list 404: it is the application's, never the user's.
    description: `Answers 204 whoever is asked for, in the same time: the request is queued, and who that is is looked up when it is sent. A code goes only to what the user has verified; with \`otpToUsername\` also, while they have verified nothing, to the address that their username is. An application that does not offer \`${setting}\` (crossAuthMethods) sends nothing. A new code replaces the one before.`,
    body: Type.Object({ app, user: Asked }),
    ok: 204,
    also: { 400: 'The body is not as described', 404: 'There is no such application' },
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
      'For somebody who is signed in here and types the code on a device that has no passkey of theirs yet. What the code earns ends with the passkey that signed them in here; where a code did, with the token that it earned. A new code replaces the one before.',
    ok: 200,
    result: Type.Object(
      {
        code: Type.String({ description: 'Six digits unless the application says otherwise', examples: ['123456'] }),
        expiresAt: Timestamp('When it ends, used or not'),
      },
      { title: 'AuthCode' },
    ),
    also: {
      401: 'The token is missing or not valid',
      403: 'The token lacks the scope, is a grant for a name that nobody has, or the application shows no codes',
    },
  }),
  authOtpEmail: route({ path: '/auth/otp/email', ...sent('e-mail', 'otp:email') }),
  authOtpSms: route({ path: '/auth/otp/sms', ...sent('text message', 'otp:sms') }),
  authOtpVerify: route({
    method: 'POST',
    path: '/auth/otp/verify',
    access: { kind: 'public' },
    limit: 'guess',
    tag: 'auth',
    summary: 'Sign in by a one-time code',
    // 400 and one message for every code that is not right: wrong, expired, used up, of somebody else, or none at all.
    description:
      'The answer has no passkeyId, and its token the scopes `reg:write`, `auth:write` and `passkey:read` only: enough to register a passkey on this device, not to rename or delete one. It has no `credID`, and `amr` says how it was earned (RFC 8176). A code works once, and can be tried five times. After a hundred consecutive failures codes of that kind are locked until a passkey of the user is used or registered; passkeys are never locked.',
    body: Type.Object({ app, authCode: AuthCode, user: Asked }),
    ok: 200,
    result: Jwt,
    also: {
      400: 'The body is not as described, or the code is wrong, has expired or is used up',
      404: 'There is no such application',
    },
  }),
} as const
