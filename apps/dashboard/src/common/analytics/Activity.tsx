import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatBriefly, formatCount } from '../../ui/numbers.ts'
import { Sparkline } from '../../ui/Sparkline.tsx'
import styles from './Activity.module.css'
import { findRecentDays } from './days.ts'
import { enrollmentQuery, overviewQuery } from './queries.ts'

/** How many users of an application have a passkey; nothing until that is known. */
export function EnrolledUsers({ id }: { id: string }) {
  const { data } = useQuery(enrollmentQuery(id))
  return <span className={styles.count}>{data && formatBriefly(data.users)}</span>
}

/** Sign-ins with a passkey in the last 30 days, day by day. */
export function RecentSignIns({ id }: { id: string }) {
  const { t } = useLingui()
  const { data } = useQuery(overviewQuery(findRecentDays()))
  const found = data?.find((application) => application.id === id)
  if (!found) return null
  const { authentications, authenticationsByDay = [] } = found
  const most = formatCount(Math.max(0, ...authenticationsByDay))
  const today = formatCount(authenticationsByDay.at(-1) ?? 0)
  return (
    <span className={styles.recent}>
      <span className={styles.count}>{formatBriefly(authentications.success)}</span>
      <Sparkline
        values={authenticationsByDay}
        label={t`Sign-ins by day in the last 30 days: at most ${most}, today so far ${today}`}
      />
    </span>
  )
}
