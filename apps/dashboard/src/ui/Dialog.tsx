import { useLingui } from '@lingui/react/macro'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Dialog.module.css'
import { useIsTopmost } from './topmost.ts'

type Props = {
  title: string
  onClose: () => void
  size?: 'md' | 'lg' | 'xl'
  /** Only a button closes it, because what it shows would be lost. */
  staysOpen?: boolean
  children: ReactNode
}

/** A modal dialog, open while it is rendered. Escape and a click outside close the topmost one, unless it stays open. */
export function Dialog({ title, onClose, size = 'md', staysOpen = false, children }: Props) {
  const { t } = useLingui()
  const isTopmost = useIsTopmost()
  const closing = { closeOnEscape: isTopmost && !staysOpen, closeOnClickOutside: !staysOpen }
  return (
    <Modal.Root opened onClose={onClose} size={size} centered radius="lg" padding="lg" {...closing}>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        {/* Not Modal.Header: its header element would be a second banner of the page. */}
        <div className={styles.head}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton size={32} aria-label={t`Close`} />
        </div>
        <Modal.Body className={styles.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The buttons of a dialog or form, the confirming one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
