import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ConfirmationCancellation } from '../session/confirmation.ts'
import { showFailure } from '../ui/toast.tsx'
import { hasStatus } from './failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the form shows its errors itself. */
    mutationMeta: { quiet?: boolean }
  }
}

const sessionKey = ['session']

/** A call that has no session anymore leads to the sign-in, which the session query shows. */
function notice(error: Error) {
  if (hasStatus(error, 401)) queryClient.setQueryData(sessionKey, null)
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
    // The service is near, so retries only delay the message.
    queries: { retry: false, staleTime: 5_000 },
    mutations: { networkMode: 'always' },
  },
})
