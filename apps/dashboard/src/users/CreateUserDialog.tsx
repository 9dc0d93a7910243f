import { useLingui } from '@lingui/react/macro'
import { Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { showFailure, showSuccess } from '../ui/toast.tsx'
import { type Invitation, InvitationLink } from './InvitationLink.tsx'

type Props = { id: string; onClose: () => void }

/** Creates a user, and a link with which they create their first passkey. */
export function CreateUserDialog({ id, onClose }: Props) {
  const { t } = useLingui()
  const [fields, setFields] = useState({ username: '', displayName: '', isInvited: true })
  const queries = useQueryClient()
  const go = useNavigate()
  const open = (userId: string) => go(`/applications/${id}/users/${userId}`)
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () => create(id, fields),
    onSuccess: async ({ user, invitation }) => {
      await queries.invalidateQueries({ queryKey: ['applications', id, 'users'] })
      showSuccess(t`Created ${{ username: user.username }}`)
      if (!invitation) await open(user.id)
    },
    meta: { quiet: true },
  })
  if (data?.invitation)
    return (
      <InvitationLink
        username={data.user.username}
        invitation={data.invitation}
        onClose={() => void open(data.user.id)}
      />
    )
  const change = (changed: Partial<typeof fields>) => setFields({ ...fields, ...changed })
  return (
    <FormDialog
      title={t`Create a user`}
      action={t`Create user`}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <TextInput
        label={t`Username`}
        description={t`What the user signs in with, such as an email address.`}
        required
        data-autofocus
        maxLength={256}
        value={fields.username}
        onChange={({ target }) => change({ username: target.value })}
      />
      <TextInput
        label={t`Display name`}
        description={t`The name in passkey dialogs. By default, it is the username.`}
        maxLength={256}
        value={fields.displayName}
        onChange={({ target }) => change({ displayName: target.value })}
      />
      <Checkbox
        label={t`Create an invitation link`}
        description={t`The user creates their first passkey with it.`}
        checked={fields.isInvited}
        onChange={({ target }) => change({ isInvited: target.checked })}
      />
    </FormDialog>
  )
}

/** The user was created anyway, and the page of the user has another way to the link. */
const tellFailure = (error: unknown): undefined => {
  showFailure(error)
}

type Fields = { username: string; displayName: string; isInvited: boolean }

async function create(id: string, { username, displayName, isInvited }: Fields) {
  const named = displayName.trim() === '' ? {} : { displayName: displayName.trim() }
  const user = await call('userCreate', { params: { id }, body: { username: username.trim(), ...named } })
  const invitation: Invitation | undefined = isInvited
    ? await call('userInvite', { params: { id, userId: user.id }, body: {} }).catch(tellFailure)
    : undefined
  return { user, invitation }
}
