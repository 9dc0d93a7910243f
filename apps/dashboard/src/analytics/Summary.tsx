import { msg } from '@lingui/core/runtime-macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Tooltip } from '@mantine/core'
import { useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { countDays, findDay } from '../common/analytics/days.ts'
import { enrollmentQuery } from '../common/analytics/queries.ts'
import { type Filters, logsPath } from '../common/events/filters.ts'
import { Card } from '../ui/Card.tsx'
import { describeChange, formatBriefly, formatCount, formatDuration, formatShare } from '../ui/numbers.ts'
import styles from './Analytics.module.css'
import { namePeriod } from './interval-texts.ts'
import { during, filterSeries } from './links.ts'
import { type Summary as Report, type SignIns, signInsQuery, summaryQuery } from './queries.ts'
import { Stat } from './Stat.tsx'
import { findFullDays, findPreviousDays, type View } from './view.ts'

type Props = { id: string; view: View }

const actions = [
  ['registrations', msg`Registrations`],
  ['authentications', msg`Authentications`],
  ['transactions', msg`Transactions`],
] as const

/** The figures of an application at a glance, compared with the days before. */
export function Summary({ id, view }: Props) {
  const { t } = useLingui()
  const full = findFullDays(view, findDay(Date.now(), view.timeZone))
  const [enrollment, now, signIns] = useSuspenseQueries({
    queries: [enrollmentQuery(id), summaryQuery(id, view), signInsQuery(id, view)],
  })
  const { users, passkeys } = enrollment.data
  const count = formatBriefly(passkeys)
  return (
    <Card>
      <dl className={styles.stats}>
        <Stat
          name={t`Enrolled users`}
          value={formatBriefly(users)}
          to={`/applications/${id}/users`}
          note={<Plural value={passkeys} one="# passkey" other={`${count} passkeys`} />}
        />
        {actions.map(([metric, name]) => (
          <Stat
            key={metric}
            name={t(name)}
            value={formatBriefly(now.data[metric].success)}
            to={logsPath(id, { ...filterSeries(metric, 'success'), ...during(now.data) })}
            note={full && <Change id={id} metric={metric} days={{ ...view, ...full }} />}
          />
        ))}
        <SignInStats id={id} report={signIns.data} summary={now.data} />
      </dl>
    </Card>
  )
}

type ChangeProps = { id: string; metric: (typeof actions)[number][0]; days: View }

/** How a figure changed from as many days before, of days that are over. */
function Change({ id, metric, days }: ChangeProps) {
  const { t } = useLingui()
  const { data: now } = useQuery(summaryQuery(id, days))
  const { data: before } = useQuery(summaryQuery(id, { ...days, ...findPreviousDays(days) }))
  const change = now && before && describeChange(now[metric].success, before[metric].success)
  if (change === undefined) return null
  const count = countDays(days.from, days.to)
  const period = namePeriod(days)
  const [latest, earlier] = [formatCount(now![metric].success), formatCount(before![metric].success)]
  return (
    <Tooltip label={t`${latest} in ${period}, after ${earlier} in as many days before. Today doesn’t count yet.`}>
      <span className={styles.change}>
        <strong data-trend={readTrend(change)}>{change}</strong>
        <span>
          <Plural value={count} one="vs. the day before" other="vs. prior # days" />
        </span>
      </span>
    </Tooltip>
  )
}

const readTrend = (change: string) => (change.startsWith('+') ? 'up' : change.startsWith('−') ? 'down' : undefined)

type SignInProps = { id: string; report: SignIns; summary: Report }

function SignInStats({ id, report, summary: { signIns } }: SignInProps) {
  const { t } = useLingui()
  const { search } = useLocation()
  const { successRate, fallbackShare, time, failed } = report
  const link = (filters: Filters | undefined) => logsPath(id, { ...filters, ...during(report) })
  const completed = link(filterSeries('authentications', 'success'))
  return (
    <>
      <Stat
        name={t`Success rate`}
        value={successRate === undefined ? undefined : formatShare(successRate)}
        to={link(filterSeries('authentications', 'failure'))}
        note={t`${{ count: formatBriefly(failed) }} rejected`}
      />
      <Stat
        name={t`Time to sign in`}
        value={time && formatDuration(time.medianMs)}
        to={completed}
        note={time && t`median, p95 ${{ duration: formatDuration(time.p95Ms) }}`}
      />
      <Stat
        name={t`Fallback share`}
        value={fallbackShare === undefined ? undefined : formatShare(fallbackShare)}
        to={`/applications/${id}/analytics/sign-ins${search}`}
        note={t`${{ count: formatBriefly(signIns.fallback) }} sign-ins`}
      />
    </>
  )
}
