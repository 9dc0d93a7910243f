import { Button } from '@mantine/core'
import { useBlocker } from 'react-router'
import { describeError } from '../api/failure.ts'
import { Dialog, DialogActions } from './Dialog.tsx'
import { Notice } from './Notice.tsx'
import styles from './SaveBar.module.css'

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
  const count = Object.keys(edit.changes).length
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return count > 0 && currentLocation.pathname !== nextLocation.pathname
  })
  if (count === 0) return null
  return (
    <section className={styles.bar} aria-label="Unsaved changes">
      {edit.error !== undefined && edit.error !== null && <Notice kind="danger">{describeError(edit.error)}</Notice>}
      <div className={styles.line}>
        <p>
          {count} unsaved {count === 1 ? 'change' : 'changes'}
          {edit.isInvalid && <span className={styles.hint}>Correct the marked values to save.</span>}
        </p>
        <Button variant="default" onClick={edit.discard}>
          Discard
        </Button>
        <Button onClick={edit.save} loading={edit.isSaving} disabled={edit.isInvalid}>
          Save
        </Button>
      </div>
      {blocker.state === 'blocked' && <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />}
    </section>
  )
}

function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog title="Leave without saving?" onClose={onStay}>
      <p>Your changes are lost when you leave this page.</p>
      <DialogActions>
        <Button variant="default" onClick={onLeave}>
          Leave
        </Button>
        <Button data-autofocus onClick={onStay}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  )
}
