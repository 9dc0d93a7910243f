import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Dialog.module.css'
import { useFocusReturn } from './focus.ts'

/**
 * A modal dialog, open while it is rendered. Escape and a click outside close it, and the focus returns to its origin.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  useFocusReturn()
  return (
    <Modal.Root
      opened
      returnFocus={false}
      onClose={onClose}
      centered
      radius="lg"
      padding="xl"
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Not Modal.Header: its header element would be a second banner of the page. */}
        <div className={styles.head}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton size={36} aria-label="Close" />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

type DialogProps = { title: string; onClose: () => void; children: ReactNode }

/** The buttons of a dialog, the confirming one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
