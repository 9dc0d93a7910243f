import { useParams } from 'react-router'
import { useApplicationName } from '../applications/name.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import { Allowed } from './Allowed.tsx'
import { Blocked } from './Blocked.tsx'

/** Which models of authenticators can hold passkeys of the application. */
export function AuthenticatorsPage() {
  const { applicationId = '' } = useParams()
  const name = useApplicationName(applicationId)
  return (
    <Page
      title="Authenticators"
      description="Which password managers, devices, and security keys can hold passkeys of this application."
      parent={{ title: name, to: `/applications/${applicationId}` }}
    >
      <Notice kind="info">
        A model is what the authenticator states. Require trusted attestation in the settings if users must not be able
        to state another one.
      </Notice>
      <Allowed id={applicationId} />
      <Boundary>
        <Blocked id={applicationId} />
      </Boundary>
    </Page>
  )
}
