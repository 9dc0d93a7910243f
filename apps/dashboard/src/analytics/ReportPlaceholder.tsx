import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { Card } from '../ui/Card.tsx'
import styles from './Analytics.module.css'

/** The shape of a report while its counts are on the way. */
export function ReportPlaceholder() {
  return (
    <div className={styles.placeholder} role="status">
      <span className="visually-hidden">
        <Trans>Loading…</Trans>
      </span>
      <Card>
        <Skeleton height={56} radius="md" />
      </Card>
      <Card>
        <Skeleton height={280} radius="md" />
      </Card>
    </div>
  )
}
