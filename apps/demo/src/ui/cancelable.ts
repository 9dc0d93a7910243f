import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that waits for the browser's dialog. `cancel` ends the wait, and the mutation fails with
 * ERROR_PASSKEY_ABORTED, as if the user had closed the dialog.
 */
export function useCancelable<Result, Input = void>(
  run: (input: Input, signal: AbortSignal) => Promise<Result>,
  options: Omit<UseMutationOptions<Result, Error, Input>, 'mutationFn'> = {},
) {
  const latest = useRef<AbortController>(undefined)
  const mutation = useMutation({
    ...options,
    mutationFn: (input: Input) => {
      latest.current = new AbortController()
      return run(input, latest.current.signal)
    },
  })
  return { ...mutation, cancel: () => latest.current?.abort() }
}
