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
  const { data: all } = useSuspenseQuery(invitationsQuery)
  const leadsThere = ({ roles }: Invitation) => roles.every((role) => role.application === application)
  const data = application === undefined ? all : all.filter(leadsThere)
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: string) => call('invitationWithdraw', { params: { id } }),
    onSuccess: async () => {
      await queries.invalidateQueries(invitationsQuery)
      showSuccess('Withdrew the invitation')
    },
  })
  if (data.length === 0) return null
  return (
    <Card title="Open invitations" description="Each link works once." flush>
      <DataTable label="Open invitations" columns={listColumns(mutate)} rows={data} getKey={({ id }) => id} />
    </Card>
  )
}

const listColumns = (onWithdraw: (id: string) => void): Column<Invitation>[] => [
  { id: 'email', header: 'For', cell: ({ row }) => row.original.email ?? 'Anyone with the link' },
  { id: 'roles', header: 'Role', cell: ({ row }) => formatAssignments(row.original.roles) },
  { id: 'expiresAt', header: 'Expires', cell: ({ row }) => <Time at={row.original.expiresAt} /> },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) => (
      <Button
        variant="default"
        size="xs"
        aria-label={`Withdraw the invitation for ${original.email ?? original.id}`}
        onClick={() => onWithdraw(original.id)}
      >
        Withdraw
      </Button>
    ),
  },
]
