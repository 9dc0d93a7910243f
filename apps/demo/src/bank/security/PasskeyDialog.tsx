import type { PasskeyDialogState } from '../../passkeys/change.ts'
import { DeleteDialog } from '../../passkeys/DeleteDialog.tsx'
import styles from '../../passkeys/PasskeysPanel.module.css'
import { RenameDialog } from '../../passkeys/RenameDialog.tsx'
import { Failure } from '../failures/Failure.tsx'
import { endSession, thumbturn } from '../session/session.ts'

/** Renames or deletes a passkey. */
export function PasskeyDialog({ what, passkey, last, onClose }: DialogProps) {
  const question = { passkey, Failure, onClose }
  if (what === 'rename')
    return <RenameDialog {...question} rename={(name) => thumbturn.renamePasskey(passkey.id, { name })} />
  const isCurrent = passkey.id === thumbturn.getSessionInfo()?.passkeyId
  const remove = async () => {
    await thumbturn.deletePasskey(passkey.id)
    if (isCurrent) endSession('passkeyDeleted')
  }
  return (
    <DeleteDialog {...question} last={last} action="Delete passkey" remove={remove}>
      <p className={styles.text}>
        {last
          ? 'You can only get back in with a code to your confirmed email address.'
          : 'It stops letting you in at once. Your other passkeys continue to work.'}
      </p>
      {isCurrent && <p className={styles.text}>You signed in with it, so you are signed out, too.</p>}
    </DeleteDialog>
  )
}

type DialogProps = PasskeyDialogState & { last: boolean; onClose: () => void }
