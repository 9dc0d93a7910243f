import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { GroupsPicker } from '../common/groups/GroupsPicker.tsx'
import { groupsQuery } from '../common/groups/queries.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { profileQuery, type UserProfile } from './access-queries.ts'

type Props = { id: string; userId: string; groups: UserProfile['groups']; onClose: () => void }

/** Chooses the groups of a user. */
export function GroupsDialog({ id, userId, groups, onClose }: Props) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(() => groups.map(({ name }) => name))
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('userGroupsSet', { params: { id, userId }, body: { groups: chosen } }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries(profileQuery(id, userId))
      await queries.invalidateQueries(groupsQuery(id))
      showSuccess(t`Changed the groups`)
    },
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title={t`Change the groups`}
      action={t`Save`}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <GroupsPicker
        id={id}
        label={t`Groups`}
        description={t`New sign-ins and tokens have them.`}
        value={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
