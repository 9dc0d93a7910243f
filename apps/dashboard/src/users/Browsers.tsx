import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { describeBrowser } from '../common/browsers/describe.ts'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { ConfirmedCall } from '../ui/ConfirmedCall.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Time } from '../ui/Time.tsx'
import { type BrowserSession, browserSessionsQuery } from './access-queries.ts'

type Props = { id: string; userId: string }

/** The browsers in which a user is signed in at the hosted pages; nothing if there are none. */
export function Browsers({ id, userId }: Props) {
  const { data } = useSuspenseQuery(browserSessionsQuery(id, userId))
  const canChange = useHasRole('developer', id)
  const [ended, setEnded] = useState<BrowserSession>()
  if (data.length === 0) return null
  return (
    <Card title="Signed-in browsers" description="Where the user needs no passkey to open another program." flush>
      <DataTable
        label="Signed-in browsers"
        columns={listColumns(canChange ? setEnded : undefined)}
        rows={data}
        getKey={(session) => session.id}
      />
      {ended && (
        <ConfirmedCall
          title={`Sign out ${describeBrowser(ended.userAgent)}?`}
          action="Sign out"
          isDangerous={false}
          send={() => call('browserSessionEnd', { params: { id, userId, sessionId: ended.id } })}
          changed={browserSessionsQuery(id, userId)}
          done={`Signed out ${describeBrowser(ended.userAgent)}`}
          onClose={() => setEnded(undefined)}
        >
          The user must sign in again in that browser. Programs with back-channel logout end their sessions, too.
        </ConfirmedCall>
      )}
    </Card>
  )
}

const listColumns = (onEnd: ((session: BrowserSession) => void) | undefined): Column<BrowserSession>[] => [
  { id: 'browser', header: 'Browser', cell: ({ row }) => describeBrowser(row.original.userAgent) },
  { id: 'address', header: 'Address', cell: ({ row }) => <code>{row.original.address ?? '–'}</code> },
  { id: 'authenticatedAt', header: 'Signed in', cell: ({ row }) => <Time at={row.original.authenticatedAt} /> },
  { id: 'lastUsedAt', header: 'Last used', cell: ({ row }) => <Time at={row.original.lastUsedAt} /> },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      onEnd && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Sign out ${describeBrowser(original.userAgent)}`}
          onClick={() => onEnd(original)}
        >
          Sign out
        </Button>
      ),
  },
]
