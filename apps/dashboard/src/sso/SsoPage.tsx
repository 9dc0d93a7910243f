import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLogin2, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Page } from '../ui/Page.tsx'
import { showFailure, showSuccess } from '../ui/toast.tsx'
import { ProviderDialog } from './ProviderDialog.tsx'
import { type SsoProvider, ssoProvidersQuery } from './queries.ts'
import styles from './Sso.module.css'

/** The OpenID providers that members can sign in with. */
export function SsoPage() {
  const { t } = useLingui()
  const [edited, setEdited] = useState<SsoProvider | 'new'>()
  // The empty state has the button.
  const { data: isEmpty } = useQuery({ ...ssoProvidersQuery, select: ({ length }) => length === 0 })
  return (
    <Page
      title={t`Single sign-on`}
      description={t`Members sign in to this dashboard with your identity provider. New members wait until an owner or a role mapping gives them a role.`}
      actions={isEmpty === false && <AddButton onClick={() => setEdited('new')} />}
    >
      <Providers onEdit={setEdited} />
      {edited && (
        <ProviderDialog provider={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  )
}

const AddButton = ({ onClick }: { onClick: () => void }) => (
  <Button leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />} onClick={onClick}>
    <Trans>Add provider</Trans>
  </Button>
)

function Providers({ onEdit }: { onEdit: (provider: SsoProvider | 'new') => void }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(ssoProvidersQuery)
  if (data.length === 0)
    return (
      <Card>
        <EmptyState
          icon={IconLogin2}
          title={t`No identity provider yet`}
          actions={<AddButton onClick={() => onEdit('new')} />}
        >
          <Trans>
            Add Okta, Microsoft Entra ID, Google, Keycloak, or any other OpenID provider. Owners can always sign in with
            their passkey.
          </Trans>
        </EmptyState>
      </Card>
    )
  return (
    <Card flush>
      <DataTable label={t`Providers`} columns={listColumns(onEdit)} rows={data} getKey={({ id }) => id} />
    </Card>
  )
}

const listColumns = (onEdit: (provider: SsoProvider) => void): Column<SsoProvider>[] => [
  {
    id: 'name',
    header: i18n._(msg`Provider`),
    cell: ({ row: { original } }) => (
      <span className={styles.provider}>
        <strong>{original.name}</strong>
        <small>{original.discoveryUrl}</small>
      </span>
    ),
  },
  {
    id: 'domains',
    header: i18n._(msg`Enforced for`),
    cell: ({ row }) => row.original.enforcedDomains.join(', ') || '–',
  },
  {
    id: 'roles',
    header: i18n._(msg`Roles`),
    cell: ({ row: { original } }) =>
      original.roleMappings.length > 0 ? (
        <Badge>
          <Trans>From “{{ claim: original.roleClaim ?? '' }}”</Trans>
        </Badge>
      ) : (
        i18n._(msg`Granted by owners`)
      ),
  },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) => (
      <span className={styles.actions}>
        <TestButton provider={original} />
        <Button
          variant="default"
          size="xs"
          aria-label={i18n._(msg`Change ${{ provider: original.name }}`)}
          onClick={() => onEdit(original)}
        >
          <Trans>Change</Trans>
        </Button>
      </span>
    ),
  },
]

function TestButton({ provider: { id, name } }: { provider: SsoProvider }) {
  const { t } = useLingui()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('ssoProviderTest', { params: { id } }),
    onSuccess: ({ outcome, reason }) =>
      outcome === 'good'
        ? showSuccess(t`The configuration and keys of ${name} can be read`)
        : showFailure(Object.assign(new Error(), { userMessage: reason ?? t`${name} can’t be used` })),
  })
  return (
    <Button variant="default" size="xs" loading={isPending} aria-label={t`Test ${name}`} onClick={() => mutate()}>
      <Trans>Test</Trans>
    </Button>
  )
}
