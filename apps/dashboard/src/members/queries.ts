import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'

/** An open invitation. */
export type Invitation = CallResult<'invitationsList'>['invitations'][number]

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
