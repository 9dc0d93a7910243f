import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { ActionsMenu } from '../ui/ActionsMenu.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useLeave } from '../ui/use-leave.ts'
import { type Connector, connectorsPath, connectorsQuery } from './queries.ts'
import { RotateDialog } from './RotateDialog.tsx'

type Props = { id: string; connector: Connector }

/** The actions of a connector besides editing it. */
export function ConnectorActions({ id, connector }: Props) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<'rotate' | 'delete'>()
  const pause = usePause(id, connector)
  const canRotate = connector.secretFields.length > 0
  const close = () => setAsked(undefined)
  return (
    <>
      <ActionsMenu>
        <Menu.Item onClick={() => pause.mutate()}>{connector.pausedAt ? t`Resume` : t`Pause`}</Menu.Item>
        {canRotate && (
          <Menu.Item onClick={() => setAsked('rotate')}>
            <Trans>Replace the secrets</Trans>
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => setAsked('delete')}>
          <Trans>Delete connector</Trans>
        </Menu.Item>
      </ActionsMenu>
      {asked === 'rotate' && <RotateDialog id={id} connector={connector} onClose={close} />}
      {asked === 'delete' && <DeleteDialog id={id} connector={connector} onClose={close} />}
    </>
  )
}

function usePause(id: string, { id: connectorId, name, pausedAt }: Connector) {
  const { t } = useLingui()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(pausedAt ? 'connectorResume' : 'connectorPause', { params: { id, connectorId } }),
    onSuccess: async () => {
      await queries.invalidateQueries(connectorsQuery(id))
      showSuccess(pausedAt ? t`Resumed ${name}` : t`Paused ${name}`)
    },
  })
}

function DeleteDialog({ id, connector, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const leave = useLeave()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('connectorDelete', { params: { id, connectorId: connector.id } }),
    onSuccess: async () => {
      showSuccess(t({ message: `Deleted ${{ name: connector.name }}`, context: 'connector' }))
      await queries.invalidateQueries({ ...connectorsQuery(id), exact: true })
      await leave(connectorsPath(id))
    },
  })
  return (
    <ConfirmDialog
      title={t`Delete ${{ name: connector.name }}?`}
      action={t`Delete connector`}
      isPending={isPending}
      onConfirm={mutate}
      onClose={onClose}
    >
      <Trans>
        Events that it hasn’t sent yet won’t be sent, and its dead letters are deleted. The events remain in the logs.
      </Trans>
    </ConfirmDialog>
  )
}
