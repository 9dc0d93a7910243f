import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { LiveRegion } from '../ui/Notice.tsx'
import { announce } from '../ui/Toast.tsx'
import { type PasskeyDialogProps, usePasskeyChange } from './change.ts'

/** Asks before a deletion; `children` explains its effects, and `action` labels the button. */
export function DeleteDialog({ passkey, last, action, remove, Failure, onClose, children }: DeleteProps) {
  const removing = usePasskeyChange(remove, () => {
    announce(`“${passkey.name}” is deleted.`)
    onClose()
  })
  return (
    <Dialog title={last ? 'Delete your only passkey?' : `Delete “${passkey.name}”?`} onClose={onClose}>
      {children}
      <LiveRegion>{removing.isError && <Failure error={removing.error} />}</LiveRegion>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color="red" onClick={() => !removing.isPending && removing.mutate(undefined)}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type DeleteProps = PasskeyDialogProps & {
  last: boolean
  action: string
  remove: () => Promise<void>
  children: ReactNode
}
