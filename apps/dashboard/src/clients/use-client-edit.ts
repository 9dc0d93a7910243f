import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallInput, call } from '../api/call.ts'
import { omitSaved } from '../common/fields/omit-saved.ts'
import { showSuccess } from '../ui/toast.tsx'
import { type FieldName, findFieldProblem, readValues, toPatch, type Values } from './fields.ts'
import { type Client, clientsQuery } from './queries.ts'

/** An edit of a client that isn't saved yet. */
export type ClientEdit = {
  /** The values of all fields, with the changes. */
  values: Values
  changes: Partial<Values>
  change: (name: FieldName, value: unknown) => void
  discard: () => void
  save: () => void
  isSaving: boolean
  error: unknown
  /** Whether some value can't be saved as it is. */
  isInvalid: boolean
}

/** Holds the changes of a client until they are saved. */
export function useClientEdit(id: string, client: Client): ClientEdit {
  const [changes, setChanges] = useState<Partial<Values>>({})
  const saved = readValues(client)
  const { mutate, isPending, error, reset } = useSave(id, client)
  function change(name: FieldName, value: unknown) {
    const { [name]: _, ...others } = changes
    const isSaved = JSON.stringify(saved[name]) === JSON.stringify(value)
    setChanges(isSaved ? others : { ...others, [name]: value })
  }
  function discard() {
    setChanges({})
    reset()
  }
  return {
    values: { ...saved, ...changes },
    changes,
    change,
    discard,
    save: () => mutate(changes, { onSuccess: () => setChanges((now) => omitSaved(now, changes)) }),
    isSaving: isPending,
    error,
    isInvalid: Object.entries(changes).some(
      ([name, value]) => findFieldProblem(name as FieldName, value) !== undefined,
    ),
  }
}

type Patch = CallInput<'openidClientChange'>['body']

function useSave(id: string, { id: clientId }: Client) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (changes: Partial<Values>) =>
      call('openidClientChange', { params: { id, clientId }, body: toPatch(changes) as Patch }),
    onSuccess: async () => {
      await queries.invalidateQueries(clientsQuery(id))
      showSuccess(i18n._(msg`Saved`))
    },
    meta: { quiet: true },
  })
}
