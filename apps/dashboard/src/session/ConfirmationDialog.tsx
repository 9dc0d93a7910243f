import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { describeError } from '../api/failure.ts'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ConfirmationCanceled, settleConfirmation, useConfirmationAsked } from './confirmation.ts'
import { confirmSession, useSession } from './session.ts'

/** Asks for the member's passkey when an action needs a recent confirmation. */
export function ConfirmationDialog() {
  return useConfirmationAsked() ? <Question /> : null
}

function Question() {
  const { member } = useSession()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => confirmSession(member.username),
    onSuccess: () => settleConfirmation(),
    meta: { quiet: true },
  })
  const cancel = () => settleConfirmation(new ConfirmationCanceled())
  return (
    <Dialog title="Confirm with your passkey" onClose={cancel}>
      <p>This action needs your passkey. You won’t be asked again for five minutes.</p>
      {error && <Notice kind="danger">{describeError(error)}</Notice>}
      <DialogActions>
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
        <Button
          data-autofocus
          loading={isPending}
          leftSection={<IconFingerprint size={18} stroke={1.8} aria-hidden="true" />}
          onClick={() => mutate()}
        >
          Confirm
        </Button>
      </DialogActions>
    </Dialog>
  )
}
