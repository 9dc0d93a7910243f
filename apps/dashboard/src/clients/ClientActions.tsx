import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { ActionsMenu } from '../ui/ActionsMenu.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { formatSeconds } from '../ui/times.ts'
import { showSuccess } from '../ui/toast.tsx'
import { useLeave } from '../ui/use-leave.ts'
import { type Client, clientsPath, clientsQuery } from './queries.ts'

type Props = { id: string; client: Client }

/** Switches a client off and on, and deletes it. */
export function ClientActions({ id, client }: Props) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<'disable' | 'delete'>()
  const toggle = useToggle(id, client)
  const close = () => setAsked(undefined)
  return (
    <>
      <ActionsMenu>
        <Menu.Item onClick={() => (client.disabled ? toggle.mutate() : setAsked('disable'))}>
          {client.disabled ? t`Enable` : t`Disable`}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => setAsked('delete')}>
          <Trans>Delete client</Trans>
        </Menu.Item>
      </ActionsMenu>
      {asked === 'disable' && (
        <ConfirmDialog
          title={t`Disable ${{ name: client.name }}?`}
          action={t`Disable`}
          isDangerous={false}
          isPending={toggle.isPending}
          onConfirm={() => toggle.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <Trans>
            Sign-ins to {{ name: client.name }} fail, and its tokens can’t be renewed, until you enable it again.
            Consents stay.
          </Trans>
        </ConfirmDialog>
      )}
      {asked === 'delete' && <DeleteDialog id={id} client={client} onClose={close} />}
    </>
  )
}

function useToggle(id: string, { id: clientId, name, disabled }: Client) {
  const { t } = useLingui()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('openidClientChange', { params: { id, clientId }, body: { disabled: !disabled } }),
    onSuccess: async () => {
      await queries.invalidateQueries(clientsQuery(id))
      showSuccess(disabled ? t`Enabled ${name}` : t`Disabled ${name}`)
    },
  })
}

function DeleteDialog({ id, client, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui()
  const { id: clientId, name, type, accessTokenSeconds } = client
  const lifetime = formatSeconds(accessTokenSeconds)
  const queries = useQueryClient()
  const leave = useLeave()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('openidClientDelete', { params: { id, clientId } }),
    onSuccess: async () => {
      showSuccess(t({ message: `Deleted ${name}`, context: 'client' }))
      await leave(clientsPath(id))
      await queries.invalidateQueries(clientsQuery(id))
    },
  })
  return (
    <ConfirmDialog
      title={t`Delete ${name}?`}
      action={t`Delete client`}
      isPending={isPending}
      onConfirm={mutate}
      onClose={onClose}
    >
      {type === 'machine' ? (
        <Trans>
          {name} can’t get tokens anymore. Its refresh tokens stop working immediately, and its access tokens after{' '}
          {lifetime} at the latest.
        </Trans>
      ) : (
        <Trans>
          Users can’t sign in to {name} anymore, and their consents are deleted. Its refresh tokens stop working
          immediately, and its access tokens after {lifetime} at the latest. Users who are signed in to {name} stay so
          until it ends their session.
        </Trans>
      )}
    </ConfirmDialog>
  )
}
