import { Link } from 'react-router'
import { type Filters, logsPath } from '../common/events/filters.ts'
import { formatCount } from '../ui/numbers.ts'
import styles from './Analytics.module.css'

type Props = { id: string; count: number; filters: Filters | undefined }

/** A number that leads to the events behind it, if there are any. */
export function NumberLink({ id, count, filters }: Props) {
  if (filters === undefined || count === 0) return formatCount(count)
  return (
    <Link className={styles.number} to={logsPath(id, filters)}>
      {formatCount(count)}
    </Link>
  )
}
