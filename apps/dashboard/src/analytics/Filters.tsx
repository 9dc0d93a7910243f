import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, Select } from '@mantine/core'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { ownTimeZone } from '../common/analytics/days.ts'
import { DayInput } from '../common/fields/DayInput.tsx'
import { useCopy } from '../ui/use-copy.ts'
import styles from './Analytics.module.css'
import { namePeriod } from './interval-texts.ts'
import { periods, pinView, type View, type ViewChange } from './view.ts'
import { periodTexts } from './words.ts'

type Props = { view: View; change: (change: ViewChange) => void }

/** The period and time zone of all reports, and a link to exactly this view. */
export function Filters({ view, change }: Props) {
  const { t } = useLingui()
  return (
    <div className={styles.filters}>
      <NativeSelect
        aria-label={t`Period`}
        value={view.period}
        data={periods.map((value) => ({ value, label: t(periodTexts[value]) }))}
        onChange={({ target }) => change(toChange(target.value, view))}
      />
      {view.period === 'custom' && <CustomDays view={view} change={change} />}
      <Select
        className={styles.zone!}
        aria-label={t`Time zone`}
        searchable
        allowDeselect={false}
        limit={100}
        nothingFoundMessage={t`There is no such time zone.`}
        value={view.timeZone}
        data={listTimeZones(view.timeZone)}
        onChange={(zone) => change({ timeZone: zone === ownTimeZone() ? undefined : (zone ?? undefined) })}
      />
      <span className={styles.covered}>
        {namePeriod(view)}
        <CopyLinkButton link={findLink(view)} />
      </span>
    </div>
  )
}

/** For a colleague, on any day. */
function CopyLinkButton({ link }: { link: string }) {
  const { copy, isCopied: copied } = useCopy()
  const Icon = copied ? IconCheck : IconLink
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Icon size={16} stroke={1.8} aria-hidden="true" />}
      onClick={() => copy(link)}
    >
      {copied ? <Trans>Copied</Trans> : <Trans>Copy link</Trans>}
    </Button>
  )
}

/** A period of one's own begins with the days that are shown. */
function toChange(period: string, { from, to }: View): ViewChange {
  const reset = { interval: undefined }
  if (period === 'custom') return { from, to, ...reset }
  return { period: period === '30d' ? undefined : period, ...reset }
}

function CustomDays({ view: { from, to }, change }: Props) {
  const { t } = useLingui()
  return (
    <>
      <DayInput
        aria-label={t`First day`}
        value={from}
        onChange={(day) => day && change(day > to ? { from: day, to: day } : { from: day })}
      />
      <DayInput
        aria-label={t`Last day`}
        value={to}
        onChange={(day) => day && change(day < from ? { from: day, to: day } : { to: day })}
      />
    </>
  )
}

/** The browser's time zone and UTC first. */
function listTimeZones(current: string): { value: string; label: string }[] {
  const zones = new Set([ownTimeZone(), 'UTC', current, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}

const findLink = (view: View) => `${window.location.origin}${window.location.pathname}?${pinView(view)}`
