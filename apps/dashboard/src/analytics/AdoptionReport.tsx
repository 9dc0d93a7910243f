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
  const flow = createFlow(report)
  const filters = (step: Step) => ({ ...filterStep(step), ...during(report) })
  const columns: Column<Step>[] = [
    { id: 'name', header: 'Step', cell: ({ row }) => row.original.name },
    {
      id: 'count',
      header: 'Registrations',
      meta: { isNumber: true },
      cell: ({ row: { original } }) => <NumberLink id={id} count={original.count} filters={filters(original)} />,
    },
    {
      id: 'share',
      header: 'Of those offered',
      meta: { isNumber: true },
      cell: ({ row }) => (report.offered === 0 ? '–' : formatShare(row.original.count / report.offered)),
    },
  ]
  return (
    <Figure
      title="Passkey adoption"
      description={summarize(report)}
      {...download}
      columns={columns}
      rows={listSteps(flow)}
      getKey={({ key }) => key}
    >
      {report.offered === 0 ? (
        <p className={styles.nothing}>No registrations were started in this period.</p>
      ) : (
        <FlowChart label="Passkey adoption" flow={flow} findPath={(step) => logsPath(id, filters(step))} />
      )}
    </Figure>
  )
}

function summarize({ offered, created }: Adoption): string {
  if (offered === 0) return 'From the offer of a passkey to its creation.'
  return `${formatCount(created)} of ${formatCount(offered)} offered passkeys were created: ${formatShare(created / offered)}.`
}

const explanations = [
  [
    'Offered',
    'Registrations that started: your page called createPasskey, or offered a passkey after another sign-in.',
  ],
  ['Supported', 'Without the devices that reported that they support no such passkey.'],
  ['With a dialog, automatically', 'Whether the browser asked the user, or created the passkey after another sign-in.'],
  ['Already exists', 'The device has a passkey for this account. The user can sign in with it.'],
  ['Canceled or timed out', 'The user closed the dialog, or didn’t respond in time.'],
  ['Error', 'Another error of the browser, or a registration that the service rejected.'],
  ['Unfinished', 'No further response, usually because the user closed the dialog or the page.'],
] as const

function Explanations() {
  return (
    <Card title="What the steps count" description="Starts and browser reports are counted once a minute.">
      <dl className={styles.explained}>
        {explanations.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
