import { NativeSelect } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type SeriesMetric, seriesMetrics } from '@thumbturn/contract/vocabulary/analytics.ts'
import { useNavigate } from 'react-router'
import { addressOperation } from '../api/call.ts'
import { toDays } from '../common/analytics/days.ts'
import { logsPath } from '../common/events/filters.ts'
import type { Column } from '../ui/DataTable.tsx'
import { formatCount } from '../ui/numbers.ts'
import { ColumnChart } from './ColumnChart.tsx'
import { type ColumnData, foldSeries } from './columns.ts'
import { Figure } from './Figure.tsx'
import { nameIntervals } from './interval-texts.ts'
import { filterSeries } from './links.ts'
import { NumberLink } from './NumberLink.tsx'
import { type Series, seriesQuery } from './queries.ts'
import { Summary } from './Summary.tsx'
import { listIntervals, type View, type ViewChange } from './view.ts'
import { intervalTexts, metricTexts, nameSeries } from './words.ts'

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
  const { metric, interval } = view
  const query = { ...toDays(view), metric, interval }
  const { data: series } = useSuspenseQuery(seriesQuery(id, query))
  const go = useNavigate()
  const { names, fold } = foldSeries(series)
  const words = nameIntervals(series.interval, series.timeZone)
  const columns = series.intervals.map(({ start, end, counts }): ColumnData => {
    const isOpen = Date.parse(end) > Date.now()
    const title = isOpen ? `${words.title(start)}, so far` : words.title(start)
    return { key: start, tick: words.tick(start), title, counts: fold(counts), isOpen }
  })
  const texts = names.map(nameSeries)
  const open = ({ key }: ColumnData) => {
    const end = series.intervals.find(({ start }) => start === key)?.end
    void go(logsPath(id, { ...filterColumn(metric, names), since: key, until: end ?? series.to }))
  }
  return (
    <Figure
      title={metricTexts[metric]}
      description="To see the events, open a column or a number in the table."
      controls={<Controls view={view} change={change} />}
      csv={addressOperation('analyticsSeries', { params: { id }, query: { ...query, format: 'csv' } })}
      file={`${id}-${metric}-${view.from}-${view.to}`}
      columns={listColumns({ id, series })}
      rows={series.intervals.toReversed()}
      getKey={({ start }) => start}
    >
      <ColumnChart
        label={describeSeries(metricTexts[metric], { texts, columns })}
        series={texts}
        columns={columns}
        onOpen={open}
      />
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
  const totals = texts.map((text, index) => {
    const sum = columns.reduce((total, { counts }) => total + (counts[index] ?? 0), 0)
    return `${formatCount(sum)} ${text.toLowerCase()}`
  })
  return `${title}, ${columns.at(0)?.title} to ${columns.at(-1)?.title}: ${totals.join(', ') || 'none'}`
}

function Controls({ view, change }: Pick<ReportProps, 'view' | 'change'>) {
  return (
    <>
      <NativeSelect
        aria-label="Metric"
        value={view.metric}
        data={seriesMetrics.map((value) => ({ value, label: metricTexts[value] }))}
        onChange={({ target }) => change({ metric: target.value })}
      />
      <NativeSelect
        aria-label="Interval"
        value={view.interval}
        data={listIntervals(view).map((value) => ({ value, label: intervalTexts[value] }))}
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
  return [{ id: 'start', header: 'Time', cell: ({ row }) => words.title(row.original.start) }, ...counts]
}
