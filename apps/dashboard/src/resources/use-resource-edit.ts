import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { omitSaved } from '../common/fields/omit-saved.ts'
import { showSuccess } from '../ui/toast.tsx'
import { type Draft, isComplete, readScopes } from './draft.ts'
import { type Resource, resourcesQuery } from './queries.ts'

/** Holds the changes of an API until they are saved. */
export function useResourceEdit(id: string, { uri, name, scopes, allowedGroups }: Resource) {
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const saved: Draft = { name, scopes, allowedGroups }
  const draft = { ...saved, ...changes }
  const { mutate, isPending, error, reset } = useSave(id, uri)
  function change(part: Partial<Draft>) {
    const all = Object.entries({ ...changes, ...part })
    const differing = all.filter(
      ([field, value]) => JSON.stringify(saved[field as keyof Draft]) !== JSON.stringify(value),
    )
    setChanges(Object.fromEntries(differing))
  }
  function discard() {
    setChanges({})
    reset()
  }
  const save = () => mutate(changes, { onSuccess: () => setChanges((now) => omitSaved(now, changes)) })
  return { draft, changes, change, discard, save, isSaving: isPending, error, isInvalid: !isComplete(draft) }
}

function useSave(id: string, uri: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ name, scopes, allowedGroups }: Partial<Draft>) =>
      call('resourceChange', {
        params: { id },
        query: { uri },
        body: {
          ...(name !== undefined && { name: name.trim() }),
          ...(scopes && { scopes: readScopes(scopes) }),
          ...(allowedGroups && { allowedGroups: [...allowedGroups] }),
        },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries(resourcesQuery(id))
      showSuccess(i18n._(msg`Saved`))
    },
    meta: { quiet: true },
  })
}
