import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ConfirmationCancellation, settleConfirmation } from '../session/confirmation.ts'
import { showFailure } from '../ui/toast.tsx'
import { hasStatus } from './failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the form shows its errors itself. */
    mutationMeta: { quiet?: boolean }
  }
}

const sessionKey = ['session']

/** Leads to the sign-in, and forgets what was read with the session or waits for it, as another member can sign in next. */
export function forgetSession(): void {
  if (!queryClient.getQueryData(sessionKey)) return
  queryClient.setQueryData(sessionKey, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  settleConfirmation(new ConfirmationCancellation())
}

/** A call that has no session anymore leads to the sign-in. */
function notice(error: Error) {
  if (hasStatus(error, 401)) forgetSession()
}

/** Responses of the admin API. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: notice }),
  mutationCache: new MutationCache({
    onError(error, _variables, ...[, mutation]) {
      notice(error)
      if (mutation.meta?.quiet || error instanceof ConfirmationCancellation) return
      showFailure(error)
    },
  }),
  defaultOptions: {
    // The service is near, often on the same machine: retries only delay the message, and it can be reached without a network.
    queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
})
