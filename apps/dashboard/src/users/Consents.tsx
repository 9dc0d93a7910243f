import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { ConfirmedCall } from '../ui/ConfirmedCall.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Time } from '../ui/Time.tsx'
import { formatDay } from '../ui/times.ts'
import { type Consent, consentsQuery } from './access-queries.ts'
import styles from './Users.module.css'

type Props = { id: string; userId: string }

/** The programs that a user allowed to read their account; nothing if there are none. */
export function Consents({ id, userId }: Props) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(consentsQuery(id, userId))
  const canChange = useHasRole('developer', id)
  const [revoked, setRevoked] = useState<Consent>()
  if (data.length === 0) return null
  return (
    <Card
      title={t`Programs with access`}
      description={t`OpenID clients that the user allowed to read their account.`}
      flush
    >
      <DataTable
        label={t`Programs with access`}
        columns={listColumns(canChange ? setRevoked : undefined)}
        rows={data}
        getKey={(consent) => consent.clientId}
      />
      {revoked && (
        <ConfirmedCall
          title={t`Revoke the access of ${{ clientName: revoked.clientName }}?`}
          action={t({ message: 'Revoke', context: 'access' })}
          send={() => call('consentRevoke', { params: { id, userId, clientId: revoked.clientId } })}
          changed={consentsQuery(id, userId)}
          done={t`Revoked the access of ${{ clientName: revoked.clientName }}`}
          onClose={() => setRevoked(undefined)}
        >
          <Trans>
            Its refresh tokens for this user stop working immediately. {{ clientName: revoked.clientName }} must ask the
            user again at the next sign-in.
          </Trans>
        </ConfirmedCall>
      )}
    </Card>
  )
}

const listColumns = (onRevoke: ((consent: Consent) => void) | undefined): Column<Consent>[] => [
  { id: 'name', header: i18n._(msg`Program`), cell: ({ row }) => <ProgramName consent={row.original} /> },
  {
    id: 'scopes',
    header: i18n._(msg({ message: 'Scopes', context: 'OpenID' })),
    cell: ({ row }) => (
      <span className={styles.scopes}>
        {listScopes(row.original).map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </span>
    ),
  },
  {
    id: 'grantedAt',
    header: i18n._(msg({ message: 'Allowed', context: 'time' })),
    cell: ({ row }) => <Time at={row.original.grantedAt} />,
  },
  {
    id: 'lastUsedAt',
    header: i18n._(msg`Last used`),
    cell: ({ row: { original } }) => (original.lastUsedAt ? formatDay(original.lastUsedAt) : <Trans>Not yet</Trans>),
  },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      onRevoke && (
        <Button
          variant="default"
          size="xs"
          aria-label={i18n._(msg`Revoke the access of ${{ clientName: original.clientName }}`)}
          onClick={() => onRevoke(original)}
        >
          <Trans context="access">Revoke</Trans>
        </Button>
      ),
  },
]

/** A program that no member registered is known by its host: the name that it gives itself proves nothing. */
function ProgramName({ consent: { clientName, claimedName } }: { consent: Consent }) {
  return (
    <>
      <strong>{clientName}</strong>
      {claimedName && (
        <Text size="xs" c="dimmed">
          <Trans>Calls itself “{claimedName}”. Not registered here.</Trans>
        </Text>
      )}
    </>
  )
}

/** Those of OpenID Connect, and those of protected APIs, which can have the same names. */
const listScopes = ({ scopes, resourceScopes }: Consent) => [
  ...new Set([...scopes, ...Object.values(resourceScopes).flat()]),
]
