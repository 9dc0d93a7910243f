import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Passkey } from '@thumbturn/web'
import { type SubmitEvent, useState } from 'react'
import styles from '../../passkeys/PasskeysPanel.module.css'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { LiveRegion } from '../../ui/Notice.tsx'
import { announce } from '../../ui/Toast.tsx'
import { Failure } from '../failures/Failure.tsx'
import { endSession, thumbturn } from '../session/session.ts'

/** What is asked about which passkey. */
export type Asked = { what: 'rename' | 'delete'; passkey: Passkey }

type DialogProps = Asked & { last: boolean; onClose: () => void }

/** Asks for another name, or whether the passkey shall really go. */
export const PasskeyDialog = (props: DialogProps) =>
  props.what === 'rename' ? <RenameDialog {...props} /> : <DeleteDialog {...props} />

function useChange<Input>(change: (input: Input) => Promise<void>, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['passkeys'] })
      onDone()
    },
  })
}

function RenameDialog({ passkey, onClose }: DialogProps) {
  const [name, setName] = useState(passkey.name)
  const rename = useChange(
    (next: string) => thumbturn.renamePasskey(passkey.id, next),
    () => {
      announce(`Renamed to “${name.trim()}”.`)
      onClose()
    },
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() && !rename.isPending) rename.mutate(name.trim())
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
          error={!name.trim() && 'A passkey needs a name.'}
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

function DeleteDialog({ passkey, last, onClose }: DialogProps) {
  const isCurrent = passkey.id === thumbturn.getSessionInfo()?.passkeyId
  const remove = useChange(
    async () => {
      await thumbturn.deletePasskey(passkey.id)
      if (isCurrent) endSession('passkeyDeleted')
    },
    () => {
      announce(`“${passkey.name}” is deleted.`)
      onClose()
    },
  )
  return (
    <Dialog title={last ? 'Delete your only passkey?' : `Delete “${passkey.name}”?`} onClose={onClose}>
      <p className={styles.text}>
        {last
          ? 'You can come back by a code to your confirmed e-mail address only.'
          : 'It stops letting you in at once. Your other passkeys go on working.'}
      </p>
      {isCurrent && <p className={styles.text}>You signed in with it, so you are signed out, too.</p>}
      <LiveRegion>{remove.isError && <Failure error={remove.error} />}</LiveRegion>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color="red" onClick={() => !remove.isPending && remove.mutate(undefined)}>
          Delete passkey
        </Button>
      </DialogActions>
    </Dialog>
  )
}
