import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { showSuccess } from './toast.tsx'

type Props = Omit<ComponentProps<typeof ConfirmDialog>, 'isPending' | 'onConfirm'> & {
  send: () => Promise<unknown>
  /** The query that the call changes. */
  changed: { queryKey: QueryKey }
  /** The text of the toast after the call. */
  done: string
}

/** Asks before a call, makes it, and reads again what it changed. */
export function ConfirmedCall({ send, changed: { queryKey }, done, onClose, ...dialog }: Props) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey })
      showSuccess(done)
    },
  })
  return <ConfirmDialog {...dialog} isPending={isPending} onConfirm={mutate} onClose={onClose} />
}
