import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { formatAssignments } from '../common/members/roles.ts'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Time } from '../ui/Time.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { type Invitation, invitationsQuery } from './queries.ts'

/** Open invitations; with `application`, only those to that application. */
export function Invitations({ application }: { application?: string }) {
  const { t } = useLingui()
  const { data: all } = useSuspenseQuery(invitationsQuery)
  const leadsThere = ({ roles }: Invitation) => roles.every((role) => role.application === application)
  const data = application === undefined ? all : all.filter(leadsThere)
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: string) => call('invitationWithdraw', { params: { id } }),
    onSuccess: async () => {
      await queries.invalidateQueries(invitationsQuery)
      showSuccess(t`Withdrew the invitation`)
    },
  })
  if (data.length === 0) return null
  return (
    <Card title={t`Open invitations`} description={t`Each link works once.`} flush>
      <DataTable label={t`Open invitations`} columns={listColumns(mutate)} rows={data} getKey={({ id }) => id} />
    </Card>
  )
}

const listColumns = (onWithdraw: (id: string) => void): Column<Invitation>[] => [
  { id: 'email', header: i18n._(msg`For`), cell: ({ row }) => row.original.email ?? i18n._(msg`Anyone with the link`) },
  { id: 'roles', header: i18n._(msg`Role`), cell: ({ row }) => formatAssignments(row.original.roles) },
  { id: 'expiresAt', header: i18n._(msg`Expires`), cell: ({ row }) => <Time at={row.original.expiresAt} /> },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) => (
      <Button
        variant="default"
        size="xs"
        aria-label={i18n._(msg`Withdraw the invitation for ${{ person: original.email ?? original.id }}`)}
        onClick={() => onWithdraw(original.id)}
      >
        <Trans>Withdraw</Trans>
      </Button>
    ),
  },
]
