import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Passkey } from '@thumbturn/web'
import type { ComponentType } from 'react'

/** A dialog about a passkey. */
export type PasskeyDialogState = { what: 'rename' | 'delete'; passkey: Passkey }

/** Properties of every passkey dialog; `Failure` is how the page explains errors. */
export type PasskeyDialogProps = { passkey: Passkey; Failure: ComponentType<{ error: unknown }>; onClose: () => void }

/** Changes passkeys and completes after the list is reloaded. */
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
