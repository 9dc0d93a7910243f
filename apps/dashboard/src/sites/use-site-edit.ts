import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { omitSaved } from '../common/fields/omit-saved.ts'
import { showSuccess } from '../ui/toast.tsx'
import { type Draft, isValid, toPatch } from './draft.ts'
import { type Site, sitesQuery } from './queries.ts'

/** Holds the changes of a site until they are saved. */
export function useSiteEdit(id: string, site: Site) {
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const { name, host, rules, allowedGroups, identityClaims, sessionSeconds, sessionIdleSeconds } = site
  const saved: Draft = { name, host, rules, allowedGroups, identityClaims, sessionSeconds, sessionIdleSeconds }
  const draft = { ...saved, ...changes }
  const { mutate, isPending, error, reset } = useSave(id, site)
  function change(part: Partial<Draft>) {
    const differing = Object.entries({ ...changes, ...part }).filter(
      ([field, value]) => JSON.stringify(toPatch({ [field]: value })) !== JSON.stringify(toPatch(pick(saved, field))),
    )
    setChanges(Object.fromEntries(differing))
  }
  function discard() {
    setChanges({})
    reset()
  }
  const save = () => mutate(changes, { onSuccess: () => setChanges((now) => omitSaved(now, changes)) })
  return { draft, changes, change, discard, save, isSaving: isPending, error, isInvalid: !isValid(draft) }
}

const pick = (saved: Draft, field: string) => ({ [field]: saved[field as keyof Draft] }) as Partial<Draft>

function useSave(id: string, { id: siteId }: Site) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (changes: Partial<Draft>) =>
      call('protectedSiteChange', { params: { id, siteId }, body: toPatch(changes) }),
    onSuccess: async () => {
      await queries.invalidateQueries(sitesQuery(id))
      showSuccess(i18n._(msg`Saved`))
    },
    meta: { quiet: true },
  })
}
