import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleToken } from '../sample.ts'
import { Line, Timestamp } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { invitationKinds } from '../vocabulary/invitations.ts'
import { RoleAssignments, Strict } from './shapes.ts'

const InvitationToken = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'What follows the # of the link',
  examples: ['tti_3f9c2a7b5d1e4860.N2Y4YzE5ZDAtMTIzNC00NTY3LTg5YWItY2RlZjAxMjM'],
})

const Username = Line(256, { minLength: 1, description: 'The username of the member', examples: ['ada'] })

const shared = { method: 'POST', limit: 'guess', tag: 'invitations', application: 'optional' } as const
const also = { 404: 'The link is unknown, expired, used, or withdrawn' } as const

/** What a page does with the link that invites its visitor. */
export const invitationRoutes = {
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
        expiresAt: Timestamp('Until when it works'),
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
      'spends the invitation; until then, it can be accepted again. Then sign in to the dashboard with the access token of ' +
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
      400: 'The username is missing or has characters that usernames must not have',
      409: { why: 'Another member has this username', msgCode: 'username_taken' },
    },
  }),
} as const
