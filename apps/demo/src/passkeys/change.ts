import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Passkey } from '@thumbturn/web'
import type { ComponentType } from 'react'

/** What is asked about which passkey. */
export type PasskeyQuestion = { what: 'rename' | 'delete'; passkey: Passkey }

/** What every question about a passkey needs; `Failure` is how the page puts a failure into words. */
export type Question = { passkey: Passkey; Failure: ComponentType<{ error: unknown }>; onClose: () => void }

/** Changes something about the passkeys and reads the list again before it counts as done. */
export function usePasskeyChange<Input>(change: (input: Input) => Promise<unknown>, onDone: (input: Input) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (_, input) => {
      await queries.invalidateQueries({ queryKey: ['passkeys'] })
      onDone(input)
    },
  })
}
