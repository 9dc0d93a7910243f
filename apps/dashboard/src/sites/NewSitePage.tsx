import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { call } from '../api/call.ts'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { applicationChecksQuery } from '../common/checks/queries.ts'
import { Card } from '../ui/Card.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { type Draft, isComplete, newDraft, toPatch } from './draft.ts'
import { proposeName } from './host.ts'
import { sitePath, sitesPath, sitesQuery } from './queries.ts'
import { AccessFields, AddressFields } from './SiteFields.tsx'
import styles from './Sites.module.css'

/** Protects a site: where it is, and who gets in. */
export function NewSitePage() {
  const { t } = useLingui()
  const { applicationId: id = '' } = useParams()
  return (
    <ApplicationPage
      id={id}
      title={t`New protected site`}
      description={t`Which web application is behind the proxy, and who gets in? The settings for the proxy come next.`}
      section={{ title: t`Protected sites`, to: sitesPath(id) }}
    >
      <NewSiteForm id={id} />
    </ApplicationPage>
  )
}

/** The name follows the host until the member writes another one. */
type Form = typeof newDraft & { name?: string }

function NewSiteForm({ id }: { id: string }) {
  const { t } = useLingui()
  const [form, setForm] = useState<Form>(newDraft)
  const draft = { ...form, name: form.name ?? proposeName(form.host) }
  const change = (part: Partial<Draft>) => setForm({ ...form, ...part })
  const { mutate, isPending, error } = useCreation(id, draft)
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Card title={t`Site`}>
        <AddressFields draft={draft} change={change} autoFocus />
      </Card>
      <Card title={t`Access`} description={t`You can change all of this later.`}>
        <AccessFields id={id} draft={draft} change={change} />
      </Card>
      <ErrorNotice error={error} />
      <DialogActions>
        <Button variant="default" component={Link} to={sitesPath(id)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={isPending} disabled={!isComplete(draft)}>
          <Trans>Protect site</Trans>
        </Button>
      </DialogActions>
    </form>
  )
}

function useCreation(id: string, draft: Pick<Draft, 'host' | 'name' | 'rules' | 'allowedGroups'>) {
  const queries = useQueryClient()
  const go = useNavigate()
  return useMutation({
    mutationFn: () => {
      const { host = '', name = '', ...others } = toPatch(draft)
      return call('protectedSiteCreate', { params: { id }, body: { host, name, ...others } })
    },
    onSuccess: async (created) => {
      await queries.invalidateQueries({ ...sitesQuery(id), refetchType: 'all' })
      await queries.invalidateQueries(applicationChecksQuery(id))
      await go(sitePath(id, created.id))
    },
    meta: { quiet: true },
  })
}
