import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeClient } from '@thumbturn/examples/openid/fill.ts'
import { type FormEvent, type ReactNode, useId } from 'react'
import { call } from '../api/call.ts'
import { GroupsPicker } from '../common/groups/GroupsPicker.tsx'
import { Card } from '../ui/Card.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { TextList } from '../ui/TextList.tsx'
import styles from './Clients.module.css'
import { type Draft, type NewClient, needsRedirectUri, toRequest } from './draft.ts'
import { parseOrigin } from './match-program.ts'
import { clientsQuery } from './queries.ts'

type Part = { draft: Draft; change: (part: Partial<Draft>) => void }

type Props = {
  id: string
  draft: Draft
  onChange: (draft: Draft) => void
  onCreated: (created: NewClient) => void
  onBack: () => void
}

/** Asks where the program is, and who can sign in to it. */
export function NewClientForm({ id, draft, onChange, onCreated, onBack }: Props) {
  const { t } = useLingui()
  const { mutate, isPending, error } = useCreation(id, draft, onCreated)
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  const hasUsers = draft.type !== 'machine'
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Card title={t`Program`}>
        <div className={styles.fields}>
          {draft.program ? <Address draft={draft} change={change} /> : <Redirects draft={draft} change={change} />}
          <TextInput
            label={t`Name`}
            description={hasUsers ? t`Users see this name when they sign in.` : t`A name to find the client by.`}
            required
            maxLength={64}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </div>
      </Card>
      {hasUsers && <Access id={id} draft={draft} change={change} />}
      <ErrorNotice error={error} />
      <DialogActions>
        <Button variant="default" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button type="submit" loading={isPending} disabled={!isComplete(draft)}>
          <Trans>Create client</Trans>
        </Button>
      </DialogActions>
    </form>
  )
}

function isComplete({ program, type, name, address, redirectUris }: Draft): boolean {
  const hasPlace = program ? parseOrigin(address) !== undefined : !needsRedirectUri(type) || redirectUris.length > 0
  return hasPlace && name.trim() !== ''
}

/** The address of a program that is known, from which its redirect URIs follow. */
function Address({ draft: { program, address }, change }: Part) {
  const { t } = useLingui()
  const origin = parseOrigin(address)
  const { redirectUris = [] } = program && origin !== undefined ? describeClient(program, origin) : {}
  return (
    <div>
      <TextInput
        label={program?.isPart ? t`Address of the site` : t`Address of ${{ program: program?.name }}`}
        required
        placeholder={program?.origin}
        value={address}
        error={address.trim() !== '' && origin === undefined && t`Enter an address such as https://www.example.com`}
        onChange={({ target }) => change({ address: target.value })}
      />
      {redirectUris.length > 0 && (
        <div className={styles.derived}>
          <Trans>Users return to</Trans>
          <ul>
            {redirectUris.map((uri) => (
              <li key={uri}>
                <code>{uri}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Redirects({ draft: { type, redirectUris }, change }: Part) {
  const { t } = useLingui()
  if (!needsRedirectUri(type)) return null
  return (
    <Labeled
      label={t`Redirect URIs`}
      hint={t`Where users return to after sign-in. The program’s documentation names them; each must match exactly.`}
    >
      <TextList
        noun={t`redirect URI`}
        values={redirectUris}
        onChange={(uris) => change({ redirectUris: uris })}
        placeholder={type === 'native' ? 'com.example.app:/callback' : 'https://www.example.com/callback'}
      />
    </Labeled>
  )
}

function Access({ id, draft: { allowedGroups, isOwn }, change }: Part & { id: string }) {
  const { t } = useLingui()
  return (
    <Card title={t`Access`}>
      <div className={styles.fields}>
        <GroupsPicker
          id={id}
          label={t`Allowed groups`}
          description={t`Only members of one of these groups can sign in. Without any, every user can.`}
          placeholder={allowedGroups.length === 0 ? t`Every user` : ''}
          value={allowedGroups}
          onChange={(groups) => change({ allowedGroups: groups })}
        />
        <Checkbox
          label={t`This is our own program`}
          description={t`Users aren’t asked whether the program can read their account.`}
          checked={isOwn}
          onChange={({ currentTarget }) => change({ isOwn: currentTarget.checked })}
        />
      </div>
    </Card>
  )
}

function Labeled({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have another look
    <div role="group" aria-labelledby={id}>
      <p className={styles.label} id={id}>
        {label}
      </p>
      <p className={styles.hint}>{hint}</p>
      {children}
    </div>
  )
}

function useCreation(id: string, draft: Draft, onCreated: (created: NewClient) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('openidClientCreate', { params: { id }, body: toRequest(draft) }),
    onSuccess: async (created) => {
      onCreated(created)
      // The page of the client reads the list, which isn't shown now.
      await queries.invalidateQueries({ ...clientsQuery(id), refetchType: 'all' })
    },
    meta: { quiet: true },
  })
}
