import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { describeFilters, type Filters, omitPeriod } from '../common/events/filters.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { type SavedFilter, savedFiltersQuery } from './queries.ts'

type Props = { id: string; filters: Filters; saved: readonly SavedFilter[]; onClose: () => void }

/** Asks for the name under which the filters are saved. */
export function SaveFilterDialog({ id, filters, saved, onClose }: Props) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const client = useQueryClient()
  const isReplaced = saved.some((one) => one.name === name.trim())
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('savedFilterSave', { params: { id }, body: { name: name.trim(), filters: omitPeriod(filters) } }),
    onSuccess: async () => {
      await client.invalidateQueries(savedFiltersQuery(id))
      showSuccess(t`Saved ${{ name: name.trim() }}`)
      onClose()
    },
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title={t`Save these filters`}
      action={isReplaced ? t`Replace` : t`Save`}
      isDisabled={name.trim() === ''}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        description={describeFilters(filters)}
        required
        data-autofocus
        maxLength={64}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <p>
        <Trans>All members of the application can use them. The period isn’t saved.</Trans>
      </p>
      {isReplaced && (
        <Notice kind="info">
          <Trans>This replaces the saved filters with this name.</Trans>
        </Notice>
      )}
    </FormDialog>
  )
}
