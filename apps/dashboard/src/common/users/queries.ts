import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CallInput, type CallResult, call } from '../../api/call.ts'

/** A user as lists show it. */
export type User = CallResult<'usersList'>['users'][number]

/** A user with passkeys. */
export type UserDetails = CallResult<'userShow'>

/** A passkey of a user. */
export type Passkey = UserDetails['passkeys'][number]

const pageSize = '50'

/** A choice of users and their order, as the admin API takes it. */
export type UsersFilter = Omit<NonNullable<CallInput<'usersList'>['query']>, 'username' | 'after' | 'limit'>

/** The filter for a text, which can be empty. */
export const toSearch = (search: string): UsersFilter => (search === '' ? {} : { search })

/** Users page by page. */
export const usersQuery = (id: string, filter: UsersFilter) =>
  infiniteQueryOptions({
    queryKey: ['applications', id, 'users', filter],
    queryFn: ({ pageParam }) =>
      call('usersList', {
        params: { id },
        query: { limit: pageSize, ...filter, ...(pageParam !== '' && { after: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

/** The first users who match a text. */
export const foundUsersQuery = (id: string, search: string) =>
  queryOptions({
    queryKey: ['applications', id, 'users', 'found', search],
    queryFn: async () => (await call('usersList', { params: { id }, query: { search, limit: '6' } })).users,
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
