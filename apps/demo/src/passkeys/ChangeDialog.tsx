import { Failure } from '../failures/Failure.tsx'
import { endSession, whileSignedIn } from '../session/session.ts'
import { thumbturn } from '../session/thumbturn.ts'
import type { PasskeyDialogState } from './change.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import styles from './PasskeysPanel.module.css'
import { RenameDialog } from './RenameDialog.tsx'

/** Asks for a new name, or explains what a deletion causes, especially for the last passkey. */
export function ChangeDialog({ what, passkey, last, current, username, onClose }: ChangeProps) {
  const question = { passkey, Failure, onClose }
  if (what === 'rename')
    return (
      <RenameDialog {...question} rename={(name) => whileSignedIn(thumbturn.renamePasskey(passkey.id, { name }))} />
    )
  const remove = async () => {
    await whileSignedIn(thumbturn.deletePasskey(passkey.id))
    if (current) endSession('passkeyDeleted')
  }
  return (
    <DeleteDialog {...question} last={last} action={last ? 'Delete my only passkey' : 'Delete passkey'} remove={remove}>
      <p className={styles.text}>
        {last
          ? `No one can sign in as ${username} anymore, not even you. The username stays taken.`
          : 'It stops signing in at once. Your other passkeys continue to work.'}
      </p>
      {current && <p className={styles.text}>You signed in with it, so this session ends too.</p>}
    </DeleteDialog>
  )
}

type ChangeProps = PasskeyDialogState & { last: boolean; current: boolean; username: string; onClose: () => void }
