import { capitalize } from '../common/events/filters.ts'
import styles from './Logs.module.css'

/** How important an event is: a word, with a mark that tells severities apart without color. */
export function Severity({ severity }: { severity: string }) {
  return (
    <span className={styles.severity} data-severity={severity}>
      {capitalize(severity)}
    </span>
  )
}
