import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Notice } from '../ui/Notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import styles from './Connectors.module.css'
import { type Draft, readFilter, readSecrets, readTarget, toDraft } from './draft.ts'
import { Fields, FilterFields } from './Fields.tsx'
import { kinds } from './kinds.ts'
import type { Connector } from './queries.ts'

type Props = { id: string; connector: Connector; onClose: () => void }

/** Changes a connector. Its secrets stay unless others are typed. */
export function EditDialog({ id, connector, onClose }: Props) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<Draft>(() => toDraft(connector))
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const { mutate, isPending, error } = useSave({ id, connector, onClose })
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate(draft)
  }
  const { target, secrets } = kinds[draft.type]
  return (
    <Dialog title={t`Edit ${{ name: connector.name }}`} size="lg" onClose={onClose}>
      <form className={styles.fields} onSubmit={submit}>
        <TextInput
          label={t`Name`}
          required
          maxLength={64}
          data-autofocus
          value={draft.name}
          onChange={({ target: { value } }) => change({ name: value })}
        />
        <Fields fields={target} texts={draft.target} onChange={(texts) => change({ target: texts })} />
        {secrets.length > 0 && (
          <>
            <Notice kind="info">
              <Trans>
                Secrets don’t change unless you enter new ones. If you change the address, enter them again.
              </Trans>
            </Notice>
            <Fields
              fields={secrets.map((field) => ({ ...field, isRequired: false }))}
              texts={draft.secrets}
              onChange={(texts) => change({ secrets: texts })}
              isSecret
            />
          </>
        )}
        <FilterFields filter={draft.filter} onChange={(filter) => change({ filter })} />
        <ErrorNotice error={error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Saves the draft, and closes the dialog once it is stored. */
function useSave({ id, connector, onClose }: Props) {
  const { t } = useLingui()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: Draft) =>
      call('connectorChange', {
        params: { id, connectorId: connector.id },
        body: {
          name: draft.name.trim(),
          target: readTarget(draft),
          filter: readFilter(draft),
          secrets: readSecrets(draft),
        },
      }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: ['applications', id, 'connectors'] })
      showSuccess(t`Changes saved`)
    },
    meta: { quiet: true },
  })
}
