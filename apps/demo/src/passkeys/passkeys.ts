import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Passkey } from '@thumbturn/web'
import { whileSignedIn } from '../session/session.ts'
import { thumbturn } from '../session/thumbturn.ts'

export type { Passkey }

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
