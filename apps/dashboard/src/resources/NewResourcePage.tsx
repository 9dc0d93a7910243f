import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { call } from '../api/call.ts'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { Card } from '../ui/Card.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { type Draft, findUriProblem, isComplete, readScopes } from './draft.ts'
import { resourcePath, resourcesPath, resourcesQuery } from './queries.ts'
import { ResourceFields } from './ResourceFields.tsx'
import styles from './Resources.module.css'

/** Adds an API: where it is, what it is called, and what programs can do there. */
export function NewResourcePage() {
  const { t } = useLingui()
  const { applicationId: id = '' } = useParams()
  return (
    <ApplicationPage
      id={id}
      title={t`New protected API`}
      description={t`Describe the API as users and programs know it.`}
      section={{ title: t`Protected APIs`, to: resourcesPath(id) }}
    >
      <NewResourceForm id={id} />
    </ApplicationPage>
  )
}

function NewResourceForm({ id }: { id: string }) {
  const { t } = useLingui()
  const [uri, setUri] = useState('')
  const [draft, setDraft] = useState<Draft>({ name: '', scopes: [], allowedGroups: [] })
  const { mutate, isPending, error } = useCreation(id, uri, draft)
  const problem = findUriProblem(uri)
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Card>
        <div className={styles.fields}>
          <TextInput
            label={t`URI`}
            description={t`The address that programs connect to, with its path. Tokens name it as their audience, so it can’t be changed.`}
            placeholder="https://mcp.example.com/files"
            required
            autoFocus
            maxLength={500}
            value={uri}
            error={problem}
            onChange={({ target }) => setUri(target.value)}
          />
          <ResourceFields id={id} draft={draft} change={(part) => setDraft({ ...draft, ...part })} />
        </div>
      </Card>
      <ErrorNotice error={error} />
      <DialogActions>
        <Button variant="default" component={Link} to={resourcesPath(id)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          type="submit"
          loading={isPending}
          disabled={uri.trim() === '' || problem !== undefined || !isComplete(draft)}
        >
          <Trans>Add API</Trans>
        </Button>
      </DialogActions>
    </form>
  )
}

function useCreation(id: string, uri: string, { name, scopes, allowedGroups }: Draft) {
  const queries = useQueryClient()
  const go = useNavigate()
  const body = { uri: uri.trim(), name: name.trim(), scopes: readScopes(scopes), allowedGroups: [...allowedGroups] }
  return useMutation({
    mutationFn: () => call('resourceCreate', { params: { id }, body }),
    onSuccess: async (created) => {
      await queries.invalidateQueries({ ...resourcesQuery(id), refetchType: 'all' })
      await go(resourcePath(id, created.uri))
    },
    meta: { quiet: true },
  })
}
