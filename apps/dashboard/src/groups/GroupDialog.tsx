import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { hasStatus } from '../api/failure.ts'
import { ClaimsField } from '../common/groups/ClaimsField.tsx'
import { formatClaims, parseClaims } from '../common/groups/claims.ts'
import { type Group, groupsQuery } from '../common/groups/queries.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { showSuccess } from '../ui/toast.tsx'

type Props = {
  id: string
  /** The group that is edited; a new one without it. */
  group?: Group
  onClose: () => void
  onSaved?: (group: Group) => void
}

/** Creates or edits a group. */
export function GroupDialog({ id, group, onClose, onSaved }: Props) {
  const { t } = useLingui()
  const [name, setName] = useState(group?.name ?? '')
  const [description, setDescription] = useState(group?.description ?? '')
  const [claims, setClaims] = useState(formatClaims(group?.claims ?? {}))
  // The query can be read again while the dialog is open: newer values must not be overwritten with those from before.
  const [version] = useState(group?.version)
  const queries = useQueryClient()
  const parsed = parseClaims(claims)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      save(id, group?.id, { name: name.trim(), description: description.trim(), claims: parsed ?? {}, version }),
    onSuccess: async (saved) => {
      onClose()
      await queries.invalidateQueries(groupsQuery(id))
      showSuccess(
        group
          ? t({ message: `Changed ${{ name: saved.name }}`, context: 'group' })
          : t({ message: `Created ${{ name: saved.name }}`, context: 'group' }),
      )
      onSaved?.(saved)
    },
    onError: (error) => {
      if (hasStatus(error, 409)) void queries.invalidateQueries(groupsQuery(id))
    },
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title={group ? t`Edit ${{ name: group.name }}` : t`Create a group`}
      action={group ? t`Save` : t`Create group`}
      isDisabled={parsed === undefined}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        description={
          group
            ? t`Clients that allow the group name it: change them, too.`
            : t`Programs get this name in their tokens.`
        }
        required
        data-autofocus
        maxLength={64}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextInput
        label={t`Description`}
        maxLength={256}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <ClaimsField value={claims} onChange={setClaims} />
    </FormDialog>
  )
}

type Fields = { name: string; description: string; claims: Record<string, unknown>; version: number | undefined }

const save = (id: string, groupId: string | undefined, { description, version, ...fields }: Fields): Promise<Group> =>
  groupId === undefined
    ? call('groupCreate', { params: { id }, body: { ...fields, ...(description !== '' && { description }) } })
    : call('groupChange', {
        params: { id, groupId },
        body: { ...fields, description, ...(version !== undefined && { version }) },
      })
