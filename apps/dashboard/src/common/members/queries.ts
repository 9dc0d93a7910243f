import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../../api/call.ts'

/** A member of the installation. */
export type Member = CallResult<'membersList'>['members'][number]

/** An account of a provider with which a member can sign in. */
export type SsoLink = CallResult<'memberLinksList'>['links'][number]

/** Every query about members, which a removed link changes. */
export const memberQueries = { queryKey: ['members'] }

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async () => (await call('membersList', {})).members,
})

export const linksQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'links'],
    queryFn: async () => (await call('memberLinksList', { params: { id } })).links,
  })
