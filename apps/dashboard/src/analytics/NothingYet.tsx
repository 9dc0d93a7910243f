import { Trans, useLingui } from '@lingui/react/macro'
import { IconChartBar } from '@tabler/icons-react'
import { QuickstartButton } from '../common/applications/QuickstartButton.tsx'
import { useInstallation } from '../common/installation/queries.ts'
import { Card } from '../ui/Card.tsx'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import styles from './Analytics.module.css'

/** A preview of the reports, for an application without users. */
export function NothingYet({ id }: { id: string }) {
  const { t } = useLingui()
  const { demoDataCommand } = useInstallation()
  return (
    <Card>
      <EmptyState icon={IconChartBar} title={t`No data yet`} actions={<QuickstartButton id={id} />}>
        <Trans>
          Sign-ups, sign-ins, devices, and what stops users from creating a passkey appear here a few seconds after they
          happen. Create your first passkey with the quickstart.
        </Trans>
      </EmptyState>
      {demoDataCommand !== undefined && (
        <div className={styles.demoData}>
          <p>
            <Trans>To see the reports with made-up users and a year of events, fill an application named sample:</Trans>
          </p>
          <CodeBlock title={t`In the service’s folder`} what={t`command`} code={demoDataCommand} />
        </div>
      )}
    </Card>
  )
}
