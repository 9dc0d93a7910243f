import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '../api/call.ts'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { useHasRole } from '../session/session.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { PagePlaceholder } from '../ui/PagePlaceholder.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { ConnectorActions } from './ConnectorActions.tsx'
import { DeadLetters } from './DeadLetters.tsx'
import { describeTarget, kinds } from './kinds.ts'
import { type Connector, connectorQuery, connectorsPath } from './queries.ts'
import { Receiver } from './Receiver.tsx'
import { ReceiverFailure } from './receiver-failure.ts'
import { Status } from './Status.tsx'

/** One connector: whether it delivers, where to, and what its receiver rejected. */
export function ConnectorPage() {
  const { applicationId = '', connectorId = '' } = useParams()
  return (
    <Boundary placeholder={<PagePlaceholder isWhole />}>
      <Content id={applicationId} connectorId={connectorId} />
    </Boundary>
  )
}

function Content({ id, connectorId }: { id: string; connectorId: string }) {
  const { t, i18n } = useLingui()
  const { data: connector } = useSuspenseQuery(connectorQuery(id, connectorId))
  const canChange = useHasRole('developer', id)
  return (
    <ApplicationPage
      title={connector.name}
      description={`${i18n._(kinds[connector.target.type].title)}, ${describeTarget(connector.target)}`}
      id={id}
      section={{ title: t`Connectors`, to: connectorsPath(id) }}
      actions={
        canChange && (
          <>
            <TestButton id={id} connector={connector} />
            <ConnectorActions id={id} connector={connector} />
          </>
        )
      }
    >
      <Status connector={connector} />
      <Receiver id={id} connector={connector} />
      {connector.status.deadLetters > 0 && <DeadLetters id={id} connector={connector} />}
    </ApplicationPage>
  )
}

function TestButton({ id, connector }: { id: string; connector: Connector }) {
  const { t } = useLingui()
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendTestEvent(id, connector.id),
    onSuccess: () => showSuccess(t`The receiver accepted the test event`),
  })
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      <Trans>Send test event</Trans>
    </Button>
  )
}

async function sendTestEvent(id: string, connectorId: string) {
  const { delivered, error = '' } = await call('connectorTest', { params: { id, connectorId } })
  if (!delivered) throw new ReceiverFailure(i18n._(msg`The test event was not accepted: ${{ error }}.`))
}
