import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { type Application, applicationsQuery } from '../common/applications/queries.ts'
import { foundUsersQuery } from '../common/users/queries.ts'
import { Monogram } from '../ui/Monogram.tsx'

/** Each application that is searched is a call. */
const maxApplications = 10

/** The users of a search. `searched` is the number of applications that were searched, if there are others. */
type UserMatches = { group: SpotlightActionGroupData; searched: number | undefined; isSearching: boolean }

/** Users of the open application, or of the first applications if none is open. Shorter texts would find too many. */
export function useFoundUsers(query: string): UserMatches {
  const { t } = useLingui()
  const [text] = useDebouncedValue(query.trim(), 150)
  const { applications, isPart } = useSearchedApplications()
  const queries = applications.map(({ id }) => ({ ...foundUsersQuery(id, text), enabled: text.length > 1 }))
  const results = useQueries({ queries })
  const toAction = useAction(text)
  const actions = results.flatMap(({ data = [] }, index) => data.map((user) => toAction(user, applications[index]!)))
  const searched = isPart ? applications.length : undefined
  const isSearching = text !== query.trim() || results.some(({ isFetching }) => isFetching)
  const title = searched === undefined ? t`Users` : t`Users of the first ${searched} applications`
  return { group: { group: title, actions }, searched, isSearching }
}

type Scope = Pick<Application, 'id' | 'name'>
type Match = { id: string; username: string; displayName: string }

function useSearchedApplications(): { applications: readonly Scope[]; isPart: boolean } {
  const { applicationId } = useParams()
  const { data: applications = [] } = useQuery(applicationsQuery)
  if (applicationId === undefined)
    return { applications: applications.slice(0, maxApplications), isPart: applications.length > maxApplications }
  return { applications: applications.filter(({ id }) => id === applicationId), isPart: false }
}

function useAction(text: string) {
  const { applicationId } = useParams()
  const go = useNavigate()
  return ({ id, username, displayName }: Match, application: Scope): SpotlightActionData => {
    const details = [displayName === username ? '' : displayName, applicationId === undefined ? application.name : '']
    return {
      id: `user-${application.id}-${id}`,
      label: username,
      description: details.filter(Boolean).join(' · ') || undefined,
      // The service found the user by what isn't shown here, such as a contact.
      keywords: text,
      leftSection: <Monogram id={id} name={displayName || username} size={24} />,
      onClick: () => go(`/applications/${application.id}/users/${id}`),
    }
  }
}
