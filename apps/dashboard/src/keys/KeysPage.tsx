import { useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { ClientKeys } from './ClientKeys.tsx'
import { SigningKeys } from './SigningKeys.tsx'

/** The keys of an application: of its backends, and of its tokens. */
export function KeysPage() {
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage
      id={applicationId}
      title={t`Keys`}
      description={t`Keys that authenticate your backend, and keys that verify tokens.`}
    >
      <ApiKeys id={applicationId} />
      <Boundary>
        <SigningKeys id={applicationId} />
      </Boundary>
      <Boundary>
        <ClientKeys id={applicationId} />
      </Boundary>
    </ApplicationPage>
  )
}
