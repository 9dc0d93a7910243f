import type { CSSProperties } from 'react'
import styles from './Monogram.module.css'

/** The hues of tiles, far enough from each other and from the colors of warnings. */
const hues = [172, 200, 228, 262, 38, 84]

/** A tile with the first letter of a name. The color follows from the id, so that it is recognized. */
export function Monogram({ id, name, size = 28 }: { id: string; name: string; size?: number }) {
  const hue = hues[hash(id) % hues.length]!
  return (
    <span className={styles.tile} aria-hidden="true" style={{ '--hue': hue, '--size': `${size}px` } as CSSProperties}>
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}

const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) >>> 0, 7)
