import { Type } from 'typebox'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { Line, Timestamp, Uuid } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { roles } from '../vocabulary/roles.ts'
import { ApplicationId, HeldRoles, MemberSummary, memberFields, RoleAssignments, rejections, Strict } from './shapes.ts'
import { ProviderId } from './sso-providers.ts'

const SsoLink = Type.Object(
  {
    id: Type.String({ description: 'The link', examples: ['n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'] }),
    provider: Type.Object({
      id: ProviderId,
      name: Type.String({ description: 'Its name', examples: ['Okta'] }),
    }),
    subject: Type.String({ description: 'What the provider calls the account', examples: ['00u1a2b3c4d5e6f7g8h9'] }),
    email: Type.Optional(
      Type.String({
        description: 'The email address of the account, as of its last sign-in',
        examples: ['ada@example.com'],
      }),
    ),
    emailVerified: Type.Boolean({
      description: 'Whether the provider can be relied on for that address',
      examples: [true],
    }),
    groupsOmitted: Type.Boolean({
      description:
        'Whether the provider sent too many groups to list them at the last sign-in, so roles stayed as they were',
      examples: [false],
    }),
    createdAt: Timestamp('When it was linked'),
    lastUsedAt: Type.Optional(Timestamp('When the account was last used to sign in')),
  },
  { title: 'SsoLink' },
)

const links = Type.Array(SsoLink, {
  description: 'The accounts of single sign-on providers with which the member can sign in',
})

const AdminMember = Type.Object(
  {
    ...memberFields,
    links,
    roles: HeldRoles,
    provisioned: Type.Boolean({
      description: 'Whether a directory provisioned the member over SCIM, so their roles come from its groups',
      examples: [false],
    }),
    createdAt: Timestamp('When the member joined'),
  },
  { title: 'AdminMember' },
)

const { email: _email, ...publicFields } = memberFields
const ApplicationMember = Type.Object(
  { ...publicFields, role: choice(roles, { description: 'The role on the application', examples: ['developer'] }) },
  { title: 'ApplicationMember' },
)

const MemberSession = Type.Object(
  {
    id: Uuid('The session'),
    current: Type.Boolean({ description: 'Whether this call uses it', examples: [true] }),
    createdAt: Timestamp('When the member signed in'),
    lastUsedAt: Timestamp('When it was last used, to the minute'),
    expiresAt: Timestamp('The latest time when it ends'),
    address: Type.Optional(Type.String({ description: 'The address of the last use', examples: ['192.0.2.1'] })),
    userAgent: Type.Optional(Type.String({ description: 'The browser', examples: ['Mozilla/5.0'] })),
  },
  { title: 'MemberSession' },
)

const MemberId = Type.String({ minLength: 1, maxLength: 64, description: 'The member id', examples: [exampleUserId] })
const MemberName = Line(128, { minLength: 1, description: 'The name that other members see', examples: ['Ada'] })
const OfMember = Type.Object({ id: MemberId })
const also = { ...rejections, 404: 'The member does not exist' } as const
const lastOwner = {
  why: 'The last owner of the installation cannot be removed or get a lower role',
  msgCode: 'last_owner',
} as const
const forOwners = { kind: 'admin', role: 'owner', scope: 'installation' } as const
const shared = { limit: 'admin', tag: 'members' } as const

/** Members of the installation, and their sessions in the dashboard. */
export const memberRoutes = {
  membersList: route({
    ...shared,
    method: 'GET',
    path: '/members',
    concurrency: 'report',
    access: forOwners,
    summary: 'List the members',
    description: 'Returns all members, in the order in which they joined.',
    ok: 200,
    result: Type.Object({ members: Type.Array(AdminMember) }, { title: 'AdminMembers' }),
    also: rejections,
  }),
  applicationMembersList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/members',
    concurrency: 'report',
    access: { kind: 'admin', role: 'owner' },
    summary: 'List the members of an application',
    description: 'Returns the members who have a role on this application, in the order in which they joined.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ members: Type.Array(ApplicationMember) }, { title: 'ApplicationMembers' }),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  memberChange: route({
    ...shared,
    method: 'PATCH',
    path: '/members/{id}',
    access: { ...forOwners, fresh: true },
    summary: 'Change a member',
    description: "Changes only the fields that you send. Roles take effect on the member's next call, on every node.",
    params: OfMember,
    body: Strict({
      name: Type.Optional(MemberName),
      roles: Type.Optional(RoleAssignments),
    }),
    ok: 200,
    result: AdminMember,
    also: { ...also, 400: 'A role is on an application that does not exist, or two are on one', 409: lastOwner },
  }),
  memberRename: route({
    ...shared,
    method: 'PUT',
    path: '/members/{id}/name',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Rename a member',
    description:
      'Changes the name that other members see. Members can change their own name. Owners of the installation can change any name.',
    params: OfMember,
    body: Strict({ name: MemberName }),
    ok: 200,
    result: MemberSummary,
    also: { ...also, 400: 'The name is empty' },
  }),
  memberRemove: route({
    ...shared,
    method: 'DELETE',
    path: '/members/{id}',
    access: { ...forOwners, fresh: true },
    summary: 'Remove a member',
    description:
      'Permanently removes the member with their passkeys and linked accounts. Their sessions end immediately, on every node. The accounts can sign in again only if a directory provisions the member, or after the member joins by an invitation and links them.',
    params: OfMember,
    ok: 204,
    also: { ...also, 409: lastOwner },
  }),
  memberSessionsList: route({
    ...shared,
    method: 'GET',
    path: '/members/{id}/sessions',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the sessions of a member',
    description:
      'Returns the sessions, most recently used first. Members see their own sessions. Owners of the installation see all sessions.',
    params: OfMember,
    ok: 200,
    result: Type.Object({ sessions: Type.Array(MemberSession) }, { title: 'MemberSessions' }),
    also,
  }),
  memberSessionEnd: route({
    ...shared,
    method: 'DELETE',
    path: '/members/{id}/sessions/{sessionId}',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'End a session of a member',
    description:
      'Takes effect immediately, on every node. Members can end their own sessions. Owners of the installation can end any session.',
    params: Type.Object({
      id: MemberId,
      sessionId: Type.String({ minLength: 1, maxLength: 64, description: 'The session id', examples: [exampleUserId] }),
    }),
    ok: 204,
    also: { ...rejections, 404: 'The member or session does not exist' },
  }),
  memberLinksList: route({
    ...shared,
    method: 'GET',
    path: '/members/{id}/links',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the linked accounts of a member',
    description:
      'Returns the accounts of single sign-on providers with which the member can sign in. Members see their own links. Owners of the installation see all links.',
    params: OfMember,
    ok: 200,
    result: Type.Object({ links }, { title: 'SsoLinks' }),
    also,
  }),
  memberLinkRemove: route({
    ...shared,
    method: 'DELETE',
    path: '/members/{id}/links/{linkId}',
    access: { kind: 'admin', role: 'viewer', fresh: true },
    summary: 'Remove the link to an account',
    description:
      'The account can no longer sign in as the member, and the sessions that began at its provider end immediately, on every node. Members can remove their own links. Owners of the installation can remove any link.',
    params: Type.Object({
      id: MemberId,
      linkId: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The link',
        examples: ['n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'],
      }),
    }),
    ok: 204,
    also: { ...rejections, 404: 'The member or link does not exist' },
  }),
} as const
