import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from './FormDialog.tsx'
import { showSuccess } from './toast.tsx'

type Props = {
  title: string
  /** The name as it is. */
  name: string
  send: (name: string) => Promise<unknown>
  /** The query that the call changes. */
  changed: { queryKey: QueryKey }
  onClose: () => void
}

/** Changes a name, which the toast can undo. */
export function NameDialog({ title, name, send, changed: { queryKey }, onClose }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState(name)
  const queries = useQueryClient()
  async function rename(to: string) {
    await send(to)
    await queries.invalidateQueries({ queryKey })
  }
  const { mutate, isPending, error } = useMutation({ mutationFn: rename, meta: { quiet: true } })
  function submit() {
    const newName = text.trim()
    mutate(newName, {
      onSuccess: () => {
        onClose()
        showSuccess(t`Renamed to ${newName}`, { undo: () => rename(name) })
      },
    })
  }
  return (
    <FormDialog
      title={title}
      action={t`Rename`}
      isDisabled={text.trim() === ''}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        required
        data-autofocus
        maxLength={128}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}
