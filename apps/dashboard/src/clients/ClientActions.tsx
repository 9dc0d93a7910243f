import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { formatSeconds } from '../ui/times.ts'
import { showSuccess } from '../ui/toast.tsx'
import { type Client, clientsPath, clientsQuery } from './queries.ts'

type Props = { id: string; client: Client }

/** Switches a client off and on, and deletes it. */
export function ClientActions({ id, client }: Props) {
  const [asked, setAsked] = useState<'disable' | 'delete'>()
  const toggle = useToggle(id, client)
  const close = () => setAsked(undefined)
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden="true" />}>
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => (client.disabled ? toggle.mutate() : setAsked('disable'))}>
            {client.disabled ? 'Enable' : 'Disable'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setAsked('delete')}>
            Delete client
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'disable' && (
        <ConfirmDialog
          title={`Disable ${client.name}?`}
          action="Disable"
          isDangerous={false}
          isPending={toggle.isPending}
          onConfirm={() => toggle.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          Sign-ins to {client.name} fail, and its tokens can’t be renewed, until you enable it again. Consents stay.
        </ConfirmDialog>
      )}
      {asked === 'delete' && <DeleteDialog id={id} client={client} onClose={close} />}
    </>
  )
}

function useToggle(id: string, { id: clientId, name, disabled }: Client) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('openidClientChange', { params: { id, clientId }, body: { disabled: !disabled } }),
    onSuccess: async () => {
      await queries.invalidateQueries(clientsQuery(id))
      showSuccess(`${disabled ? 'Enabled' : 'Disabled'} ${name}`)
    },
  })
}

function DeleteDialog({ id, client, onClose }: Props & { onClose: () => void }) {
  const { id: clientId, name, type, accessTokenSeconds } = client
  const queries = useQueryClient()
  const go = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('openidClientDelete', { params: { id, clientId } }),
    onSuccess: async () => {
      showSuccess(`Deleted ${name}`)
      await go(clientsPath(id))
      await queries.invalidateQueries(clientsQuery(id))
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete client"
      isPending={isPending}
      onConfirm={mutate}
      onClose={onClose}
    >
      {type === 'machine'
        ? `${name} can’t get tokens anymore. `
        : `Users can’t sign in to ${name} anymore, and their consents are deleted. `}
      Its refresh tokens stop working immediately, and its access tokens after {formatSeconds(accessTokenSeconds)} at
      the latest. {type !== 'machine' && `Users who are signed in to ${name} stay so until it ends their session.`}
    </ConfirmDialog>
  )
}
