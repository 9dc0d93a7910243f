import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ClaimNames, standardClaims } from '@thumbturn/contract/vocabulary/sso.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { proposeId } from '../ui/propose-id.ts'
import { showSuccess } from '../ui/toast.tsx'
import { MappingsField } from './MappingsField.tsx'
import { type SsoProvider, ssoProvidersQuery } from './queries.ts'
import styles from './Sso.module.css'

type Props = { provider: SsoProvider | undefined; onClose: () => void }

const emptyDraft = {
  name: '',
  clientId: '',
  clientSecret: '',
  discoveryUrl: '',
  domains: '',
  trustsEmails: false,
  ownsDirectory: false,
  scopes: '',
  claims: {} as SsoProvider['claims'],
  roleClaim: '',
  roleMappings: [] as SsoProvider['roleMappings'],
}

type Draft = typeof emptyDraft

const toDraft = (provider: SsoProvider | undefined): Draft =>
  provider === undefined
    ? emptyDraft
    : {
        ...emptyDraft,
        ...provider,
        domains: provider.enforcedDomains.join(', '),
        scopes: provider.scopes.join(' '),
        roleClaim: provider.roleClaim ?? '',
      }

/** Adds a provider, or changes or deletes one. */
export function ProviderDialog({ provider, onClose }: Props) {
  const { t } = useLingui()
  const [draft, setDraft] = useState(() => toDraft(provider))
  const [isDeleting, setIsDeleting] = useState(false)
  const id = provider?.id ?? proposeId(draft.name.slice(0, 40))
  const { mutate, isPending, error } = useSaving(provider, { id, draft, onClose })
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  if (isDeleting && provider) return <DeleteDialog provider={provider} onClose={onClose} />
  const otherAction = provider && (
    <Button variant="subtle" color="red" className={styles.remove} onClick={() => setIsDeleting(true)}>
      <Trans>Delete provider</Trans>
    </Button>
  )
  return (
    <FormDialog
      title={provider?.name ?? t`Add an identity provider`}
      size="lg"
      action={provider ? t`Save` : t`Add provider`}
      isPending={isPending}
      isDisabled={id === ''}
      error={error}
      otherAction={otherAction}
      onSubmit={mutate}
      onClose={onClose}
    >
      <Connection draft={draft} id={id} isKnown={provider !== undefined} onChange={change} />
      <Members draft={draft} onChange={change} />
      <Vocabulary draft={draft} onChange={change} />
    </FormDialog>
  )
}

type FieldsProps = { draft: Draft; onChange: (part: Partial<Draft>) => void }

function Connection({ draft, id, isKnown, onChange }: FieldsProps & { id: string; isKnown: boolean }) {
  const { t } = useLingui()
  const base = location.origin
  return (
    <>
      <TextInput
        label={t`Provider name`}
        description={t`The sign-in page shows “Continue with …”.`}
        placeholder="Okta"
        required
        maxLength={64}
        data-autofocus
        value={draft.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Address label={t`Redirect URI`} text={id && `${base}/dashboard/sso/${id}`} />
      <TextInput
        label={t`Client ID`}
        required
        maxLength={256}
        autoComplete="off"
        value={draft.clientId}
        onChange={({ target }) => onChange({ clientId: target.value })}
      />
      <TextInput
        type="password"
        label={t`Client secret`}
        description={isKnown ? t`Kept encrypted and never shown. Leave it empty to keep the current one.` : undefined}
        required={!isKnown}
        maxLength={1024}
        autoComplete="new-password"
        value={draft.clientSecret}
        onChange={({ target }) => onChange({ clientSecret: target.value })}
      />
      <TextInput
        label={t`Discovery base URL`}
        description={
          isKnown
            ? t`The issuer. It can’t change: to use another one, delete the provider and add it again.`
            : t`The issuer, without /.well-known/openid-configuration.`
        }
        placeholder="https://example.okta.com"
        required
        readOnly={isKnown}
        maxLength={1024}
        value={draft.discoveryUrl}
        onChange={({ target }) => onChange({ discoveryUrl: target.value })}
      />
      <Address
        label={t`Back-channel logout URI`}
        text={id && `${base}/admin/v1/sso-providers/${id}/back-channel-logout`}
        hint={t`Optional. Sessions end here as soon as they end at the provider.`}
      />
    </>
  )
}

function Members({ draft, onChange }: FieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        label={t`Enforced email domains`}
        description={t`Members in these domains can sign in only here, except owners of the installation. Separate domains with commas.`}
        placeholder="example.com"
        value={draft.domains}
        onChange={({ target }) => onChange({ domains: target.value })}
      />
      <Switch
        label={t`Trust email addresses of this provider`}
        description={t`For providers that don’t send email_verified, and whose users can’t choose their address.`}
        checked={draft.trustsEmails}
        onChange={({ target }) => onChange({ trustsEmails: target.checked })}
      />
      <Switch
        label={t`The directory belongs to this provider`}
        description={t`Links its accounts to the members whom the directory provisions, when they first sign in.`}
        checked={draft.ownsDirectory}
        onChange={({ target }) => onChange({ ownsDirectory: target.checked })}
      />
      <MappingsField
        claim={draft.roleClaim}
        mappings={draft.roleMappings}
        onChange={(roleClaim, roleMappings) => onChange({ roleClaim, roleMappings })}
      />
    </>
  )
}

const claimLabels: Readonly<Record<keyof ClaimNames, MessageDescriptor>> = {
  email: msg`Email address claim`,
  emailVerified: msg`Email verification claim`,
  name: msg`Name claim`,
  username: msg`Username claim`,
  externalId: msg`Directory ID claim`,
}

/** The provider's names for things; most use the standard names. */
function Vocabulary({ draft: { scopes, claims }, onChange }: FieldsProps) {
  const { t } = useLingui()
  const [isOpen] = useState(scopes !== '' || Object.keys(claims).length > 0)
  return (
    <details className={styles.vocabulary} open={isOpen}>
      <summary>
        <Trans>Scopes and claims</Trans>
      </summary>
      <div>
        <TextInput
          label={t`Scopes`}
          description={t`Separate scopes with spaces. Empty: email, profile, and, if the provider lists it and a claim gives roles, groups.`}
          placeholder="email profile"
          value={scopes}
          onChange={({ target }) => onChange({ scopes: target.value })}
        />
        {(Object.keys(claimLabels) as (keyof ClaimNames)[]).map((name) => (
          <TextInput
            key={name}
            label={t(claimLabels[name])}
            placeholder={standardClaims[name]}
            maxLength={256}
            value={claims[name] ?? ''}
            onChange={({ target }) => onChange({ claims: { ...claims, [name]: target.value } })}
          />
        ))}
      </div>
    </details>
  )
}

function Address({ label, text, hint }: { label: string; text: string; hint?: string }) {
  const { t } = useLingui()
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <div className={styles.address}>
        <code>{text || t`Enter a name first`}</code>
        {text && <CopyButton text={text} what={label} />}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  )
}

const splitList = (text: string) => text.split(/[\s,]+/).filter((item) => item !== '')

type Saving = { id: string; draft: Draft; onClose: () => void }

function useSaving(provider: SsoProvider | undefined, { id, draft, onClose }: Saving) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { clientSecret, domains, scopes, ...fields } = draft
  const { name, clientId, discoveryUrl, trustsEmails, ownsDirectory, claims, roleClaim, roleMappings } = fields
  const lists = { enforcedDomains: splitList(domains), scopes: splitList(scopes) }
  const shared = {
    name,
    clientId,
    discoveryUrl,
    trustsEmails,
    ownsDirectory,
    claims,
    roleClaim,
    roleMappings,
    ...lists,
  }
  const secret = clientSecret === '' ? {} : { clientSecret }
  return useMutation({
    mutationFn: () =>
      provider === undefined
        ? call('ssoProviderCreate', { body: { id, clientSecret, ...shared } })
        : call('ssoProviderChange', { params: { id }, body: { ...shared, ...secret } }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries(ssoProvidersQuery)
      await queries.invalidateQueries({ queryKey: ['sso-options'] })
      showSuccess(provider === undefined ? t`Added ${name}` : t`Changed ${name}`)
    },
    meta: { quiet: true },
  })
}

function DeleteDialog({ provider: { id, name }, onClose }: { provider: SsoProvider; onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('ssoProviderDelete', { params: { id } }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries(ssoProvidersQuery)
      showSuccess(t`Deleted ${name}`)
    },
  })
  return (
    <ConfirmDialog
      title={t`Delete ${name}?`}
      action={t`Delete provider`}
      isPending={isPending}
      onConfirm={mutate}
      onClose={onClose}
    >
      <Trans>
        Sessions that started there end immediately, and the links to its accounts are removed. Its members keep their
        roles, but need another way to sign in.
      </Trans>
    </ConfirmDialog>
  )
}
