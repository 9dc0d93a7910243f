import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { LiveRegion } from '../ui/Notice.tsx'
import { announce } from '../ui/Toast.tsx'
import { type PasskeyDialogProps, usePasskeyChange } from './change.ts'

/** Asks for a new name. */
export function RenameDialog({ passkey, rename, Failure, onClose }: RenameProps) {
  const [name, setName] = useState(passkey.name)
  const renaming = usePasskeyChange(rename, (next) => {
    announce(`Renamed to “${next}”.`)
    onClose()
  })
  const empty = !name.trim()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!empty && !renaming.isPending) renaming.mutate(name.trim())
  }
  return (
    <Dialog title="Rename passkey" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          maxLength={128}
          autoComplete="off"
          data-autofocus
          value={name}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
          error={empty && 'A passkey needs a name.'}
        />
        <LiveRegion>{renaming.isError && <Failure error={renaming.error} />}</LiveRegion>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save name</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type RenameProps = PasskeyDialogProps & { rename: (name: string) => Promise<unknown> }
