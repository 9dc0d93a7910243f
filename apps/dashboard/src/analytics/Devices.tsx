import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
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
  { kind: 'os', title: msg`Operating systems`, noun: msg`System`, describe: nameSeries },
  { kind: 'client', title: msg`Browsers and apps`, noun: msg`Client`, describe: nameSeries },
  { kind: 'clientType', title: msg`Types of clients`, noun: msg`Type`, describe: nameClientType },
] as const

/** The systems that users sign in with, or create passkeys on. */
export function Devices({ id, view, change }: ReportProps) {
  const { t } = useLingui()
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
            title={t(title)}
            noun={t(noun)}
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
