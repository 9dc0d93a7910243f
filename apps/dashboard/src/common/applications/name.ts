import { useQuery } from '@tanstack/react-query'
import { applicationsQuery } from './queries.ts'

/** The name of an application; its id until the name is known. */
export function useApplicationName(id: string): string {
  const { data } = useQuery(applicationsQuery)
  return data?.find((application) => application.id === id)?.name ?? id
}
