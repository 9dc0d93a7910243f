import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleToken, exampleUserId } from '../sample.ts'
import { Email, Line, Timestamp } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { invitationKinds } from '../vocabulary/invitations.ts'
import { Delivery, RoleAssignments, rejections, Strict } from './shapes.ts'

const InvitationToken = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'The part of the link after #',
  examples: ['tti_3f9c2a7b5d1e4860.N2Y4YzE5ZDAtMTIzNC00NTY3LTg5YWItY2RlZjAxMjM'],
})

const Username = Line(256, { minLength: 1, description: 'The username of the member', examples: ['ada'] })

const shared = { method: 'POST', limit: 'guess', tag: 'invitations', application: 'optional' } as const
const also = { 404: 'The link is unknown, expired, used, or withdrawn' } as const

const fields = {
  id: Type.String({ description: 'The invitation', examples: ['3f9c2a7b5d1e4860'] }),
  kind: choice(invitationKinds, { examples: ['join'] }),
  email: Type.Optional(Type.String({ description: 'Who it is for', examples: ['ada@example.com'] })),
  roles: RoleAssignments,
  createdAt: Timestamp('When it was created'),
  createdBy: Type.String({
    description: 'The ID of an admin key, `member` with the ID of a member, `command line`, or `system`',
    examples: [`member ${exampleUserId}`],
  }),
  expiresAt: Timestamp('When the link expires'),
}
const AdminInvitation = Type.Object(fields, { title: 'AdminInvitation' })
const NewInvitation = Type.Object(
  {
    ...fields,
    url: Type.String({
      description: 'The link, which is never shown again',
      examples: [
        'https://id.example.com/dashboard/join#tti_3f9c2a7b5d1e4860.N2Y4YzE5ZDAtMTIzNC00NTY3LTg5YWItY2RlZjAxMjM',
      ],
    }),
    delivery: Type.Optional(Delivery),
    warning: Type.Optional(
      Type.String({
        description: 'Why no browser can use the link, and what to do; absent if browsers can',
        examples: [
          'No browser can use this link: http://192.0.2.7:4300 is an IP address, and passkeys are bound to domains. Use http://localhost:<port> on this machine, or a domain with TLS.',
        ],
      }),
    ),
  },
  { title: 'NewInvitation' },
)

const forOwners = { kind: 'admin', role: 'owner' } as const

/** Invitations, and what a page does with the link that invites its visitor. */
export const invitationRoutes = {
  invitationsList: route({
    method: 'GET',
    path: '/invitations',
    access: forOwners,
    limit: 'admin',
    tag: 'invitations',
    summary: 'List the invitations',
    description:
      'Returns open invitations, newest first, without their links. Owners of applications see only invitations to those applications.',
    ok: 200,
    result: Type.Object({ invitations: Type.Array(AdminInvitation) }, { title: 'AdminInvitations' }),
    also: rejections,
  }),
  invitationCreate: route({
    method: 'POST',
    path: '/invitations',
    access: { ...forOwners, fresh: true },
    limit: 'admin',
    tag: 'invitations',
    summary: 'Invite a member',
    description:
      'The link adds one member. If you send `email`, the service sends the link there during the call, and `delivery` tells you ' +
      'whether that worked. If it did not, send the link yourself: only this response shows it. Owners of applications can give ' +
      'roles on those applications.',
    body: Strict({
      roles: RoleAssignments,
      email: Type.Optional(Email('Where it is sent')),
      expiresInHours: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 168, description: 'How long it works; 72 by default', examples: [72] }),
      ),
    }),
    ok: 200,
    result: NewInvitation,
    also: {
      ...rejections,
      400: 'A role is on an application that does not exist, two are on one, or `email` is not one address',
    },
  }),
  invitationWithdraw: route({
    method: 'DELETE',
    path: '/invitations/{id}',
    access: { ...forOwners, fresh: true },
    limit: 'admin',
    tag: 'invitations',
    summary: 'Withdraw an invitation',
    description: 'The link immediately stops working, on every node.',
    params: Type.Object({
      id: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The invitation id',
        examples: ['3f9c2a7b5d1e4860'],
      }),
    }),
    ok: 204,
    also: { ...rejections, 404: 'No open invitation has this ID' },
  }),
  invitationLookUp: route({
    ...shared,
    path: '/invitations/look-up',
    access: { kind: 'public', ownPages: true },
    summary: 'Show what a link invites to',
    description: 'Changes nothing.',
    body: Strict({ token: InvitationToken }),
    ok: 200,
    result: Type.Object(
      {
        kind: choice(invitationKinds, {
          description:
            '`setUp`: the first owner of the installation; `join`: another member; `recover`: a member who lost their passkey',
          examples: ['join'],
        }),
        username: Type.Optional(
          Type.String({ description: 'Only of `recover`: the member, who keeps the username', examples: ['ada'] }),
        ),
        email: Type.Optional(
          Type.String({ description: 'Where the invitation was sent', examples: ['ada@example.com'] }),
        ),
        roles: RoleAssignments,
        expiresAt: Timestamp('When it expires'),
      },
      { title: 'InvitationSummary' },
    ),
    also,
  }),
  invitationAccept: route({
    ...shared,
    path: '/invitations/accept',
    access: { kind: 'public', ownPages: true },
    summary: 'Accept an invitation',
    description:
      'Returns a grant for `createPasskey`, valid for a minute. Registering the passkey makes the user a member and ' +
      'uses up the invitation; until then, it can be accepted again. Then sign in to the dashboard with the access token of ' +
      'the registration.',
    body: Strict({
      token: InvitationToken,
      username: Type.Optional(Username),
      name: Type.Optional(
        Line(128, { minLength: 1, description: 'The name that other members see', examples: ['Ada Lovelace'] }),
      ),
    }),
    ok: 200,
    result: Type.Object(
      {
        token: Type.String({ description: 'A grant with `reg:write` at `thumbturn`', examples: [exampleToken] }),
        username: Type.String({ description: 'The username to register', examples: ['ada'] }),
      },
      { title: 'AcceptedInvitation' },
    ),
    also: {
      ...also,
      400: 'The username is missing or contains characters that are not allowed',
      409: { why: 'Another member has this username', msgCode: 'username_taken' },
    },
  }),
} as const
