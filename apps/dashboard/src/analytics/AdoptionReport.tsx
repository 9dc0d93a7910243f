import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { addressOperation } from '../api/call.ts'
import { toDays } from '../common/analytics/days.ts'
import { logsPath } from '../common/events/filters.ts'
import { Card } from '../ui/Card.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { formatCount, formatShare } from '../ui/numbers.ts'
import type { ReportProps } from './Activity.tsx'
import styles from './Analytics.module.css'
import { Figure } from './Figure.tsx'
import { FlowChart } from './FlowChart.tsx'
import { createFlow, filterStep, listSteps, type Step } from './flow.ts'
import { during } from './links.ts'
import { NumberLink } from './NumberLink.tsx'
import { type Adoption, type AdoptionPartProps, adoptionQuery } from './queries.ts'
import { SignInPaths } from './SignInPaths.tsx'

/** How users get from the offer of a passkey to a passkey, and what stops them. */
export function AdoptionReport({ id, view }: ReportProps) {
  const query = toDays(view)
  const { data } = useSuspenseQuery(adoptionQuery(id, query))
  const csv = addressOperation('analyticsAdoption', { params: { id }, query: { ...query, format: 'csv' } })
  const file = `${id}-adoption-${view.from}-${view.to}`
  return (
    <>
      <Funnel id={id} report={data} csv={csv} file={file} />
      <Explanations />
      <SignInPaths id={id} report={data} csv={csv} file={file} />
    </>
  )
}

function Funnel({ id, report, ...download }: AdoptionPartProps) {
  const { t } = useLingui()
  const flow = createFlow(report)
  const filters = (step: Step) => ({ ...filterStep(step), ...during(report) })
  const columns: Column<Step>[] = [
    { id: 'name', header: t`Step`, cell: ({ row }) => row.original.name },
    {
      id: 'count',
      header: t`Registrations`,
      meta: { isNumber: true },
      cell: ({ row: { original } }) => <NumberLink id={id} count={original.count} filters={filters(original)} />,
    },
    {
      id: 'share',
      header: t`Of those offered`,
      meta: { isNumber: true },
      cell: ({ row }) => (report.offered === 0 ? '–' : formatShare(row.original.count / report.offered)),
    },
  ]
  return (
    <Figure
      title={t`Passkey adoption`}
      description={summarize(report)}
      {...download}
      columns={columns}
      rows={listSteps(flow)}
      getKey={({ key }) => key}
    >
      {report.offered === 0 ? (
        <p className={styles.nothing}>
          <Trans>No registrations were started in this period.</Trans>
        </p>
      ) : (
        <FlowChart label={t`Passkey adoption`} flow={flow} findPath={(step) => logsPath(id, filters(step))} />
      )}
    </Figure>
  )
}

function summarize({ offered, created }: Adoption): string {
  if (offered === 0) return i18n._(msg`From the offer of a passkey to its creation.`)
  const [count, total, share] = [formatCount(created), formatCount(offered), formatShare(created / offered)]
  return i18n._(msg`${{ count }} of ${{ total }} offered passkeys were created: ${{ share }}.`)
}

const explanations = [
  [
    msg`Offered`,
    msg`Registrations that started: your page called createPasskey, or offered a passkey after another sign-in.`,
  ],
  [msg`Supported`, msg`Without the devices that reported that they support no such passkey.`],
  [
    msg`With a dialog, automatically`,
    msg`Whether the browser asked the user, or created the passkey after another sign-in.`,
  ],
  [msg`Already exists`, msg`The device has a passkey for this account. The user can sign in with it.`],
  [msg`Canceled or timed out`, msg`The user closed the dialog, or didn’t respond in time.`],
  [msg`Error`, msg`Another error of the browser, or a registration that the service rejected.`],
  [msg`Unfinished`, msg`No further response, usually because the user closed the dialog or the page.`],
] as const

function Explanations() {
  const { t } = useLingui()
  return (
    <Card title={t`What the steps count`} description={t`Starts and browser reports are counted once a minute.`}>
      <dl className={styles.explained}>
        {explanations.map(([name, text]) => (
          <div key={name.id}>
            <dt>{t(name)}</dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
