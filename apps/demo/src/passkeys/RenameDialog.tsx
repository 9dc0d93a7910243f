import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { Failure } from '../failures/Failure.tsx'
import { thumbturn } from '../session/thumbturn.ts'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { LiveRegion } from '../ui/Notice.tsx'
import { announce } from '../ui/Toast.tsx'
import { type Passkey, usePasskeyChange } from './passkeys.ts'

/** Asks for another name. */
export function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = usePasskeyChange(
    (next: string) => thumbturn.renamePasskey(passkey.id, next),
    (next) => {
      announce(`Renamed to “${next}”.`)
      onClose()
    },
  )
  const empty = !name.trim()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!empty && !rename.isPending) rename.mutate(name.trim())
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
        <LiveRegion>{rename.isError && <Failure error={rename.error} />}</LiveRegion>
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
