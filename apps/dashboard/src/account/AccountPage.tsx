import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const { member } = useSession()
  return (
    <Page title={t`Your account`} description={t`How other members see you, and how you sign in to the dashboard.`}>
      <Profile />
      <Passkeys id={member.id} />
      <SsoLinks />
      <Sessions id={member.id} />
    </Page>
  )
}

function Profile() {
  const { t } = useLingui()
  const { member, roles } = useSession()
  const [isRenaming, setIsRenaming] = useState(false)
  const rename = (name: string) => call('memberRename', { params: { id: member.id }, body: { name } })
  return (
    <Card
      title={t`Profile`}
      actions={
        <Button variant="default" onClick={() => setIsRenaming(true)}>
          <Trans>Change name</Trans>
        </Button>
      }
    >
      <Facts>
        <Fact name={t`Name`}>{member.name}</Fact>
        <Fact name={t`Username`}>{member.username}</Fact>
        <Fact name={t`Role`}>{formatAssignments(roles)}</Fact>
      </Facts>
      {isRenaming && (
        <NameDialog
          title={t`Change your name`}
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
  const { t } = useLingui()
  const { data } = useSuspenseQuery(sessionsQuery(id))
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (sessionId: string) => call('memberSessionEnd', { params: { id, sessionId } }),
    onSuccess: async () => {
      await queries.invalidateQueries(sessionsQuery(id))
      showSuccess(t`Ended the session`)
    },
  })
  return (
    <Card
      title={t`Sessions`}
      description={t`A session ends after 12 hours without use, and after 7 days at the latest.`}
      flush
    >
      <DataTable label={t`Sessions`} columns={listColumns(mutate)} rows={data} getKey={(session) => session.id} />
    </Card>
  )
}

const listColumns = (onEnd: (sessionId: string) => void): Column<MemberSession>[] => [
  { id: 'browser', header: i18n._(msg`Browser`), cell: ({ row }) => describeBrowser(row.original.userAgent) },
  { id: 'address', header: i18n._(msg`Address`), cell: ({ row }) => <code>{row.original.address ?? '–'}</code> },
  { id: 'lastUsedAt', header: i18n._(msg`Last used`), cell: ({ row }) => <Time at={row.original.lastUsedAt} /> },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      original.current ? (
        <Badge kind="good">
          <Trans>This session</Trans>
        </Badge>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={i18n._(msg`End the session in ${{ browser: describeBrowser(original.userAgent) }}`)}
          onClick={() => onEnd(original.id)}
        >
          <Trans>End</Trans>
        </Button>
      ),
  },
]
