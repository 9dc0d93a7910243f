import styles from './Logo.module.css'

/** The position of the knob: upright when locked, horizontal when unlocked, turning in between. */
export type Turn = 'shut' | 'turning' | 'open'

/** The logo: a thumbturn seen from inside. */
export function Logo({ turn = 'open', size = 24 }: { turn?: Turn; size?: number }) {
  return (
    <svg className={styles.logo} data-turn={turn} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <circle className={styles.ring} cx="16" cy="16" r="13.5" />
      <rect className={styles.bar} x="12" y="5.5" width="8" height="21" rx="4" />
    </svg>
  )
}
