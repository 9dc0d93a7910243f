import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'

/** A member of the installation. */
export type Member = CallResult<'membersList'>['members'][number]

/** An open invitation. */
export type Invitation = CallResult<'invitationsList'>['invitations'][number]

/** A session of a member. */
export type MemberSession = CallResult<'memberSessionsList'>['sessions'][number]

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async () => (await call('membersList', {})).members,
})

/** A member with a role on one application. */
export type ApplicationMember = CallResult<'applicationMembersList'>['members'][number]

export const applicationMembersQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'members'],
    queryFn: async () => (await call('applicationMembersList', { params: { id } })).members,
  })

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async () => (await call('invitationsList', {})).invitations,
})

export const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'sessions'],
    queryFn: async () => (await call('memberSessionsList', { params: { id } })).sessions,
  })

/** What a filter of the audit log can ask for. */
export type AuditFilter = { application?: string; actor?: string }

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) =>
      call('auditList', { query: { ...filter, limit: '50', ...(pageParam !== '' && { before: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
