import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, type Passkey } from '@thumbturn/web'
import { endSession } from '../session/session.ts'
import { thumbturn } from '../session/thumbturn.ts'

export type { Passkey }

/** A token that the service refuses is worth nothing any more. */
async function whileSignedIn<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) endSession('refused')
    throw error
  }
}

/** The passkeys of whoever is signed in, oldest first. */
export function usePasskeys(username: string) {
  return useQuery({ queryKey: ['passkeys', username], queryFn: () => whileSignedIn(thumbturn.listPasskeys()) })
}

/** Changes something about the passkeys and reads the list again before it counts as done. */
export function usePasskeyChange<Input>(change: (input: Input) => Promise<unknown>, onDone: (input: Input) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => whileSignedIn(change(input)),
    onSuccess: async (_, input) => {
      await queries.invalidateQueries({ queryKey: ['passkeys'] })
      onDone(input)
    },
  })
}
