import { useLingui } from '@lingui/react/macro'
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useApplicationName } from '../common/applications/name.ts'
import { useApplication } from '../common/applications/queries.ts'
import { awaitedChecksQuery } from '../common/checks/queries.ts'
import { Page } from '../ui/Page.tsx'
import { Activity } from './Activity.tsx'
import { Connection } from './Connection.tsx'
import { FoldedQuickstart, Quickstart } from './quickstart/Quickstart.tsx'
import { TryIt } from './quickstart/TryIt.tsx'
import { SetUpProblems } from './SetUpProblems.tsx'
import { isInUse, useActivity } from './use-activity.ts'

/** An application that is used, or how to begin to use it. */
export function OverviewPage() {
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  usePrefetchQuery(awaitedChecksQuery(applicationId))
  return (
    <Page title={useApplicationName(applicationId)} parent={{ title: t`Applications`, to: '/' }}>
      <Overview key={applicationId} id={applicationId} />
    </Page>
  )
}

function Overview({ id }: { id: string }) {
  const application = useApplication(id)
  const report = useActivity(id)
  useSuspenseQuery(awaitedChecksQuery(id))
  const { hash } = useLocation()
  // While the page is open, it stays as it is: the first user may have been created on it.
  const [isUsed] = useState(isInUse(report))
  return (
    <>
      <SetUpProblems id={id} />
      {isUsed ? <Activity id={id} report={report} /> : <TryIt application={application} />}
      {!isUsed && <Quickstart application={application} />}
      <Connection application={application} />
      {isUsed && <FoldedQuickstart application={application} isOpen={hash === '#quickstart'} />}
    </>
  )
}
