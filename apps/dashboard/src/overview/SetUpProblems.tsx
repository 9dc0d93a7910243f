import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { sortFindings } from '../common/checks/findings.ts'
import { applicationChecksQuery } from '../common/checks/queries.ts'
import { FindingRow } from '../common/findings/FindingRow.tsx'
import { Card } from '../ui/Card.tsx'

/** The problems that keep the passkeys of an application from working; nothing if all is well. */
export function SetUpProblems({ id }: { id: string }) {
  const { t } = useLingui()
  const { data = [] } = useQuery(applicationChecksQuery(id))
  const problems = sortFindings(data).filter(({ status }) => status !== 'good')
  if (problems.length === 0) return null
  return (
    <Card title={t`Setup`} description={t`What the setup check found for this application.`} flush>
      <ul aria-label={t`Problems`}>
        {problems.map((finding) => (
          <FindingRow key={finding.message} finding={finding} isNamed={false} />
        ))}
      </ul>
    </Card>
  )
}
