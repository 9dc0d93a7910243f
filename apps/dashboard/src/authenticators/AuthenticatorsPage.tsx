import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Allowed } from './Allowed.tsx'
import { Blocked } from './Blocked.tsx'

/** The models of authenticators that can hold passkeys of the application. */
export function AuthenticatorsPage() {
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage
      id={applicationId}
      title={t`Authenticators`}
      description={t`Which password managers, devices, and security keys can hold this application’s passkeys.`}
    >
      <Notice kind="info">
        <Trans>
          Authenticators report their own model, and can report a false one. To verify it, require trusted attestation
          in the settings.
        </Trans>
      </Notice>
      <Allowed id={applicationId} />
      <Boundary>
        <Blocked id={applicationId} />
      </Boundary>
    </ApplicationPage>
  )
}
