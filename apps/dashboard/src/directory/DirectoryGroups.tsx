import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
import { formatCount } from '../ui/numbers.ts'
import { showSuccess } from '../ui/toast.tsx'
import { type DirectoryGroup, directoryQuery } from './queries.ts'

/** The groups of the directory, and which roles their members have. */
export function DirectoryGroups() {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(directoryQuery)
  const [edited, setEdited] = useState<DirectoryGroup>()
  return (
    <Card
      title={t`Groups and roles`}
      description={t`On each application, a member has the highest role of any of their groups. A member without a role is pending.`}
      flush
    >
      {data.groups.length === 0 ? (
        <EmptyState icon={IconUsersGroup} title={t`No groups yet`}>
          <Trans>Groups appear here once the directory pushes them. Then you choose their members’ roles.</Trans>
        </EmptyState>
      ) : (
        <DataTable label={t`Groups`} columns={listColumns(setEdited)} rows={data.groups} getKey={({ id }) => id} />
      )}
      {edited && <MappingDialog group={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}

const listColumns = (onEdit: (group: DirectoryGroup) => void): Column<DirectoryGroup>[] => [
  { id: 'name', header: i18n._(msg`Group`), cell: ({ row }) => row.original.displayName },
  {
    id: 'members',
    header: i18n._(msg`Members`),
    meta: { isNumber: true },
    cell: ({ row }) => formatCount(row.original.members),
  },
  {
    id: 'roles',
    header: i18n._(msg`Role`),
    cell: ({ row: { original } }) =>
      original.roles.length === 0 ? (
        <Badge kind="neutral">
          <Trans>No role</Trans>
        </Badge>
      ) : (
        formatAssignments(original.roles)
      ),
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
            ? i18n._(msg`Map a role to ${{ group: original.displayName }}`)
            : i18n._(msg`Change the roles of ${{ group: original.displayName }}`)
        }
        onClick={() => onEdit(original)}
      >
        {original.roles.length === 0 ? i18n._(msg`Map a role`) : i18n._(msg`Change`)}
      </Button>
    ),
  },
]

type MappingProps = { group: DirectoryGroup; onClose: () => void }

function MappingDialog({ group, onClose }: MappingProps) {
  const { t } = useLingui()
  const first: RoleAssignment = { application: everyApplication, role: 'viewer' }
  const [roles, setRoles] = useState<readonly RoleAssignment[]>(group.roles.length === 0 ? [first] : group.roles)
  const { mutate, isPending, error } = useGroupMapping(group, onClose)
  return (
    <FormDialog
      title={t`Roles of ${{ group: group.displayName }}`}
      size="lg"
      action={t`Save`}
      isPending={isPending}
      error={error}
      otherAction={
        roles.length > 0 && (
          <Button variant="subtle" color="red" onClick={() => setRoles([])}>
            <Trans>Remove all roles</Trans>
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
          <Trans>Add a role</Trans>
        </Button>
      ) : (
        <RolesField value={roles} onChange={setRoles} />
      )}
    </FormDialog>
  )
}

function describeEffect({ members }: DirectoryGroup, roles: readonly RoleAssignment[]): string {
  const count = members
  return roles.length === 0
    ? i18n._(
        msg`${plural(
          { count },
          {
            0: 'Future members of this group will have no role from it.',
            one: 'The member of this group will have no role from it.',
            other: 'All # members of this group will have no role from it.',
          },
        )}`,
      )
    : i18n._(
        msg`${plural(
          { count },
          {
            0: 'Future members of this group will have these roles at once.',
            one: 'The member of this group will have these roles at once.',
            other: 'All # members of this group will have these roles at once.',
          },
        )}`,
      )
}

function useGroupMapping(group: DirectoryGroup, onClose: () => void) {
  const { t } = useLingui()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (roles: readonly RoleAssignment[]) =>
      call('directoryGroupMap', { params: { groupId: group.id }, body: { roles: [...roles] } }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries(directoryQuery)
      await queries.invalidateQueries({ queryKey: ['members'] })
      showSuccess(t`Changed the roles of ${{ group: group.displayName }}`)
    },
    meta: { quiet: true },
  })
}
