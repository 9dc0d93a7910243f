import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { describeFilters } from '../common/events/filters.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { formatDay } from '../ui/times.ts'
import { showSuccess } from '../ui/toast.tsx'
import styles from './Logs.module.css'
import { type SavedFilter, savedFiltersQuery } from './queries.ts'

type Props = { id: string; saved: readonly SavedFilter[]; onClose: () => void }

/** Lists the saved filters with a way to delete each, which can be undone. */
export function ManageFiltersDialog({ id, saved, onClose }: Props) {
  const { t } = useLingui()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries(savedFiltersQuery(id))
  const restore = useMutation({
    mutationFn: ({ name, filters }: SavedFilter) =>
      call('savedFilterSave', { params: { id }, body: { name, filters } }),
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: (filter: SavedFilter) => call('savedFilterDelete', { params: { id, filterId: filter.id } }),
    onSuccess: async (_, filter) => {
      await refresh()
      showSuccess(t({ message: `Deleted ${{ name: filter.name }}`, context: 'filter' }), {
        undo: () => restore.mutate(filter),
      })
    },
  })
  return (
    <Dialog title={t`Saved filters`} size="lg" onClose={onClose}>
      {saved.length === 0 && (
        <p>
          <Trans>No filters are saved.</Trans>
        </p>
      )}
      <ul>
        {saved.map((filter) => (
          <li key={filter.id} className={styles.saved}>
            <div>
              <strong>{filter.name}</strong>
              <small>{describeFilters(filter.filters)}</small>
              <small>
                <Trans>
                  Saved by {{ member: filter.savedBy }} on {{ day: formatDay(filter.savedAt) }}
                </Trans>
              </small>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={t`Delete ${{ name: filter.name }}`}
              loading={remove.isPending && remove.variables.id === filter.id}
              onClick={() => remove.mutate(filter)}
            >
              <Trans>Delete</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
