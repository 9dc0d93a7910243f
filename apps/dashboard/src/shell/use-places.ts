import { useQuery } from '@tanstack/react-query'
import { everyApplication } from '@thumbturn/contract/vocabulary/roles.ts'
import { outboxQuery } from '../outbox/queries.ts'
import { hasRole, type Session, useSession } from '../session/session.ts'
import { applicationPlaces, installationPlaces, type Place } from './places.ts'

/** The pages of an application that the member can open; none without an application. */
export function useApplicationPlaces(id: string | undefined): readonly Place[] {
  const session = useSession()
  const canReadOutbox = id !== undefined && hasRole(session, 'developer', id)
  const { data: outbox } = useQuery({
    ...outboxQuery(id ?? ''),
    enabled: canReadOutbox,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (id === undefined) return []
  // Production mode has no outbox.
  return applicationPlaces.filter((place) => place.path !== 'outbox' || outbox !== null).filter(isAllowed(session, id))
}

/** The pages of the installation that the member can open. Everyone who has a role can see the applications. */
export function useInstallationPlaces(): readonly Place[] {
  const session = useSession()
  const canOpen = isAllowed(session, everyApplication)
  return installationPlaces.filter((place) => place.path === '/' || canOpen(place))
}

const isAllowed =
  (session: Session, application: string) =>
  ({ needs }: Place) =>
    hasRole(session, needs, application)
