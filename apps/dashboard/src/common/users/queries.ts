import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../../api/call.ts'

/** A user as lists show it. */
export type User = CallResult<'usersList'>['users'][number]

/** A user with passkeys. */
export type UserDetails = CallResult<'userShow'>

/** A passkey of a user. */
export type Passkey = UserDetails['passkeys'][number]

const pageSize = '50'

/** Users by username, page by page; only those whose usernames begin with the text, if there is one. */
export const usersQuery = (id: string, prefix: string) =>
  infiniteQueryOptions({
    queryKey: ['applications', id, 'users', { prefix }],
    queryFn: ({ pageParam }) =>
      call('usersList', {
        params: { id },
        query: {
          limit: pageSize,
          ...(prefix !== '' && { prefix }),
          ...(pageParam !== '' && { after: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

/** One user. */
export const userQuery = (id: string, userId: string) =>
  queryOptions({
    queryKey: ['applications', id, 'users', userId],
    queryFn: () => call('userShow', { params: { id, userId } }),
  })

/** The events of a user, newest first. */
export const userEventsQuery = (id: string, userId: string) =>
  infiniteQueryOptions({
    queryKey: ['applications', id, 'users', userId, 'events'],
    queryFn: ({ pageParam }) =>
      call('eventsList', {
        params: { id },
        query: { user: userId, limit: '20', ...(pageParam !== '' && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
