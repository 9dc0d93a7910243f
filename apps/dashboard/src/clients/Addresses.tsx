import { CopyButton } from '../ui/CopyButton.tsx'
import styles from './Clients.module.css'

/** Values to copy, one on each line. */
export function Addresses({ values }: { values: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={styles.addresses}>
      {values.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{value}</code>
            <CopyButton text={value} what={name} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
