import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '../ui/Card.tsx'
import { describeChange, formatBriefly, formatCount, formatShare } from '../ui/numbers.ts'
import styles from './Activity.module.css'
import { DayChart } from './DayChart.tsx'
import type { ActivityReport } from './use-activity.ts'

type Props = { id: string; report: ActivityReport }

/** How much an application is used: sign-ins day by day, and the figures that a team asks for first. */
export function Activity({ id, report }: Props) {
  const { t } = useLingui()
  const { now, before, users, passkeys, days } = report
  const path = `/applications/${id}`
  const { rejected } = now
  const calls = now.signIns + rejected
  return (
    <Card
      title={t`Last 30 days`}
      actions={
        <Button variant="default" component={Link} to={`${path}/analytics`}>
          <Trans>Open analytics</Trans>
        </Button>
      }
    >
      <dl className={styles.figures}>
        <Figure name={t`Sign-ins`} to={`${path}/analytics/sign-ins`} value={formatBriefly(now.signIns)} isMain>
          <Change now={now.signIns} before={before.signIns} />
        </Figure>
        <Figure name={t`Users with a passkey`} to={`${path}/users`} value={formatBriefly(users)}>
          <Plural value={passkeys} one="# passkey" other="# passkeys" />
        </Figure>
        <Figure name={t`New passkeys`} to={`${path}/analytics/adoption`} value={formatBriefly(now.newPasskeys)}>
          <Change now={now.newPasskeys} before={before.newPasskeys} />
        </Figure>
        <Figure
          name={t`Success rate`}
          to={`${path}/analytics/sign-ins`}
          value={calls === 0 ? '–' : formatShare(now.signIns / calls)}
        >
          <Plural value={rejected} one="# sign-in rejected" other="# sign-ins rejected" />
        </Figure>
      </dl>
      <DayChart from={days.from} values={now.byDay} />
    </Card>
  )
}

type FigureProps = { name: string; value: string; to: string; isMain?: boolean; children: ReactNode }

function Figure({ name, value, to, isMain = false, children }: FigureProps) {
  return (
    <div className={styles.figure} data-main={isMain || undefined}>
      <dt>{name}</dt>
      <dd>
        <Link to={to} className={styles.value}>
          {value}
        </Link>
        <span className={styles.note}>{children}</span>
      </dd>
    </div>
  )
}

/** Compared with the 30 days before; nothing if there was next to nothing then. */
function Change({ now, before }: { now: number; before: number }) {
  const { t } = useLingui()
  const change = describeChange(now, before)
  if (change === undefined) return null
  const count = formatCount(before)
  return (
    <span title={t`${count} in the 30 days before`}>
      <Trans>{change} vs. the 30 days before</Trans>
    </span>
  )
}
