import styles from './EventType.module.css'

const beginning = 'fido2.'

/** The type with its common beginning in the background. */
export function EventType({ type }: { type: string }) {
  if (!type.startsWith(beginning)) return <code>{type}</code>
  return (
    <code>
      <span className={styles.beginning}>{beginning}</span>
      {type.slice(beginning.length)}
    </code>
  )
}
