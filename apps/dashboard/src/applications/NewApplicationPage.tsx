import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { Card } from '../ui/Card.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Page } from '../ui/Page.tsx'
import { proposeId } from '../ui/propose-id.ts'
import { showSuccess } from '../ui/toast.tsx'
import styles from './NewApplicationPage.module.css'
import { type Proposal, proposeFor } from './propose.ts'

/** Creates an application from its name and its website. */
export function NewApplicationPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`New application`}
      description={t`One website or product whose users sign in with passkeys.`}
      parent={{ title: t`Applications`, to: '/' }}
    >
      <NewApplication />
    </Page>
  )
}

type Draft = { name: string; website: string; id?: string; rpId?: string }

function NewApplication() {
  const { t } = useLingui()
  const [draft, setDraft] = useState<Draft>({ name: '', website: '' })
  const proposal = proposeFor(draft.website)
  const id = draft.id ?? proposeId(draft.name)
  const rpId = draft.rpId ?? proposal?.rpId ?? ''
  const { mutate, isPending, error } = useCreation()
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (proposal) mutate({ id, name: draft.name.trim(), rpId, origins: proposal.origins })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Card>
        <div className={styles.fields}>
          <TextInput
            label={t`Name`}
            description={t`Users see this name in their browser’s dialogs.`}
            placeholder={t`Shop`}
            required
            maxLength={128}
            data-autofocus
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <TextInput
            label={t`Website`}
            description={t`The address of the pages where users sign in. For development, use localhost with the port of your page.`}
            placeholder={t`https://shop.example.com or localhost:3000`}
            required
            value={draft.website}
            error={draft.website.length > 3 && !proposal && t`Enter a domain over https, or localhost`}
            onChange={({ target }) => change({ website: target.value })}
          />
        </div>
      </Card>
      {proposal && <Explanation draft={draft} proposal={proposal} proposed={{ id, rpId }} onChange={change} />}
      <ErrorNotice error={error} />
      <DialogActions>
        <Button variant="default" component={Link} to="/">
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={isPending} disabled={!proposal || id === ''}>
          <Trans>Create application</Trans>
        </Button>
      </DialogActions>
    </form>
  )
}

type NewOne = { id: string; name: string; rpId: string; origins: string[] }

function useCreation() {
  const { t } = useLingui()
  const go = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NewOne) => call('applicationCreate', { body }),
    onSuccess: async ({ id, name }) => {
      await queries.invalidateQueries({ queryKey: ['applications'] })
      showSuccess(t`Created ${name}`)
      await go(`/applications/${id}`)
    },
    meta: { quiet: true },
  })
}

type ExplanationProps = {
  draft: Draft
  proposal: Proposal
  proposed: { id: string; rpId: string }
  onChange: (part: Partial<Draft>) => void
}

/** The values that follow from the website, with the reason for each. */
function Explanation({ proposal, proposed, onChange }: ExplanationProps) {
  const { t } = useLingui()
  return (
    <Card
      title={t`Proposed settings`}
      description={t`Derived from the website. The ID can’t be changed later. Changing the RP ID disables every existing passkey.`}
    >
      <div className={styles.fields}>
        <TextInput
          label={t`RP ID`}
          description={
            proposal.isDevelopment
              ? t`Passkeys for localhost work on this computer only. Create another application for production.`
              : t`Passkeys are bound to this domain and work on all of its subdomains. With a parent domain, they work on more of your sites.`
          }
          required
          value={proposed.rpId}
          onChange={({ target }) => onChange({ rpId: target.value })}
        />
        <div>
          <p className={styles.label}>
            <Trans>Origins</Trans>
          </p>
          <p className={styles.hint}>
            <Trans>Only pages on exactly these origins can use the passkeys. You can add more later.</Trans>
          </p>
          <ul className={styles.origins}>
            {proposal.origins.map((origin) => (
              <li key={origin}>
                <code>{origin}</code>
              </li>
            ))}
          </ul>
        </div>
        <TextInput
          label={t`ID`}
          description={t`Part of the API address. Lowercase letters, digits, and hyphens.`}
          required
          maxLength={63}
          value={proposed.id}
          onChange={({ target }) => onChange({ id: target.value })}
        />
      </div>
    </Card>
  )
}
