import { useSuspenseQueries } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { enrollmentQuery } from '../common/analytics/queries.ts'
import { type Filters, logsPath } from '../common/events/filters.ts'
import { Card } from '../ui/Card.tsx'
import { describeChange, formatBriefly, formatCount, formatDuration, formatShare } from '../ui/numbers.ts'
import styles from './Analytics.module.css'
import { during, filterSeries } from './links.ts'
import { type Summary as Report, type SignIns, signInsQuery, summaryQuery } from './queries.ts'
import { Stat } from './Stat.tsx'
import { findPreviousDays, type View } from './view.ts'

type Props = { id: string; view: View }

const actions = [
  ['registrations', 'Registrations'],
  ['authentications', 'Authentications'],
  ['transactions', 'Transactions'],
] as const

/** The figures of an application at a glance, compared with the days before. */
export function Summary({ id, view }: Props) {
  const before = { ...view, ...findPreviousDays(view) }
  const [enrollment, now, earlier, signIns] = useSuspenseQueries({
    queries: [enrollmentQuery(id), summaryQuery(id, view), summaryQuery(id, before), signInsQuery(id, view)],
  })
  // The day isn't over: it would always look worse than yesterday.
  const compared = view.period === 'today' ? undefined : earlier.data
  const { users, passkeys } = enrollment.data
  return (
    <Card>
      <dl className={styles.stats}>
        <Stat
          name="Enrolled users"
          value={formatBriefly(users)}
          to={`/applications/${id}/users`}
          note={`${formatBriefly(passkeys)} passkeys`}
        />
        {actions.map(([metric, name]) => (
          <Stat
            key={metric}
            name={name}
            value={formatBriefly(now.data[metric].success)}
            to={logsPath(id, { ...filterSeries(metric, 'success'), ...during(now.data) })}
            note={compared && <Change now={now.data[metric].success} before={compared[metric].success} />}
          />
        ))}
        <SignInStats id={id} report={signIns.data} summary={now.data} />
      </dl>
    </Card>
  )
}

function Change({ now, before }: { now: number; before: number }) {
  const change = describeChange(now, before)
  if (change === undefined) return null
  return <span title={`${formatCount(before)} in as many days before`}>{change} vs. before</span>
}

type SignInProps = { id: string; report: SignIns; summary: Report }

function SignInStats({ id, report, summary: { signIns } }: SignInProps) {
  const { search } = useLocation()
  const { successRate, fallbackShare, time, failed } = report
  const link = (filters: Filters | undefined) => logsPath(id, { ...filters, ...during(report) })
  const completed = link(filterSeries('authentications', 'success'))
  return (
    <>
      <Stat
        name="Success rate"
        value={successRate === undefined ? undefined : formatShare(successRate)}
        to={link(filterSeries('authentications', 'failure'))}
        note={`${formatBriefly(failed)} rejected`}
      />
      <Stat
        name="Time to sign in"
        value={time && formatDuration(time.medianMs)}
        to={completed}
        note={time && `median, p95 ${formatDuration(time.p95Ms)}`}
      />
      <Stat
        name="Fallback share"
        value={fallbackShare === undefined ? undefined : formatShare(fallbackShare)}
        to={`/applications/${id}/analytics/sign-ins${search}`}
        note={`${formatBriefly(signIns.fallback)} sign-ins`}
      />
    </>
  )
}
