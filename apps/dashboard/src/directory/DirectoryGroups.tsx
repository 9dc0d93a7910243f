import { Button } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { everyApplication, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { RolesField } from '../common/members/RolesField.tsx'
import { formatAssignments } from '../common/members/roles.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { type DirectoryGroup, directoryQuery } from './queries.ts'

/** The groups of the directory, and which roles their members have. */
export function DirectoryGroups() {
  const { data } = useSuspenseQuery(directoryQuery)
  const [edited, setEdited] = useState<DirectoryGroup>()
  return (
    <Card
      title="Groups and roles"
      description="On each application, a member has the highest role of any of their groups. A member without a role is pending."
      flush
    >
      {data.groups.length === 0 ? (
        <EmptyState icon={IconUsersGroup} title="No groups yet">
          Groups appear here once the directory pushes them. Then you choose their members’ roles.
        </EmptyState>
      ) : (
        <DataTable label="Groups" columns={listColumns(setEdited)} rows={data.groups} getKey={({ id }) => id} />
      )}
      {edited && <MappingDialog group={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}

const listColumns = (onEdit: (group: DirectoryGroup) => void): Column<DirectoryGroup>[] => [
  { id: 'name', header: 'Group', cell: ({ row }) => row.original.displayName },
  { id: 'members', header: 'Members', meta: { isNumber: true }, cell: ({ row }) => row.original.members },
  {
    id: 'roles',
    header: 'Role',
    cell: ({ row: { original } }) =>
      original.roles.length === 0 ? <Badge kind="neutral">No role</Badge> : formatAssignments(original.roles),
  },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) => (
      <Button
        variant={original.roles.length === 0 ? 'filled' : 'default'}
        size="xs"
        aria-label={
          original.roles.length === 0
            ? `Map a role to ${original.displayName}`
            : `Change the roles of ${original.displayName}`
        }
        onClick={() => onEdit(original)}
      >
        {original.roles.length === 0 ? 'Map a role' : 'Change'}
      </Button>
    ),
  },
]

type MappingProps = { group: DirectoryGroup; onClose: () => void }

function MappingDialog({ group, onClose }: MappingProps) {
  const first: RoleAssignment = { application: everyApplication, role: 'viewer' }
  const [roles, setRoles] = useState<readonly RoleAssignment[]>(group.roles.length === 0 ? [first] : group.roles)
  const { mutate, isPending, error } = useGroupMapping(group, onClose)
  return (
    <FormDialog
      title={`Roles of ${group.displayName}`}
      size="lg"
      action="Save"
      isPending={isPending}
      error={error}
      otherAction={
        roles.length > 0 && (
          <Button variant="subtle" color="red" onClick={() => setRoles([])}>
            Remove all roles
          </Button>
        )
      }
      onSubmit={() => mutate(roles)}
      onClose={onClose}
    >
      <p>{describeEffect(group, roles)}</p>
      {roles.length === 0 ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
          onClick={() => setRoles([first])}
        >
          Add a role
        </Button>
      ) : (
        <RolesField value={roles} onChange={setRoles} />
      )}
    </FormDialog>
  )
}

function describeEffect({ members }: DirectoryGroup, roles: readonly RoleAssignment[]): string {
  const count = members === 0 ? 'Future members' : members === 1 ? 'The member' : `All ${members} members`
  return roles.length === 0
    ? `${count} of this group will have no role from it.`
    : `${count} of this group will have these roles at once.`
}

function useGroupMapping(group: DirectoryGroup, onClose: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (roles: readonly RoleAssignment[]) =>
      call('directoryGroupMap', { params: { groupId: group.id }, body: { roles: [...roles] } }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries(directoryQuery)
      await queries.invalidateQueries({ queryKey: ['members'] })
      showSuccess(`Changed the roles of ${group.displayName}`)
    },
    meta: { quiet: true },
  })
}
