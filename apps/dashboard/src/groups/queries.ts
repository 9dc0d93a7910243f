import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'

/** A group with the number of its members. */
export type GroupDetails = CallResult<'groupShow'>

export type GroupMember = CallResult<'groupMembersList'>['members'][number]

/** One group. */
export const groupQuery = (id: string, groupId: string) =>
  queryOptions({
    queryKey: ['applications', id, 'groups', groupId],
    queryFn: () => call('groupShow', { params: { id, groupId } }),
  })

/** The members of a group, page by page. */
export const groupMembersQuery = (id: string, groupId: string) =>
  infiniteQueryOptions({
    queryKey: ['applications', id, 'groups', groupId, 'members'],
    queryFn: ({ pageParam }) =>
      call('groupMembersList', {
        params: { id, groupId },
        query: { limit: '50', ...(pageParam !== '' && { after: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
