import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type SeriesMetric, seriesMetrics } from '@thumbturn/contract/vocabulary/analytics.ts'
import { useNavigate } from 'react-router'
import { addressOperation } from '../api/call.ts'
import { toDays } from '../common/analytics/days.ts'
import { logsPath } from '../common/events/filters.ts'
import type { Column } from '../ui/DataTable.tsx'
import { ColumnChart } from './ColumnChart.tsx'
import { type ColumnData, foldSeries } from './columns.ts'
import { Figure } from './Figure.tsx'
import { nameIntervals } from './interval-texts.ts'
import { filterSeries } from './links.ts'
import { NumberLink } from './NumberLink.tsx'
import { type Series, seriesQuery } from './queries.ts'
import { Summary } from './Summary.tsx'
import { listIntervals, type View, type ViewChange } from './view.ts'
import { intervalTexts, listCounts, metricTexts, nameSeries } from './words.ts'

export type ReportProps = { id: string; view: View; change: (change: ViewChange) => void }

/** The activity of an application: the figures, and one of them over time. */
export function Activity(props: ReportProps) {
  return (
    <>
      <Summary {...props} />
      <OverTime {...props} />
    </>
  )
}

function OverTime({ id, view, change }: ReportProps) {
  const { t } = useLingui()
  const { metric, interval } = view
  const query = { ...toDays(view), metric, interval }
  const { data: series } = useSuspenseQuery(seriesQuery(id, query))
  const go = useNavigate()
  const { names, fold } = foldSeries(series)
  const words = nameIntervals(series.interval, series.timeZone)
  const columns = series.intervals.map(({ start, end, counts }): ColumnData => {
    const isOpen = Date.parse(end) > Date.now()
    const name = words.title(start)
    const title = isOpen ? t`${name}, so far` : name
    return { key: start, tick: words.tick(start), title, counts: fold(counts), isOpen }
  })
  const texts = names.map(nameSeries)
  const title = t(metricTexts[metric])
  const open = ({ key }: ColumnData) => {
    const end = series.intervals.find(({ start }) => start === key)?.end
    void go(logsPath(id, { ...filterColumn(metric, names), since: key, until: end ?? series.to }))
  }
  return (
    <Figure
      title={title}
      description={t`To see the events, open a column or a number in the table.`}
      controls={<Controls view={view} change={change} />}
      csv={addressOperation('analyticsSeries', { params: { id }, query: { ...query, format: 'csv' } })}
      file={`${id}-${metric}-${view.from}-${view.to}`}
      columns={listColumns({ id, series })}
      rows={series.intervals.toReversed()}
      getKey={({ start }) => start}
    >
      <ColumnChart label={describeSeries(title, { texts, columns })} series={texts} columns={columns} onOpen={open} />
    </Figure>
  )
}

/** The events of all series of a column: the beginning of the types that they share. */
function filterColumn(metric: SeriesMetric, names: readonly string[]) {
  if (metric === 'events' || metric === 'users' || metric === 'signIns') return {}
  const [first = '', ...others] = names.map((name) => filterSeries(metric, name)?.type ?? '')
  const words = first.split('.')
  const shared = words.filter((_, index) => {
    const start = words.slice(0, index + 1).join('.')
    return others.every((type) => type === start || type.startsWith(`${start}.`))
  })
  return shared.length === 0 ? {} : { type: shared.join('.') }
}

type ColumnDescriptions = { texts: readonly string[]; columns: readonly ColumnData[] }

/** The chart in a sentence. */
function describeSeries(title: string, { texts, columns }: ColumnDescriptions): string {
  const sums = texts.map((_, index) => columns.reduce((total, { counts }) => total + (counts[index] ?? 0), 0))
  const [first, last] = [columns.at(0)?.title, columns.at(-1)?.title]
  const totals = listCounts(texts, sums) || i18n._(msg`none`)
  return i18n._(msg`${{ title }}, ${{ first }} to ${{ last }}: ${{ totals }}`)
}

function Controls({ view, change }: Pick<ReportProps, 'view' | 'change'>) {
  const { t } = useLingui()
  return (
    <>
      <NativeSelect
        aria-label={t`Metric`}
        value={view.metric}
        data={seriesMetrics.map((value) => ({ value, label: t(metricTexts[value]) }))}
        onChange={({ target }) => change({ metric: target.value })}
      />
      <NativeSelect
        aria-label={t`Interval`}
        value={view.interval}
        data={listIntervals(view).map((value) => ({ value, label: t(intervalTexts[value]) }))}
        onChange={({ target }) => change({ interval: target.value })}
      />
    </>
  )
}

type Row = Series['intervals'][number]

function listColumns({ id, series }: { id: string; series: Series }): Column<Row>[] {
  const words = nameIntervals(series.interval, series.timeZone)
  const counts = series.names.map((name, index): Column<Row> => {
    const cell = ({ start, end, counts: values }: Row) => {
      const filters = filterSeries(series.metric, name)
      return <NumberLink id={id} count={values[index]!} filters={filters && { ...filters, since: start, until: end }} />
    }
    return { id: name, header: nameSeries(name), cell: ({ row }) => cell(row.original) }
  })
  return [{ id: 'start', header: i18n._(msg`Time`), cell: ({ row }) => words.title(row.original.start) }, ...counts]
}
