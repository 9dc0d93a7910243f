import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog, DialogActions } from './Dialog.tsx'

type Props = {
  title: string
  /** The consequences. */
  children: ReactNode
  /** The verb of the button. */
  action: string
  isDangerous?: boolean
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that can't be undone. */
export function ConfirmDialog({ title, children, action, isDangerous = true, isPending = false, ...props }: Props) {
  return (
    <Dialog title={title} onClose={props.onClose}>
      <div>{children}</div>
      <DialogActions>
        <Button variant="default" data-autofocus onClick={props.onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button {...(isDangerous && { color: 'red' })} loading={isPending} onClick={props.onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
