import { Button } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { describeBrowser } from '../common/browsers/describe.ts'
import { formatAssignments } from '../common/members/roles.ts'
import { sessionQuery, useSession } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { NameDialog } from '../ui/NameDialog.tsx'
import { Page } from '../ui/Page.tsx'
import { Time } from '../ui/Time.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { Passkeys } from './Passkeys.tsx'
import { type MemberSession, sessionsQuery } from './queries.ts'
import { SsoLinks } from './SsoLinks.tsx'

/** The signed-in member: their name, what they sign in with, and where they are signed in. */
export function AccountPage() {
  const { member } = useSession()
  return (
    <Page title="Your account" description="How other members see you, and how you sign in to the dashboard.">
      <Profile />
      <Passkeys id={member.id} />
      <SsoLinks />
      <Sessions id={member.id} />
    </Page>
  )
}

function Profile() {
  const { member, roles } = useSession()
  const [isRenaming, setIsRenaming] = useState(false)
  const rename = (name: string) => call('memberRename', { params: { id: member.id }, body: { name } })
  return (
    <Card
      title="Profile"
      actions={
        <Button variant="default" onClick={() => setIsRenaming(true)}>
          Change name
        </Button>
      }
    >
      <Facts>
        <Fact name="Name">{member.name}</Fact>
        <Fact name="Username">{member.username}</Fact>
        <Fact name="Role">{formatAssignments(roles)}</Fact>
      </Facts>
      {isRenaming && (
        <NameDialog
          title="Change your name"
          name={member.name}
          send={rename}
          changed={sessionQuery}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </Card>
  )
}

function Sessions({ id }: { id: string }) {
  const { data } = useSuspenseQuery(sessionsQuery(id))
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (sessionId: string) => call('memberSessionEnd', { params: { id, sessionId } }),
    onSuccess: async () => {
      await queries.invalidateQueries(sessionsQuery(id))
      showSuccess('Ended the session')
    },
  })
  return (
    <Card
      title="Sessions"
      description="A session ends after 12 hours without use, and after 7 days at the latest."
      flush
    >
      <DataTable label="Sessions" columns={listColumns(mutate)} rows={data} getKey={(session) => session.id} />
    </Card>
  )
}

const listColumns = (onEnd: (sessionId: string) => void): Column<MemberSession>[] => [
  { id: 'browser', header: 'Browser', cell: ({ row }) => describeBrowser(row.original.userAgent) },
  { id: 'address', header: 'Address', cell: ({ row }) => <code>{row.original.address ?? '–'}</code> },
  { id: 'lastUsedAt', header: 'Last used', cell: ({ row }) => <Time at={row.original.lastUsedAt} /> },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      original.current ? (
        <Badge kind="good">This session</Badge>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={`End the session in ${describeBrowser(original.userAgent)}`}
          onClick={() => onEnd(original.id)}
        >
          End
        </Button>
      ),
  },
]
