import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Filters, logsPath } from '../common/events/filters.ts'
import type { Column } from '../ui/DataTable.tsx'
import { formatShare } from '../ui/numbers.ts'
import styles from './Analytics.module.css'
import { Figure } from './Figure.tsx'
import { NumberLink } from './NumberLink.tsx'
import { type Rank, RankingChart } from './RankingChart.tsx'

/** One line of a ranking, with the events behind it. */
export type RankingRow = Omit<Rank, 'to'> & { filters: Filters | undefined }

/** The table has all of them. */
const mostDrawn = 10

type Props = {
  id: string
  title: string
  description?: ReactNode
  controls?: ReactNode
  /** The noun for one line, as the header of its column. */
  noun: string
  csv: string
  file: string
  rows: readonly RankingRow[]
}

/** A ranking as a chart and as a table. */
export function RankingFigure({ id, noun, rows, title, ...figure }: Props) {
  const ranks = rows.slice(0, mostDrawn).map(({ filters, ...rank }) => ({
    ...rank,
    to: filters && logsPath(id, filters),
  }))
  return (
    <Figure title={title} {...figure} columns={listColumns(id, noun)} rows={rows} getKey={({ key }) => key}>
      {rows.length === 0 ? (
        <p className={styles.nothing}>
          <Trans>There’s no data for this period.</Trans>
        </p>
      ) : (
        <RankingChart label={title} ranks={ranks} />
      )}
    </Figure>
  )
}

const listColumns = (id: string, noun: string): Column<RankingRow>[] => [
  { id: 'name', header: noun, cell: ({ row }) => row.original.name },
  {
    id: 'count',
    header: i18n._(msg`Count`),
    meta: { isNumber: true },
    cell: ({ row: { original } }) => <NumberLink id={id} count={original.count} filters={original.filters} />,
  },
  {
    id: 'share',
    header: i18n._(msg`Share`),
    meta: { isNumber: true },
    cell: ({ row }) => formatShare(row.original.share),
  },
]
