import { useSuspenseQuery } from '@tanstack/react-query'
import { addressOperation } from '../api/call.ts'
import { toDays } from '../common/analytics/days.ts'
import type { ReportProps } from './Activity.tsx'
import styles from './Analytics.module.css'
import { CeremonySelect } from './CeremonySelect.tsx'
import { during, filterFact } from './links.ts'
import { devicesQuery } from './queries.ts'
import { RankingFigure } from './RankingFigure.tsx'
import { nameClientType, nameSeries } from './words.ts'

const kinds = [
  { kind: 'os', title: 'Operating systems', noun: 'System', describe: nameSeries },
  { kind: 'client', title: 'Browsers and apps', noun: 'Client', describe: nameSeries },
  { kind: 'clientType', title: 'Types of clients', noun: 'Type', describe: nameClientType },
] as const

/** The systems that users sign in with, or create passkeys on. */
export function Devices({ id, view, change }: ReportProps) {
  const { of } = view
  const query = { ...toDays(view), of }
  const { data } = useSuspenseQuery(devicesQuery(id, query))
  const csv = addressOperation('analyticsDevices', { params: { id }, query: { ...query, format: 'csv' } })
  return (
    <>
      <CeremonySelect of={of} change={change} />
      <div className={styles.grid}>
        {kinds.map(({ kind, title, noun, describe }) => (
          <RankingFigure
            key={kind}
            id={id}
            title={title}
            noun={noun}
            csv={csv}
            file={`${id}-devices-${view.from}-${view.to}`}
            rows={data[kind].map(({ name, count, share }) => {
              const filters = filterFact(of, kind, name)
              return {
                key: name,
                name: describe(name),
                count,
                share,
                filters: filters && { ...filters, ...during(data) },
              }
            })}
          />
        ))}
      </div>
    </>
  )
}
