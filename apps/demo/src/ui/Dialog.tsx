import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Dialog.module.css'

/** A question over the page. Escape and a click outside close it, and the focus goes back to where it came from. */
export function Dialog({ title, opened, onClose, children }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      radius="lg"
      padding="xl"
      classNames={{ title: styles.title, header: styles.header }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      removeScrollProps={{ removeScrollBar: false }}
      transitionProps={{ duration: 120 }}
    >
      {children}
    </Modal>
  )
}

type DialogProps = { title: string; opened: boolean; onClose: () => void; children: ReactNode }

/** The buttons of a dialog, the one that does it last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
