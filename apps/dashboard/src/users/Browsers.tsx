import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const { data } = useSuspenseQuery(browserSessionsQuery(id, userId))
  const canChange = useHasRole('developer', id)
  const [ended, setEnded] = useState<BrowserSession>()
  if (data.length === 0) return null
  return (
    <Card title={t`Signed-in browsers`} description={t`Where the user needs no passkey to open another program.`} flush>
      <DataTable
        label={t`Signed-in browsers`}
        columns={listColumns(canChange ? setEnded : undefined)}
        rows={data}
        getKey={(session) => session.id}
      />
      {ended && (
        <ConfirmedCall
          title={t`Sign out ${{ browser: describeBrowser(ended.userAgent) }}?`}
          action={t({ message: 'Sign out', context: 'of a user' })}
          isDangerous={false}
          send={() => call('browserSessionEnd', { params: { id, userId, sessionId: ended.id } })}
          changed={browserSessionsQuery(id, userId)}
          done={t`Signed out ${{ browser: describeBrowser(ended.userAgent) }}`}
          onClose={() => setEnded(undefined)}
        >
          <Trans>
            The user must sign in again in that browser. Programs with back-channel logout end their sessions, too.
          </Trans>
        </ConfirmedCall>
      )}
    </Card>
  )
}

const listColumns = (onEnd: ((session: BrowserSession) => void) | undefined): Column<BrowserSession>[] => [
  { id: 'browser', header: i18n._(msg`Browser`), cell: ({ row }) => describeBrowser(row.original.userAgent) },
  { id: 'address', header: i18n._(msg`Address`), cell: ({ row }) => <code>{row.original.address ?? '–'}</code> },
  {
    id: 'authenticatedAt',
    header: i18n._(msg({ message: 'Signed in', context: 'time' })),
    cell: ({ row }) => <Time at={row.original.authenticatedAt} />,
  },
  { id: 'lastUsedAt', header: i18n._(msg`Last used`), cell: ({ row }) => <Time at={row.original.lastUsedAt} /> },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      onEnd && (
        <Button
          variant="default"
          size="xs"
          aria-label={i18n._(msg`Sign out ${{ browser: describeBrowser(original.userAgent) }}`)}
          onClick={() => onEnd(original)}
        >
          <Trans context="of a user">Sign out</Trans>
        </Button>
      ),
  },
]
