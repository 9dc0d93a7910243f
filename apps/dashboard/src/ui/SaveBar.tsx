import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Dialog, DialogActions } from './Dialog.tsx'
import { ErrorText } from './ErrorText.tsx'
import { Notice } from './Notice.tsx'
import styles from './SaveBar.module.css'
import { isAfterDeletion } from './use-leave.ts'

/** An edit that isn't saved yet. */
type Edit = {
  /** The new values, by field. */
  changes: object
  discard: () => void
  save: () => void
  isSaving: boolean
  error: unknown
  /** Whether some value can't be saved as it is. */
  isInvalid: boolean
}

/** Saves or discards an edit. Appears with the first change, and stays in view. */
export function SaveBar({ edit }: { edit: Edit }) {
  const { t } = useLingui()
  const count = Object.keys(edit.changes).length
  const blocker = useBlocker((step) => {
    return count > 0 && step.currentLocation.pathname !== step.nextLocation.pathname && !isAfterDeletion(step)
  })
  // Closing the tab, and loading the page again.
  useBeforeUnload((event) => {
    if (count > 0) event.preventDefault()
  })
  if (count === 0) return null
  return (
    <section className={styles.bar} aria-label={t`Unsaved changes`}>
      {edit.error !== undefined && edit.error !== null && (
        <Notice kind="danger">
          <ErrorText error={edit.error} />
        </Notice>
      )}
      <div className={styles.line}>
        <p>
          <Plural value={count} one="# unsaved change" other="# unsaved changes" />
          {edit.isInvalid && (
            <span className={styles.hint}>
              <Trans>Correct the marked values to save.</Trans>
            </span>
          )}
        </p>
        <Button variant="default" onClick={edit.discard}>
          <Trans>Discard</Trans>
        </Button>
        <Button onClick={edit.save} loading={edit.isSaving} disabled={edit.isInvalid}>
          <Trans>Save</Trans>
        </Button>
      </div>
      {blocker.state === 'blocked' && <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />}
    </section>
  )
}

function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Leave without saving?`} onClose={onStay}>
      <p>
        <Trans>Your changes are lost when you leave this page.</Trans>
      </p>
      <DialogActions>
        <Button variant="default" onClick={onLeave}>
          <Trans>Leave</Trans>
        </Button>
        <Button data-autofocus onClick={onStay}>
          <Trans>Stay</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
