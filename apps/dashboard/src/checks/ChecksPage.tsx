import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { countFindings, type ProblemCounts, sortFindings, titleFindings } from '../common/checks/findings.ts'
import { checksQuery } from '../common/checks/queries.ts'
import { FindingRow } from '../common/findings/FindingRow.tsx'
import { useInstallation } from '../common/installation/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { Page } from '../ui/Page.tsx'

/** The findings of `doctor`, with the fix of each problem. */
export function ChecksPage() {
  const { t } = useLingui()
  const { command } = useInstallation()
  return (
    <Page title={t`Setup check`} description={describeCheck(command)} actions={<CheckAgain />}>
      <Findings />
    </Page>
  )
}

const describeCheck = (command: string | undefined) =>
  command === undefined
    ? i18n._(msg`What keeps passkeys from working, and how to fix it.`)
    : i18n._(
        msg`What keeps passkeys from working, and how to fix it. The command “${{ command: `${command} doctor` }}” finds the same.`,
      )

function CheckAgain() {
  const queries = useQueryClient()
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={17} stroke={1.8} aria-hidden="true" />}
      onClick={() => queries.invalidateQueries(checksQuery)}
    >
      <Trans>Check again</Trans>
    </Button>
  )
}

function Findings() {
  const { data } = useSuspenseQuery(checksQuery)
  const { broken, warnings } = countFindings(data)
  return (
    <Card title={titleFindings({ broken, warnings })} actions={<Counts broken={broken} warnings={warnings} />} flush>
      <ul>
        {sortFindings(data).map((finding) => (
          <FindingRow key={finding.name + finding.message} finding={finding} />
        ))}
      </ul>
    </Card>
  )
}

function Counts({ broken, warnings }: ProblemCounts) {
  return (
    <>
      {broken > 0 && (
        <Badge kind="danger">
          <Plural value={broken} one="# error" other="# errors" />
        </Badge>
      )}
      {warnings > 0 && (
        <Badge kind="warning">
          <Plural value={warnings} one="# warning" other="# warnings" />
        </Badge>
      )}
    </>
  )
}
