import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConnectorType } from '@thumbturn/contract/vocabulary/connectors.ts'
import { type FormEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type CallResult, call } from '../api/call.ts'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { Card } from '../ui/Card.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import styles from './Connectors.module.css'
import { createDraft, type Draft, readFilter, readSecrets, readTarget } from './draft.ts'
import { Fields, FilterFields } from './Fields.tsx'
import { kinds } from './kinds.ts'
import { connectorPath, connectorsPath } from './queries.ts'
import { SigningSecret } from './SigningSecret.tsx'

/** Adds a connector: first its type, then where it sends events. */
export function NewConnectorPage() {
  const { t, i18n } = useLingui()
  const { applicationId = '' } = useParams()
  const [draft, setDraft] = useState<Draft>()
  return (
    <ApplicationPage
      title={draft ? t`New connector: ${{ kind: i18n._(kinds[draft.type].title) }}` : t`New connector`}
      description={draft ? i18n._(kinds[draft.type].description) : t`Where should the events go?`}
      id={applicationId}
      section={{ title: t`Connectors`, to: connectorsPath(applicationId) }}
    >
      {draft ? (
        <NewConnector id={applicationId} draft={draft} onChange={setDraft} onBack={() => setDraft(undefined)} />
      ) : (
        <Kinds onPick={(type) => setDraft(createDraft(type))} />
      )}
    </ApplicationPage>
  )
}

function Kinds({ onPick }: { onPick: (type: ConnectorType) => void }) {
  const { i18n } = useLingui()
  return (
    <div className={styles.kinds}>
      {Object.entries(kinds).map(([type, { icon: Icon, title, description }]) => (
        <UnstyledButton key={type} className={styles.kind} onClick={() => onPick(type as ConnectorType)}>
          <Icon className={styles.icon} size={24} stroke={1.6} aria-hidden="true" />
          <span>
            <strong>{i18n._(title)}</strong>
            <span>{i18n._(description)}</span>
          </span>
        </UnstyledButton>
      ))}
    </div>
  )
}

type FormProps = { id: string; draft: Draft; onChange: (draft: Draft) => void; onBack: () => void }

function NewConnector({ id, draft, onChange, onBack }: FormProps) {
  const { t } = useLingui()
  const [created, setCreated] = useState<CallResult<'connectorCreate'>>()
  const { mutate, isPending, error } = useCreation(id, draft, setCreated)
  const go = useNavigate()
  const { target, secrets } = kinds[draft.type]
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Card title={t`Receiver`}>
        <div className={styles.fields}>
          <TextInput
            label={t`Name`}
            description={t`A name to find the connector by.`}
            required
            maxLength={64}
            value={draft.name}
            onChange={({ target: { value } }) => change({ name: value })}
          />
          <Fields fields={target} texts={draft.target} onChange={(texts) => change({ target: texts })} />
        </div>
      </Card>
      {secrets.length > 0 && (
        <Card title={t`Secrets`} description={t`The service encrypts them and never shows them again.`}>
          <div className={styles.fields}>
            <Fields fields={secrets} texts={draft.secrets} onChange={(texts) => change({ secrets: texts })} isSecret />
          </div>
        </Card>
      )}
      <Card
        title={t`Events`}
        description={t`The connector sends events from now on. Without a filter, it sends all of them.`}
      >
        <div className={styles.fields}>
          <FilterFields filter={draft.filter} onChange={(filter) => change({ filter })} />
        </div>
      </Card>
      <ErrorNotice error={error} />
      <DialogActions>
        <Button variant="default" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button type="submit" loading={isPending}>
          <Trans>Create connector</Trans>
        </Button>
      </DialogActions>
      {created?.signingSecret && (
        <SigningSecret secret={created.signingSecret} onClose={() => go(connectorPath(id, created.id))} />
      )}
    </form>
  )
}

function useCreation(id: string, draft: Draft, onCreated: (connector: CallResult<'connectorCreate'>) => void) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const go = useNavigate()
  return useMutation({
    mutationFn: () =>
      call('connectorCreate', {
        params: { id },
        body: {
          name: draft.name.trim(),
          target: readTarget(draft),
          filter: readFilter(draft),
          secrets: readSecrets(draft),
        },
      }),
    onSuccess: async (connector) => {
      await queries.invalidateQueries({ queryKey: ['applications', id, 'connectors'] })
      showSuccess(t({ message: `Created ${{ name: connector.name }}`, context: 'connector' }))
      onCreated(connector)
      if (connector.signingSecret === undefined) await go(connectorPath(id, connector.id))
    },
    meta: { quiet: true },
  })
}
