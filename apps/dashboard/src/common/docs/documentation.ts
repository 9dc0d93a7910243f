import { queryOptions, useQuery } from '@tanstack/react-query'

/** Whether this installation serves the website, which an installation from packages may not. */
const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: async () => {
    const response = await fetch('/dashboard/installation.json')
    return (await response.json()) as { hasDocumentation: boolean }
  },
  staleTime: 5 * 60_000,
})

/** Where the documentation is, without a slash at the end; undefined if this installation doesn't serve it. */
export function useDocumentation(): string | undefined {
  const { data } = useQuery(installationQuery)
  return data?.hasDocumentation ? '' : undefined
}
