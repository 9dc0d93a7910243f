import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import styles from './Connectors.module.css'
import { type Draft, readSecrets, toDraft } from './draft.ts'
import { Fields } from './Fields.tsx'
import { kinds } from './kinds.ts'
import type { Connector } from './queries.ts'
import { SigningSecret } from './SigningSecret.tsx'

type Props = { id: string; connector: Connector; onClose: () => void }

/** Replaces the secrets of a connector without losing an event. */
export function RotateDialog({ id, connector, onClose }: Props) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<Draft>(() => toDraft(connector))
  const queries = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () =>
      call('connectorRotate', {
        params: { id, connectorId: connector.id },
        body: { secrets: readSecrets(draft) },
      }),
    onSuccess: async ({ signingSecret }) => {
      await queries.invalidateQueries({ queryKey: ['applications', id, 'connectors'] })
      if (signingSecret !== undefined) return
      onClose()
      showSuccess(t`The connector uses the new secrets`)
    },
    meta: { quiet: true },
  })
  if (data?.signingSecret) return <SigningSecret secret={data.signingSecret} onClose={onClose} />
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate()
  }
  const { secrets } = kinds[draft.type]
  return (
    <Dialog title={t`Replace the secrets`} size="lg" onClose={onClose}>
      <form className={styles.fields} onSubmit={submit}>
        <p>
          {secrets.length === 0
            ? t`The webhook gets a new signing secret. For 24 hours, requests are signed with the previous one too, so that your endpoint can change in between.`
            : t`The connector uses the new secrets from the next delivery on. If the receiver rejects them, events wait.`}
        </p>
        <Fields
          fields={secrets}
          texts={draft.secrets}
          onChange={(texts) => setDraft({ ...draft, secrets: texts })}
          isSecret
        />
        <ErrorNotice error={error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isPending}>
            <Trans>Replace</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
