import { Button } from '@mantine/core'
import { Failure } from '../failures/Failure.tsx'
import { endSession } from '../session/session.ts'
import { thumbturn } from '../session/thumbturn.ts'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { LiveRegion } from '../ui/Notice.tsx'
import { announce } from '../ui/Toast.tsx'
import styles from './PasskeysPanel.module.css'
import { type Passkey, usePasskeyChange } from './passkeys.ts'

/** Asks before deleting, and says what it means: most of all for the last passkey. */
export function DeleteDialog({ passkey, last, current, username, onClose }: DeleteProps) {
  const remove = usePasskeyChange(
    async () => {
      await thumbturn.deletePasskey(passkey.id)
      if (current) endSession('passkeyDeleted')
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
          ? `Nobody will be able to sign in as ${username} any more, you included. The name stays taken.`
          : 'It stops signing in at once. Your other passkeys go on working.'}
      </p>
      {current && <p className={styles.text}>You signed in with it, so this session ends too.</p>}
      <LiveRegion>{remove.isError && <Failure error={remove.error} />}</LiveRegion>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color="red" onClick={() => !remove.isPending && remove.mutate(undefined)}>
          {last ? 'Delete my only passkey' : 'Delete passkey'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type DeleteProps = { passkey: Passkey; last: boolean; current: boolean; username: string; onClose: () => void }
