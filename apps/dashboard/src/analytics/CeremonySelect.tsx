import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { type CountedCeremony, countedCeremonies } from '@thumbturn/contract/vocabulary/analytics.ts'
import styles from './Analytics.module.css'
import type { ViewChange } from './view.ts'
import { metricTexts } from './words.ts'

type Props = { of: CountedCeremony; change: (change: ViewChange) => void }

/** Whether a report counts sign-ins or registrations. */
export function CeremonySelect({ of, change }: Props) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      className={styles.ceremony!}
      aria-label={t`Ceremonies`}
      value={of}
      data={countedCeremonies.map((value) => ({ value, label: t(metricTexts[value]) }))}
      onChange={(value) => change({ of: value })}
    />
  )
}
