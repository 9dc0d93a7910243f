import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import styles from './Filters.module.css'
import { describePeriod, fromLocalTime, type Period, recentPeriods, toLocalTime } from './period.ts'

type Props = { period: Period; onChange: (period: Period) => void }

/** When the events happened: all time, the last hours or days, or between two times. */
export function PeriodPicker({ period, onChange }: Props) {
  const { t, i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  function pick(picked: Period) {
    setOpen(false)
    onChange({ since: picked.since, until: picked.until })
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          className={styles.period}
          variant="default"
          size="xs"
          aria-label={t`Period: ${{ period: describePeriod(period) }}`}
          leftSection={<IconCalendar size={14} stroke={1.8} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          {describePeriod(period)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.popover} aria-label={t`Period`}>
        <div className={styles.periods}>
          <Button variant="subtle" size="compact-sm" justify="start" data-autofocus onClick={() => pick({})}>
            <Trans>All time</Trans>
          </Button>
          {recentPeriods.map(({ label, length }) => (
            <Button
              key={length}
              variant="subtle"
              size="compact-sm"
              justify="start"
              onClick={() => pick({ since: new Date(Date.now() - length).toISOString() })}
            >
              {i18n._(label)}
            </Button>
          ))}
        </div>
        <Between period={period} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Between({ period, onPick }: { period: Period; onPick: (period: Period) => void }) {
  const { t } = useLingui()
  const [since, setSince] = useState(toLocalTime(period.since))
  const [until, setUntil] = useState(toLocalTime(period.until))
  const isReversed = since !== '' && until !== '' && since >= until
  function submit(event: FormEvent) {
    event.preventDefault()
    onPick({ since: fromLocalTime(since), until: fromLocalTime(until) })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        type="datetime-local"
        label={t({ message: 'From', context: 'time' })}
        value={since}
        onChange={({ target }) => setSince(target.value)}
      />
      <TextInput
        type="datetime-local"
        label={t`Before`}
        value={until}
        error={isReversed && t`Must be later than the start`}
        onChange={({ target }) => setUntil(target.value)}
      />
      <Button type="submit" disabled={isReversed || (since === '' && until === '')}>
        <Trans>Apply</Trans>
      </Button>
    </form>
  )
}
