import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { FindingRow } from '../common/checks/FindingRow.tsx'
import { sortFindings } from '../common/checks/findings.ts'
import { checksQuery } from '../common/checks/queries.ts'
import { Card } from '../ui/Card.tsx'
import { Page } from '../ui/Page.tsx'

/** The findings of `doctor`, with the fix of each problem. */
export function ChecksPage() {
  return (
    <Page
      title="Setup check"
      description="Finds what keeps passkeys, calls, or messages from working. The command npx thumbturn doctor prints the same."
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
      <ul>
        {sortFindings(data).map((finding) => (
          <FindingRow key={finding.name + finding.message} finding={finding} />
        ))}
      </ul>
    </Card>
  )
}
