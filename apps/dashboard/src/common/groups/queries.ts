import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../../api/call.ts'

/** A group of an application's users. */
export type Group = CallResult<'groupsList'>['groups'][number]

/** Every group of an application, of which there are at most 1,000. */
export const groupsQuery = (id: string) =>
  queryOptions({ queryKey: ['applications', id, 'groups'], queryFn: () => readGroups(id) })

async function readGroups(id: string): Promise<Group[]> {
  const found: Group[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const query: { after?: string } = after === '' ? {} : { after }
    const page: CallResult<'groupsList'> = await call('groupsList', { params: { id }, query })
    found.push(...page.groups)
    after = page.next
  }
  return found
}

export const groupsPath = (applicationId: string): string => `/applications/${applicationId}/groups`

export const groupPath = (applicationId: string, groupId: string): string => `${groupsPath(applicationId)}/${groupId}`
