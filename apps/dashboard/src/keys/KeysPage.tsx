import { useParams } from 'react-router'
import { useApplicationName } from '../applications/name.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Page } from '../ui/Page.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { ClientKeys } from './ClientKeys.tsx'
import { SigningKeys } from './SigningKeys.tsx'

/** The keys of an application: of its backends, and of its tokens. */
export function KeysPage() {
  const { applicationId = '' } = useParams()
  const name = useApplicationName(applicationId)
  return (
    <Page
      title="Keys"
      description="How your backend proves who it is, and how it verifies tokens."
      parent={{ title: name, to: `/applications/${applicationId}` }}
    >
      <ApiKeys id={applicationId} />
      <Boundary>
        <SigningKeys id={applicationId} />
      </Boundary>
      <Boundary>
        <ClientKeys id={applicationId} />
      </Boundary>
    </Page>
  )
}
