import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { useHasRole } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PagePlaceholder } from '../ui/PagePlaceholder.tsx'
import { SaveBar } from '../ui/SaveBar.tsx'
import { ClientActions } from './ClientActions.tsx'
import { ClientFields } from './ClientFields.tsx'
import { ClientSettings } from './ClientSettings.tsx'
import { Connection } from './Connection.tsx'
import { HostedPageNotices } from './HostedPageNotices.tsx'
import { type Client, clientsPath, useClient } from './queries.ts'
import { Secrets } from './Secrets.tsx'
import { clientTypes } from './types.ts'
import { useClientEdit } from './use-client-edit.ts'

/** One client: what the program needs, who can sign in to it, and its secrets. */
export function ClientPage() {
  const { applicationId = '', clientId = '' } = useParams()
  return (
    <Boundary placeholder={<PagePlaceholder isWhole />}>
      <Content key={clientId} id={applicationId} clientId={clientId} />
    </Boundary>
  )
}

function Content({ id, clientId }: { id: string; clientId: string }) {
  const { t } = useLingui()
  const { client, issuer, notices } = useClient(id, clientId)
  const canChange = useHasRole('developer', id)
  const edit = useClientEdit(id, client)
  return (
    <ApplicationPage
      title={client.name}
      description={<Description client={client} />}
      id={id}
      section={{ title: t`OpenID clients`, to: clientsPath(id) }}
      actions={canChange && <ClientActions id={id} client={client} />}
    >
      {client.disabled && (
        <Notice kind="warning" title={t`This client is disabled`}>
          <Trans>Users can’t sign in to the program, and its tokens can’t be renewed, until you enable it again.</Trans>
        </Notice>
      )}
      <HostedPageNotices id={id} issuer={issuer} notices={notices} />
      <Connection issuer={issuer} client={client} />
      <Secrets id={id} client={client} canChange={canChange} />
      {client.type !== 'machine' && <ClientSettings issuer={issuer} client={client} />}
      {!canChange && (
        <Notice kind="info">
          <Trans>A developer or an owner can change this client.</Trans>
        </Notice>
      )}
      <ClientFields id={id} client={client} edit={edit} disabled={!canChange} />
      <SaveBar edit={edit} />
    </ApplicationPage>
  )
}

function Description({ client: { type, disabled } }: { client: Client }) {
  const { i18n } = useLingui()
  return (
    <>
      {i18n._(clientTypes[type].title)}{' '}
      {disabled && (
        <Badge kind="warning">
          <Trans>Disabled</Trans>
        </Badge>
      )}
    </>
  )
}
