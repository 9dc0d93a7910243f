import { useParams } from 'react-router'
import { readAddress } from '../common/applications/address.ts'
import { useApplicationName } from '../common/applications/name.ts'
import { type Application, useApplication } from '../common/applications/queries.ts'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Page } from '../ui/Page.tsx'
import { Time } from '../ui/Time.tsx'
import { Pulse } from './Pulse.tsx'
import { Quickstart } from './quickstart/Quickstart.tsx'
import { TryIt } from './quickstart/TryIt.tsx'
import { SetUpProblems } from './SetUpProblems.tsx'

/** An introduction to an application, and to its use by a website. */
export function OverviewPage() {
  const { applicationId = '' } = useParams()
  return (
    <Page title={useApplicationName(applicationId)} parent={{ title: 'Applications', to: '/' }}>
      <Overview key={applicationId} id={applicationId} />
    </Page>
  )
}

function Overview({ id }: { id: string }) {
  const application = useApplication(id)
  return (
    <>
      <Addresses application={application} />
      <SetUpProblems id={id} />
      <Pulse id={id} />
      <TryIt application={application} />
      <Quickstart application={application} />
    </>
  )
}

function Addresses({ application }: { application: Application }) {
  const { id, rpId, origins, updatedAt } = application
  const address = readAddress(application)
  return (
    <Card>
      <Facts>
        <Fact name="Base URL">
          <code>{address}</code>
          <CopyButton text={address} what="base URL" />
        </Fact>
        <Fact name="ID">
          <code>{id}</code>
          <CopyButton text={id} what="ID" />
        </Fact>
        <Fact name="RP ID">
          <code>{rpId}</code>
        </Fact>
        <Fact name={origins.length === 1 ? 'Origin' : 'Origins'}>
          {origins.map((origin) => (
            <code key={origin}>{origin}</code>
          ))}
        </Fact>
        <Fact name="Changed">
          <Time at={updatedAt} />
        </Fact>
      </Facts>
    </Card>
  )
}
