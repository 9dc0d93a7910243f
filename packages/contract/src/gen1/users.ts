import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { tokenRejections, unknownClient, unknownUser } from './errors.ts'
import {
  ClientId,
  Line,
  managementHeaders,
  stringEnum,
  Timestamp,
  UserId,
  Username,
  Uuid,
  userReference,
} from './shapes.ts'

const UserStatus = stringEnum(['active', 'inactive'], {
  description: 'Their state; inactive: cannot sign in',
  examples: ['active'],
})

const UserProfile = Type.Object(
  {
    id: Uuid('The user'),
    client_id: ClientId,
    username: Username,
    status: UserStatus,
    type: Type.Literal('user', { description: 'Always the same' }),
    namespace_id: Type.String({ description: "The user's namespace, which is the client", examples: ['demo'] }),
    created_at: Timestamp('When the user was created'),
    updated_at: Timestamp('When the user was last activated or deactivated, or otherwise created'),
    expires_at: Type.Null({ description: 'Users do not expire', examples: [null] }),
    contacts: Type.Array(
      Type.Object({
        type: stringEnum(['email', 'phone_number'], { description: 'What kind of address it is', examples: ['email'] }),
        contact: Type.String({ examples: ['ada@example.com'] }),
        is_verified: Type.Boolean({ examples: [true] }),
      }),
    ),
  },
  { title: 'UserProfile' },
)

const Named = Type.Object({ client_id: Type.Optional(ClientId), ...userReference })

const listed = {
  created_by_client_id: Type.Optional(
    Type.String({ maxLength: 63, description: 'Only users that this client created', examples: ['demo'] }),
  ),
  before_username: Type.Optional(
    Line(256, { description: 'Only users before this name', examples: ['grace@example.com'] }),
  ),
  after_username: Type.Optional(
    Line(256, { description: 'Only users after this name', examples: ['ada@example.com'] }),
  ),
  status: Type.Optional(UserStatus),
}

const howMany = 'The maximum number of results, from 1 to 100; 20 by default'
const LimitText = Type.String({ pattern: patterns.upTo100, description: howMany, examples: ['20'] })

const ById = Type.Object({ user_id: UserId })
const unnamed = { why: 'The call names no user, or is invalid', msgCode: 'missing_parameter' } as const
const also = { 400: unnamed, ...tokenRejections, 404: unknownUser } as const

const dispatch = {
  path: '/manage/users/{user_id}/email-verification/dispatch',
  access: { kind: 'management', scope: 'users.email_verification_dispatch' },
  limit: 'send',
  tag: 'manage',
  summary: 'Send the code that verifies an email address',
  description:
    "Sends the code to the user's unverified address or, if there is none, to the username if that is an address. The user's code goes to `/fido2/v2/profile/email/verify`.",
  headers: managementHeaders,
  params: ById,
  ok: 204,
  also: {
    400: { why: 'Failed to dispatch email verification.', msgCode: 'email_verification_not_sent' },
    ...tokenRejections,
    404: unknownUser,
  },
} as const

export const userRoutes = {
  gen1UserCreate: route({
    method: 'POST',
    path: '/manage/users',
    access: { kind: 'management', scope: 'users.create' },
    limit: 'backend',
    tag: 'manage',
    summary: 'Create a user',
    description: 'Creates a user without credentials. Your backend decides who can add the first one.',
    headers: managementHeaders,
    body: Type.Object({
      client_id: Type.Optional(ClientId),
      username: Username,
      display_name: Type.Optional(Line(256, { description: 'The name that dialogs show', examples: ['Ada'] })),
    }),
    ok: 200,
    result: UserProfile,
    also: {
      400: {
        why: 'The username is taken (`username_taken`), or the body is invalid',
        msgCode: 'username_taken',
      },
      ...tokenRejections,
      404: unknownClient,
    },
  }),
  gen1UserList: route({
    method: 'POST',
    path: '/manage/users/list',
    access: { kind: 'management', scope: 'users.list' },
    limit: 'backend',
    tag: 'manage',
    summary: 'List users',
    // No specification shows the envelope. Clients send the fields in the body or, as their names suggest, in the query.
    description:
      'Sorted by username. Send the fields in the query or in the body, which takes precedence. `has_more` tells you whether there are more users in the requested direction: after this page, unless you send only `before_username`.',
    headers: managementHeaders,
    query: Type.Object({ ...listed, limit: Type.Optional(LimitText) }),
    body: Type.Object({
      client_id: Type.Optional(ClientId),
      ...listed,
      limit: Type.Optional(
        Type.Union([Type.Integer({ minimum: 1, maximum: 100, examples: [20] }), LimitText], { description: howMany }),
      ),
    }),
    bodyOptional: true,
    ok: 200,
    result: Type.Object(
      { users: Type.Array(UserProfile), has_more: Type.Boolean({ examples: [false] }) },
      { title: 'UserList' },
    ),
    also: {
      400: { why: 'The query or the body is invalid', msgCode: 'request_validation_error' },
      ...tokenRejections,
    },
  }),
  gen1UserRetrieve: route({
    method: 'POST',
    path: '/manage/users/retrieve',
    access: { kind: 'management', scope: 'users.retrieve' },
    limit: 'backend',
    tag: 'manage',
    summary: 'Read a user',
    description: 'Finds the user by ID, or by username, in any spelling that works for sign-in.',
    headers: managementHeaders,
    body: Named,
    ok: 200,
    result: UserProfile,
    also,
  }),
  gen1UserDeleteNamed: route({
    method: 'POST',
    path: '/manage/users/delete',
    access: { kind: 'management', scope: 'users.delete' },
    limit: 'backend',
    tag: 'manage',
    summary: 'Delete a user by username',
    description: 'With all credentials and devices; tokens immediately stop working.',
    headers: managementHeaders,
    body: Named,
    ok: 204,
    also,
  }),
  gen1UserDelete: route({
    method: 'DELETE',
    path: '/manage/users/{user_id}',
    access: { kind: 'management', scope: 'users.delete' },
    limit: 'backend',
    tag: 'manage',
    summary: 'Delete a user by id',
    description: 'With all credentials and devices; tokens immediately stop working.',
    headers: managementHeaders,
    params: ById,
    ok: 204,
    also,
  }),
  gen1UserActivate: route({
    method: 'PUT',
    path: '/manage/users/{user_id}/activate',
    access: { kind: 'management', scope: 'users.activate' },
    limit: 'backend',
    tag: 'manage',
    summary: 'Activate a user',
    description: "The user's credentials work again. If the user is active, nothing happens.",
    headers: managementHeaders,
    params: ById,
    ok: 200,
    result: UserProfile,
    also,
  }),
  gen1UserDeactivate: route({
    method: 'PUT',
    path: '/manage/users/{user_id}/deactivate',
    access: { kind: 'management', scope: 'users.deactivate' },
    limit: 'backend',
    tag: 'manage',
    summary: 'Deactivate a user',
    description: "The user's credentials, tokens, and flows in progress immediately stop working. Nothing is deleted.",
    headers: managementHeaders,
    params: ById,
    ok: 200,
    result: UserProfile,
    also,
  }),
  gen1EmailVerificationDispatch: route({ ...dispatch, method: 'POST' }),
  // Specifications say POST, some clients PUT, as for the calls around it.
  gen1EmailVerificationDispatchPut: route({ ...dispatch, method: 'PUT' }),
} as const
