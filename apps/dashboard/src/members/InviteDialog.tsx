import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { everyApplication, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { describeError } from '../api/failure.ts'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SecretDialog } from '../ui/SecretDialog.tsx'
import { invitationsQuery } from './queries.ts'
import { RolesField } from './RolesField.tsx'

/** Creates an invitation, and shows its link once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<RoleAssignment[]>([{ application: everyApplication, role: 'viewer' }])
  const queries = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () =>
      call('invitationCreate', { body: { roles, ...(email.trim() !== '' && { email: email.trim() }) } }),
    onSuccess: () => queries.invalidateQueries(invitationsQuery),
    meta: { quiet: true },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate()
  }
  if (data) {
    return (
      <SecretDialog title="Invitation link" what="invitation link" secret={data.url} onClose={onClose}>
        Send this link to the new member{data.email && <> at {data.email}</>}. It works once, for three days, and is
        never shown again.
      </SecretDialog>
    )
  }
  return (
    <Dialog title="Invite a member" size="lg" onClose={onClose}>
      <form onSubmit={submit}>
        <TextInput
          label="Email address"
          description="Optional: a note for whom the link is."
          type="email"
          data-autofocus
          maxLength={254}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <RolesField value={roles} onChange={setRoles} />
        {error && <Notice kind="danger">{describeError(error)}</Notice>}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Create link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
