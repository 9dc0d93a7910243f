import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { CallFailure, hasStatus } from '../api/failure.ts'
import { type Application, applicationQuery } from '../common/applications/queries.ts'
import { omitSaved } from '../common/fields/omit-saved.ts'
import { showSuccess } from '../ui/toast.tsx'
import { compareEdits, isSame, type Merge, readValues, toChange, type Values } from './draft.ts'
import type { FieldName } from './field-texts.ts'
import { findProblem, settingNames } from './schema.ts'
import { nameSettings } from './words.ts'

/** An edit of an application that isn't saved yet. */
export type Edit = {
  /** The values of all fields, with the changes. */
  values: Values
  /** The saved values. */
  saved: Values
  changes: Values
  change: (name: FieldName, value: unknown) => void
  discard: () => void
  save: () => void
  isSaving: boolean
  error: unknown
  /** Whether some value can't be saved as it is. */
  isInvalid: boolean
  /** Set while another person's changes must be merged with this edit. */
  merge: (Merge & { theirValues: Values; version: number }) | undefined
  /** Saves the chosen values over the version that was shown; undefined gives up the merge. */
  resolve: (chosen: Values | undefined) => void
}

type Attempt = { changes: Values; version: number }

/** Holds the changes of an application until they are saved, and merges them if another person was faster. */
export function useEdit(application: Application): Edit {
  const [changes, setChanges] = useState<Values>({})
  const [merge, setMerge] = useState<Edit['merge']>()
  // The values at the start of the edit: the query can be read again while it lasts.
  const [base, setBase] = useState(application)
  const current = Object.keys(changes).length === 0 ? application : base
  const saved = readValues(current)
  const { mutate, isPending, error, reset } = useSave(application.id, (attempt) => startMerge(attempt))
  const begin = (attempt: Attempt, mine = changes) =>
    mutate(attempt, { onSuccess: () => setChanges((now) => omitSaved(now, mine)) })

  async function startMerge({ changes: mine }: Attempt) {
    const theirs = await call('applicationShow', { params: { id: application.id } })
    const theirValues = readValues(theirs)
    const found = compareEdits(saved, mine, theirValues)
    if (found.conflicts.length === 0) return begin({ changes: mine, version: theirs.version }, mine)
    setMerge({ ...found, theirValues, version: theirs.version })
  }

  function change(name: FieldName, value: unknown) {
    const { [name]: _, ...others } = changes
    if (Object.keys(others).length === 0) setBase(application)
    setChanges(isSame(saved[name], value) ? others : { ...others, [name]: value })
  }

  function discard() {
    setChanges({})
    reset()
  }

  function resolve(chosen: Values | undefined) {
    setMerge(undefined)
    if (chosen && merge) begin({ changes: chosen, version: merge.version })
  }

  return {
    values: { ...saved, ...changes },
    saved,
    changes,
    change,
    discard,
    save: () => begin({ changes, version: current.version }),
    isSaving: isPending,
    error: hasStatus(error, 412) ? undefined : nameSettingsIn(error),
    isInvalid: Object.entries(changes).some(([name, value]) => findProblem(name as FieldName, value) !== undefined),
    merge,
    resolve,
  }
}

/** The error with the labels of settings, which the service calls by their names in the API. */
const nameSettingsIn = (error: unknown): unknown =>
  error instanceof CallFailure
    ? new CallFailure({ ...error, message: nameSettings(error.message, settingNames) })
    : error

function useSave(id: string, onOutdated: (attempt: Attempt) => Promise<void>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ changes, version }: Attempt) =>
      call('applicationChange', { params: { id }, body: toChange(changes), ifMatch: version }),
    onSuccess(application) {
      queries.setQueryData(applicationQuery(id).queryKey, application)
      showSuccess(i18n._(msg`Saved`))
      return queries.invalidateQueries({ queryKey: ['applications'], exact: true })
    },
    async onError(error, attempt) {
      if (hasStatus(error, 412)) await onOutdated(attempt)
    },
    meta: { quiet: true },
  })
}
