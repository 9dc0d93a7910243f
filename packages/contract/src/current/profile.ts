import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { Application, Email, Line, UsernameType } from '../shapes.ts'
import { AuthCode } from './otp.ts'

const UserId = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'The user id', examples: [exampleUserId] }),
})

const EmailAddress = Email('Exactly one email address')
const PhoneNumber = Line(64, {
  minLength: 1,
  description:
    'One international number that starts with + or 00, without an extension; spaces, hyphens, dots, slashes, and parentheses are ignored',
  examples: ['+4930123456'],
})

const requestVerification = Type.Optional(
  Type.Boolean({
    default: true,
    description:
      'Whether to send a code to the contact, and use the contact only once the user has verified the code; otherwise your backend asserts the contact. Always true with a user token',
    examples: [true],
  }),
)

const secondary = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Whether to use the secondary contact of its kind instead of the primary one',
    examples: [false],
  }),
)

const rejections = (what: string) =>
  ({
    400: 'The path or body is invalid, or the address is malformed',
    401: 'The API key or token is missing, unknown, expired, or revoked',
    403: 'The API key or token lacks the scope',
    404: `The application has no such user${what}, or the token is another user's`,
  }) as const

const verified = (kind: 'email address' | 'phone number') =>
  ({
    method: 'POST',
    access: { kind: 'public' },
    limit: 'guess',
    tag: 'profile',
    summary: `Verify the ${kind} of a user`,
    // Older specifications list 401 and 404, which would let attackers enumerate accounts.
    description: `The ${kind} replaces the previous one, which is notified and whose codes stop working. If another user had verified it, they lose it. By default, a code allows five attempts. It works once, and not after the ${kind} was changed again.`,
    body: Type.Object({
      app: Type.Optional(Application),
      authCode: AuthCode,
      username: Line(256, {
        minLength: 1,
        description: 'The username, or an email address or phone number that the user has verified',
        examples: ['ada@example.com'],
      }),
      usernameType: Type.Optional(UsernameType),
    }),
    ok: 204,
    also: {
      400: 'The body is invalid, or the code is wrong, has expired, or was already used',
      404: 'The application does not exist',
    },
  }) as const

// Per the specification, a user has one primary email address and phone number, and setting them is an update that
// returns 204. Not in the specification: a secondary one of each. The current one stays until a new one is verified.
export const profileRoutes = {
  profileDelete: route({
    method: 'DELETE',
    path: '/profile/{id}',
    access: { kind: 'userOrApiKey', scope: 'profile:write' },
    limit: 'backend',
    tag: 'profile',
    summary: 'Delete a user',
    description: 'Does the same as DELETE /mgmt/users/{userId}: immediately deletes the user and all of their data.',
    params: UserId,
    ok: 204,
    also: rejections(''),
  }),
  profileEmailSet: route({
    method: 'POST',
    path: '/profile/{id}/email',
    access: { kind: 'userOrApiKey', scope: 'profile:write' },
    limit: 'backend',
    tag: 'profile',
    summary: 'Set the email address of a user',
    description:
      'The service uses the address once the user has verified it with the code that it sends there (POST /profile/email/verify), or immediately if `requestVerification` is false. It notifies the previous address. Setting the current address again changes nothing. Setting the other verified address (primary or secondary) swaps the two. Only one address of each kind can await verification.',
    params: UserId,
    body: Type.Object({ email: EmailAddress, secondary, requestVerification }),
    ok: 204,
    also: rejections(''),
  }),
  profileEmailDelete: route({
    method: 'DELETE',
    path: '/profile/{id}/email',
    access: { kind: 'userOrApiKey', scope: 'profile:write' },
    limit: 'backend',
    tag: 'profile',
    summary: 'Remove the email address of a user',
    description:
      'Removes the given one. By default, removes the primary one, or the secondary one if `secondary` is true, and any unverified replacement. If only a secondary one remains, it becomes the primary one.',
    params: UserId,
    body: Type.Object({ email: Type.Optional(EmailAddress), secondary }),
    bodyOptional: true,
    ok: 204,
    also: rejections(', or the user no such address'),
  }),
  profilePhoneSet: route({
    method: 'POST',
    path: '/profile/{id}/phone',
    access: { kind: 'userOrApiKey', scope: 'profile:write' },
    limit: 'backend',
    tag: 'profile',
    summary: 'Set the phone number of a user',
    description:
      'As with the email address. Without `messagingConsent`, no SMS is sent to the number, so it cannot be verified and gets no codes.',
    params: UserId,
    body: Type.Object({
      phoneNumber: PhoneNumber,
      secondary,
      messagingConsent: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether the user agreed to receive SMS', examples: [true] }),
      ),
      requestVerification,
    }),
    ok: 204,
    also: { ...rejections(''), 400: 'No such number, or a verification without messagingConsent' },
  }),
  // The body was none in older revisions.
  profilePhoneDelete: route({
    method: 'DELETE',
    path: '/profile/{id}/phone',
    access: { kind: 'userOrApiKey', scope: 'profile:write' },
    limit: 'backend',
    tag: 'profile',
    summary: 'Remove the phone number of a user',
    description:
      'Removes the given one. By default, removes the primary one, or the secondary one if `secondary` is true, and any unverified replacement. If only a secondary one remains, it becomes the primary one.',
    params: UserId,
    body: Type.Object({ phoneNumber: Type.Optional(PhoneNumber), secondary }),
    bodyOptional: true,
    ok: 204,
    also: rejections(', or the user no such number'),
  }),
  profileEmailVerify: route({ path: '/profile/email/verify', ...verified('email address') }),
  profilePhoneVerify: route({ path: '/profile/phone/verify', ...verified('phone number') }),
} as const
