import { Button, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { ConfirmedCall } from '../ui/ConfirmedCall.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Time } from '../ui/Time.tsx'
import { type Consent, consentsQuery } from './access-queries.ts'
import styles from './Users.module.css'

type Props = { id: string; userId: string }

/** The programs that a user allowed to read their account; nothing if there are none. */
export function Consents({ id, userId }: Props) {
  const { data } = useSuspenseQuery(consentsQuery(id, userId))
  const canChange = useHasRole('developer', id)
  const [revoked, setRevoked] = useState<Consent>()
  if (data.length === 0) return null
  return (
    <Card title="Programs with access" description="OpenID clients that the user allowed to read their account." flush>
      <DataTable
        label="Programs with access"
        columns={listColumns(canChange ? setRevoked : undefined)}
        rows={data}
        getKey={(consent) => consent.clientId}
      />
      {revoked && (
        <ConfirmedCall
          title={`Revoke the access of ${revoked.clientName}?`}
          action="Revoke"
          send={() => call('consentRevoke', { params: { id, userId, clientId: revoked.clientId } })}
          changed={consentsQuery(id, userId)}
          done={`Revoked the access of ${revoked.clientName}`}
          onClose={() => setRevoked(undefined)}
        >
          Its refresh tokens for this user stop working immediately. {revoked.clientName} must ask the user again at the
          next sign-in.
        </ConfirmedCall>
      )}
    </Card>
  )
}

const listColumns = (onRevoke: ((consent: Consent) => void) | undefined): Column<Consent>[] => [
  { id: 'name', header: 'Program', cell: ({ row }) => <ProgramName consent={row.original} /> },
  {
    id: 'scopes',
    header: 'Scopes',
    cell: ({ row }) => (
      <span className={styles.scopes}>
        {listScopes(row.original).map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </span>
    ),
  },
  { id: 'grantedAt', header: 'Allowed', cell: ({ row }) => <Time at={row.original.grantedAt} /> },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      onRevoke && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Revoke the access of ${original.clientName}`}
          onClick={() => onRevoke(original)}
        >
          Revoke
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
          Calls itself “{claimedName}”. Not registered here.
        </Text>
      )}
    </>
  )
}

/** Those of OpenID Connect, and those of protected APIs, which can have the same names. */
const listScopes = ({ scopes, resourceScopes }: Consent) => [
  ...new Set([...scopes, ...Object.values(resourceScopes).flat()]),
]
