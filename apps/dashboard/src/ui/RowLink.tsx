import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './RowLink.module.css'

type Props = {
  to: string
  /** The picture before the text. */
  tile: ReactNode
  text: string
  /** A second line. */
  note?: string | undefined
}

/** The link of a row in a table: the whole row leads there. */
export function RowLink({ to, tile, text, note }: Props) {
  return (
    <Link to={to} className={styles.link}>
      {tile}
      <span className={styles.text}>
        {text}
        {note !== undefined && <small>{note}</small>}
      </span>
    </Link>
  )
}
