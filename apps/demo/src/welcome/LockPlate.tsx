import type { Turn } from '@thumbturn/ui/Logo.tsx'
import styles from './LockPlate.module.css'

/** A lock plate with its thumbturn, which turns while the browser's dialog is open. */
export function LockPlate({ turn }: { turn: Turn }) {
  return (
    <svg className={styles.plate} data-turn={turn} viewBox="0 0 64 184" width={72} height={207} aria-hidden="true">
      <rect className={styles.metal} x="3" y="1.5" width="58" height="181" rx="29" />
      {[18, 166].map((y) => (
        <g key={y} className={styles.screw}>
          <circle cx="32" cy={y} r="5" />
          <path d={`M29 ${y + 3} L35 ${y - 3}`} />
        </g>
      ))}
      {marks.map((angle) => (
        <path key={angle} className={styles.mark} d="M32 69.5 v-4" transform={`rotate(${angle} 32 92)`} />
      ))}
      <circle className={styles.rose} cx="32" cy="92" r="18.5" />
      <g className={styles.knob}>
        <rect x="26.5" y="76.5" width="11" height="31" rx="5.5" />
        <path d="M30 82 v20" />
      </g>
    </svg>
  )
}

/** Locked at twelve o'clock, unlocked at three. */
const marks = [0, 90]
