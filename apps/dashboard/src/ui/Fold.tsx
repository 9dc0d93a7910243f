import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './Fold.module.css'

type Props = {
  text: string
  /** Opens it, and closes it again; in between, the reader decides. */
  isOpen: boolean
  children: ReactNode
}

/** A part of a card that few readers need, below a line that opens it. */
export function Fold({ text, isOpen, children }: Props) {
  const [isShown, setIsShown] = useState(isOpen)
  useEffect(() => setIsShown(isOpen), [isOpen])
  return (
    <details className={styles.fold} open={isShown} onToggle={({ currentTarget }) => setIsShown(currentTarget.open)}>
      <summary>
        <IconChevronRight size={16} stroke={2} aria-hidden="true" />
        {text}
      </summary>
      <div>{children}</div>
    </details>
  )
}
