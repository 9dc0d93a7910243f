import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { addressOperation } from '../api/call.ts'
import { toDays } from '../common/analytics/days.ts'
import { logsPath } from '../common/events/filters.ts'
import { Card } from '../ui/Card.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { formatCount, formatDuration, formatShare } from '../ui/numbers.ts'
import type { ReportProps } from './Activity.tsx'
import styles from './Analytics.module.css'
import { ColumnChart } from './ColumnChart.tsx'
import { Figure } from './Figure.tsx'
import { during, filterError, filterMethod, filterSeries } from './links.ts'
import { NumberLink } from './NumberLink.tsx'
import { type SignIns, signInsQuery } from './queries.ts'
import { RankingFigure } from './RankingFigure.tsx'
import { Stat } from './Stat.tsx'
import { nameReasons, nameSeries } from './words.ts'

type PartProps = { id: string; report: SignIns; csv: string; file: string }

/** How sign-ins succeed, how long they take, and why they fail. */
export function SignInReport({ id, view }: ReportProps) {
  const query = toDays(view)
  const { data } = useSuspenseQuery(signInsQuery(id, query))
  const part: PartProps = {
    id,
    report: data,
    csv: addressOperation('analyticsSignIns', { params: { id }, query: { ...query, format: 'csv' } }),
    file: `${id}-sign-ins-${view.from}-${view.to}`,
  }
  return (
    <>
      <Outcome {...part} />
      <Duration {...part} />
      <div className={styles.grid}>
        <Methods {...part} />
        <Reasons {...part} />
      </div>
    </>
  )
}

function Outcome({ id, report }: PartProps) {
  const { t } = useLingui()
  const { succeeded, failed, successRate, time, fallbackShare } = report
  const link = (name: string) => logsPath(id, { ...filterSeries('authentications', name), ...during(report) })
  return (
    <Card>
      <dl className={styles.stats}>
        <Stat name={t`Completed`} value={formatCount(succeeded)} to={link('success')} />
        <Stat name={t`Rejected`} value={formatCount(failed)} to={link('failure')} />
        <Stat name={t`Success rate`} value={successRate === undefined ? undefined : formatShare(successRate)} />
        <Stat name={t`Median time`} value={time && formatDuration(time.medianMs)} />
        <Stat name={t`95th percentile`} value={time && formatDuration(time.p95Ms)} />
        <Stat name={t`Fallback share`} value={fallbackShare === undefined ? undefined : formatShare(fallbackShare)} />
      </dl>
    </Card>
  )
}

type Bin = NonNullable<SignIns['time']>['bins'][number]

const nameBin = ({ fromMs, toMs }: Bin) =>
  i18n._(msg`${{ from: formatDuration(fromMs) }} to ${{ to: formatDuration(toMs) }}`)

function Duration({ id, report, ...download }: PartProps) {
  const { t } = useLingui()
  const { time } = report
  if (!time) return null
  const { bins } = time
  const [median, p95] = [formatDuration(time.medianMs), formatDuration(time.p95Ms)]
  const filters = { ...filterSeries('authentications', 'success'), ...during(report) }
  const columns: Column<Bin>[] = [
    { id: 'time', header: t`Time`, cell: ({ row }) => nameBin(row.original) },
    {
      id: 'count',
      header: t`Sign-ins`,
      meta: { isNumber: true },
      cell: ({ row }) => <NumberLink id={id} count={row.original.count} filters={filters} />,
    },
  ]
  return (
    <Figure
      title={t`Time to sign in`}
      description={t`From the start of the flow to its completion, including the time that users take.`}
      {...download}
      columns={columns}
      rows={bins}
      getKey={({ fromMs }) => String(fromMs)}
    >
      <ColumnChart
        label={t`Time to sign in: half of the sign-ins take at most ${median}, 95% at most ${p95}`}
        series={[t`Sign-ins`]}
        columns={bins.map((bin) => ({
          key: String(bin.fromMs),
          tick: formatDuration(bin.fromMs),
          title: nameBin(bin),
          counts: [bin.count],
        }))}
      />
    </Figure>
  )
}

function Methods({ report, ...part }: PartProps) {
  const { t } = useLingui()
  const rows = report.methods.map(({ name, count, share }) => ({
    key: name,
    name: nameSeries(name),
    count,
    share,
    filters: { ...filterMethod(name), ...during(report) },
  }))
  return (
    <RankingFigure {...part} title={t`Methods`} description={t`How users signed in.`} noun={t`Method`} rows={rows} />
  )
}

function Reasons({ report, ...part }: PartProps) {
  const { t } = useLingui()
  const total = report.errors.reduce((sum, { count }) => sum + count, 0)
  const names = nameReasons(report.errors.map(({ reason }) => reason))
  const rows = report.errors.map(({ ceremony, reason, count }, index) => {
    const filters = filterError(ceremony, reason)
    return {
      key: `${ceremony}:${reason}`,
      name: t`${{ ceremony: nameSeries(ceremony) }}: ${{ reason: names[index]! }}`,
      count,
      share: count / total,
      filters: filters && { ...filters, ...during(report) },
    }
  })
  const description = t`Why ceremonies of all kinds were rejected. Callers never learn the reason.`
  return <RankingFigure {...part} title={t`Errors by reason`} description={description} noun={t`Reason`} rows={rows} />
}
