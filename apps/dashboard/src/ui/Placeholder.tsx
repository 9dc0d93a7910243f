import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import styles from './Placeholder.module.css'

const rows = ['62%', '48%', '56%', '40%', '52%']

/** The shape of a list while its data is on the way. */
export function Placeholder() {
  return (
    <div className={styles.placeholder} role="status">
      <span className="visually-hidden">
        <Trans>Loading…</Trans>
      </span>
      {rows.map((width) => (
        <div className={styles.row} key={width}>
          <Skeleton height={28} width={28} radius="md" />
          <Skeleton height={12} width={width} />
          <Skeleton height={12} width="18%" />
        </div>
      ))}
    </div>
  )
}
