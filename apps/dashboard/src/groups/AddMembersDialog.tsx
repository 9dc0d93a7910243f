import { msg, plural } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { groupsQuery } from '../common/groups/queries.ts'
import { toSearch, type User, usersQuery } from '../common/users/queries.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { MultiPicker } from '../ui/MultiPicker.tsx'
import { showSuccess } from '../ui/toast.tsx'
import type { GroupDetails } from './queries.ts'

type Props = { id: string; group: GroupDetails; onClose: () => void }

/** Finds users by a part of their names, and adds them to a group. */
export function AddMembersDialog({ id, group, onClose }: Props) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<readonly User[]>([])
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 150)
  const { data } = useInfiniteQuery({ ...usersQuery(id, toSearch(search)), placeholderData: (previous) => previous })
  const found = data?.pages.flatMap((page) => page.users) ?? []
  const known = new Map([...chosen, ...found].map((user) => [user.id, user]))
  const { mutate, isPending, error } = useAddition({ id, group, chosen, onClose })
  return (
    <FormDialog
      title={t`Add members to ${{ name: group.name }}`}
      action={t`Add`}
      isDisabled={chosen.length === 0}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <MultiPicker
        label={t`Users`}
        description={t`Type a part of a username, a name, or a contact.`}
        data={[...known.values()].map(({ id: value, username }) => ({ value, label: username }))}
        value={chosen.map((user) => user.id)}
        onChange={(ids) => setChosen(ids.flatMap((userId) => known.get(userId) ?? []))}
        searchValue={text}
        onSearchChange={setText}
        // The service searches.
        filter={({ options }) => options}
        maxValues={100}
        nothingFoundMessage={t`No matching users`}
        data-autofocus
      />
    </FormDialog>
  )
}

function useAddition({ id, group, chosen, onClose }: Props & { chosen: readonly User[] }) {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call('groupMembersAdd', {
        params: { id, groupId: group.id },
        body: { userIds: chosen.map((user) => user.id) },
      }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries(groupsQuery(id))
      const count = chosen.length
      showSuccess(
        count === 1
          ? t`Added ${{ username: chosen[0]?.username }}`
          : i18n._(msg`${plural({ count }, { one: 'Added # member', other: 'Added # members' })}`),
      )
    },
    meta: { quiet: true },
  })
}
