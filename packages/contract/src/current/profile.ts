import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { Application, Line, UsernameType } from '../shapes.ts'
import { AuthCode } from './otp.ts'

const UserId = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'The user id', examples: [exampleUserId] }),
})

// What is no address is told in words, so its shape is not judged here.
const Email = Line(320, { minLength: 1, description: 'Exactly one e-mail address', examples: ['ada@example.com'] })
const PhoneNumber = Line(64, {
  minLength: 1,
  description:
    'One international number, after + or 00, without extension; spaces, hyphens, dots, slashes and parentheses are ignored',
  examples: ['+4930123456'],
})

const requestVerification = Type.Optional(
  Type.Boolean({
    default: true,
    description:
      'Send a code there, and use it only once that is proved; otherwise the backend vouches for it. With a user token it is always true',
    examples: [true],
  }),
)

const secondary = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'The secondary one of its kind instead of the primary one',
    examples: [false],
  }),
)

const refusals = (what: string) =>
  ({
    400: 'The path or body is not as described, or the address is none',
    401: 'The API key or token is missing, unknown, expired or revoked',
    403: 'The API key or token lacks the scope',
    404: `The application has no such user${what}, or the token is another user's`,
  }) as const

const verified = (kind: 'e-mail address' | 'phone number') =>
  ({
    method: 'POST',
    access: { kind: 'public' },
    limit: 'guess',
    tag: 'profile',
    summary: `Prove an ${kind} by its code`.replace('an phone', 'a phone'),
    // Older specifications list 401 and 404: they would tell strangers who exists.
    description: `The ${kind} replaces the one before, which is told, and codes that were sent there are dead; whoever else had verified it has it no longer. A code works once, can be tried five times, and is worth nothing once the ${kind} was changed again.`,
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
      400: 'The body is not as described, or the code is wrong, has expired or is used up',
      404: 'There is no such application',
    },
  }) as const

// A user has one primary e-mail address and phone number, as the specification has it, which calls setting them an update.
// Not in the specification: a secondary one of each. While a new one waits to be proved, the present one stays. What both calls answer is its decision: 204.
export const profileRoutes = {
  profileDelete: route({
    method: 'DELETE',
    path: '/profile/{id}',
    access: { kind: 'userOrApiKey', scope: 'profile:write' },
    limit: 'backend',
    tag: 'profile',
    summary: 'Delete a user',
    description: 'The same as DELETE /mgmt/users/{userId}: with everything that is theirs, at once.',
    params: UserId,
    ok: 204,
    also: refusals(''),
  }),
  profileEmailSet: route({
    method: 'POST',
    path: '/profile/{id}/email',
    access: { kind: 'userOrApiKey', scope: 'profile:write' },
    limit: 'backend',
    tag: 'profile',
    summary: 'Set the e-mail address of a user',
    description:
      'It is used once the user has proved it with the code that is sent there (POST /profile/email/verify), or at once where `requestVerification` is false. Whoever is reached where the user was is told. Setting the present one again changes nothing; naming the verified address of the other place swaps the two. One address of a kind waits to be proved at a time.',
    params: UserId,
    body: Type.Object({ email: Email, secondary, requestVerification }),
    ok: 204,
    also: refusals(''),
  }),
  profileEmailDelete: route({
    method: 'DELETE',
    path: '/profile/{id}/email',
    access: { kind: 'userOrApiKey', scope: 'profile:write' },
    limit: 'backend',
    tag: 'profile',
    summary: 'Remove the e-mail address of a user',
    description:
      'The one that is named; without a name the primary one, or the secondary one where `secondary` is true, and one that waits to replace it. A secondary one that remains alone takes the place of the primary.',
    params: UserId,
    body: Type.Object({ email: Type.Optional(Email), secondary }),
    bodyOptional: true,
    ok: 204,
    also: refusals(', or the user no such address'),
  }),
  profilePhoneSet: route({
    method: 'POST',
    path: '/profile/{id}/phone',
    access: { kind: 'userOrApiKey', scope: 'profile:write' },
    limit: 'backend',
    tag: 'profile',
    summary: 'Set the phone number of a user',
    description:
      'As with the e-mail address. Without `messagingConsent` no text message is sent there, so that the number cannot be verified, and gets no codes.',
    params: UserId,
    body: Type.Object({
      phoneNumber: PhoneNumber,
      secondary,
      messagingConsent: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether the user agreed to text messages', examples: [true] }),
      ),
      requestVerification,
    }),
    ok: 204,
    also: { ...refusals(''), 400: 'No such number, or a verification without messagingConsent' },
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
      'The one that is named; without a name the primary one, or the secondary one where `secondary` is true, and one that waits to replace it. A secondary one that remains alone takes the place of the primary.',
    params: UserId,
    body: Type.Object({ phoneNumber: Type.Optional(PhoneNumber), secondary }),
    bodyOptional: true,
    ok: 204,
    also: refusals(', or the user no such number'),
  }),
  profileEmailVerify: route({ path: '/profile/email/verify', ...verified('e-mail address') }),
  profilePhoneVerify: route({ path: '/profile/phone/verify', ...verified('phone number') }),
} as const
