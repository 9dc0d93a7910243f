import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconRefresh } from '@tabler/icons-react'
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../api/call.ts'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './ChecksPage.module.css'
import { type Finding, findApplication, findCommand, sortFindings } from './findings.ts'

const checksQuery = queryOptions({
  queryKey: ['checks'],
  queryFn: async () => (await call('checksList', {})).checks,
})

/** What `doctor` finds, with the fix of each problem. */
export function ChecksPage() {
  return (
    <Page
      title="Set-up check"
      description="Everything that can keep passkeys from working. The command line has the same: npx thumbturn doctor."
      actions={<CheckAgain />}
    >
      <Findings />
    </Page>
  )
}

function CheckAgain() {
  const queries = useQueryClient()
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={17} stroke={1.8} aria-hidden="true" />}
      onClick={() => queries.invalidateQueries(checksQuery)}
    >
      Check again
    </Button>
  )
}

function Findings() {
  const { data } = useSuspenseQuery(checksQuery)
  const problems = data.filter(({ status }) => status !== 'good').length
  return (
    <Card title={problems === 0 ? 'Everything works' : `${problems} ${problems === 1 ? 'problem' : 'problems'}`} flush>
      <ul className={styles.list}>
        {sortFindings(data).map((finding) => (
          <FindingRow key={finding.name + finding.message} finding={finding} />
        ))}
      </ul>
    </Card>
  )
}

const marks = {
  good: { Icon: IconCircleCheck, text: 'Good' },
  warning: { Icon: IconAlertTriangle, text: 'Warning' },
  broken: { Icon: IconCircleX, text: 'Broken' },
}

function FindingRow({ finding }: { finding: Finding }) {
  const { name, status, message, advice } = finding
  const { Icon, text } = marks[status]
  const application = findApplication(finding)
  return (
    <li className={styles.finding} data-status={status}>
      <Icon size={20} stroke={1.8} aria-label={text} className={styles.icon} />
      <div className={styles.text}>
        <h3>{name.charAt(0).toUpperCase() + name.slice(1)}</h3>
        <p>{message}</p>
        {advice && <Advice advice={advice} />}
      </div>
      {application && status !== 'good' && <Fix application={application} fix={finding.fix} />}
    </li>
  )
}

function Fix({ application, fix }: { application: string; fix: Finding['fix'] }) {
  const opensKeys = fix?.kind === 'openKeys'
  return (
    <Button
      variant="default"
      size="xs"
      component={Link}
      to={`/applications/${application}/${opensKeys ? 'keys' : 'settings'}`}
    >
      {opensKeys ? 'Open keys' : 'Open settings'}
    </Button>
  )
}

function Advice({ advice }: { advice: string }) {
  const command = findCommand(advice)
  return (
    <div className={styles.advice}>
      <p>{advice}.</p>
      {command && (
        <span className={styles.command}>
          <code>{command}</code>
          <CopyButton text={command} what="command" />
        </span>
      )}
    </div>
  )
}
