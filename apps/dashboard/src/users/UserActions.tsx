import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { type UserDetails, userQuery } from '../common/users/queries.ts'
import { useHasRole } from '../session/session.ts'
import { ActionsMenu } from '../ui/ActionsMenu.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showSuccess } from '../ui/toast.tsx'
import { useLeave } from '../ui/use-leave.ts'
import { InvitationLink } from './InvitationLink.tsx'

type Props = { id: string; user: UserDetails }
type Action = 'signOut' | 'deactivate' | 'delete'

/** The actions for a user. */
export function UserActions({ id, user }: Props) {
  const canChange = useHasRole('developer', id)
  const [asked, setAsked] = useState<Action>()
  const setStatus = useStatus(id, user)
  const saveData = useDataDownload(id, user)
  const invite = useMutation({
    mutationFn: () => call('userInvite', { params: { id, userId: user.id }, body: {} }),
  })
  if (!canChange) return null
  return (
    <>
      <ActionsMenu>
        <Menu.Item onClick={() => saveData.mutate()}>
          <Trans>Download all data</Trans>
        </Menu.Item>
        {user.passkeys.length === 0 && user.status === 'active' && (
          <Menu.Item onClick={() => invite.mutate()}>
            <Trans>Create an invitation link</Trans>
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => setAsked('signOut')}>
          <Trans>Sign out everywhere</Trans>
        </Menu.Item>
        {user.status === 'active' ? (
          <Menu.Item onClick={() => setAsked('deactivate')}>
            <Trans>Deactivate</Trans>
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => setStatus.mutate('active')}>
            <Trans>Activate</Trans>
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => setAsked('delete')}>
          <Trans>Delete user</Trans>
        </Menu.Item>
      </ActionsMenu>
      {asked && <ActionDialog id={id} user={user} action={asked} onClose={() => setAsked(undefined)} />}
      {invite.data && <InvitationLink username={user.username} invitation={invite.data} onClose={invite.reset} />}
    </>
  )
}

function useStatus(id: string, { id: userId, username }: UserDetails) {
  const { t } = useLingui()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (status: UserDetails['status']) => call('userChange', { params: { id, userId }, body: { status } }),
    onSuccess: async ({ status }) => {
      await queries.invalidateQueries({ queryKey: ['applications', id, 'users'] })
      showSuccess(status === 'active' ? t`Activated ${username}` : t`Deactivated ${username}`)
    },
  })
}

const useDataDownload = (id: string, { id: userId, username }: UserDetails) =>
  useMutation({
    mutationFn: () => call('userDataExport', { params: { id, userId } }),
    onSuccess: (data) => {
      const content = JSON.stringify(data, null, 2)
      saveFile(new Blob([content], { type: 'application/json' }), `${id}-${username}.json`)
    },
  })

type Question = { title: string; action: string; text: string; isDangerous: boolean }

const questions: Record<Action, (username: string) => Question> = {
  signOut: (username) => ({
    title: i18n._(msg`Sign ${{ username }} out everywhere?`),
    action: i18n._(msg({ message: 'Sign out', context: 'of a user' })),
    text: i18n._(
      msg`Tokens, sessions, codes, and invitation links of this user stop working immediately. Passkeys remain, so the user can sign in again.`,
    ),
    isDangerous: false,
  }),
  deactivate: (username) => ({
    title: i18n._(msg`Deactivate ${{ username }}?`),
    action: i18n._(msg`Deactivate`),
    text: i18n._(
      msg`The user is signed out everywhere and can’t sign in until you activate the account again. Passkeys remain.`,
    ),
    isDangerous: false,
  }),
  delete: (username) => ({
    title: i18n._(msg`Delete ${{ username }}?`),
    action: i18n._(msg`Delete user`),
    text: i18n._(
      msg`This permanently deletes the account with its passkeys, contacts, profile, and devices. Events about the user remain until their retention ends, with the user ID instead of the username.`,
    ),
    isDangerous: true,
  }),
}

function ActionDialog({ id, user, action, onClose }: Props & { action: Action; onClose: () => void }) {
  const { title, text, isDangerous, action: verb } = questions[action](user.username)
  const perform = usePerform(id, user, action)
  return (
    <ConfirmDialog
      title={title}
      action={verb}
      isDangerous={isDangerous}
      isPending={perform.isPending}
      onConfirm={() => perform.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  )
}

function usePerform(id: string, user: UserDetails, action: Action) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const leave = useLeave()
  const params = { id, userId: user.id }
  const perform: Record<Action, () => Promise<unknown>> = {
    signOut: () => call('userSignOut', { params }),
    deactivate: () => call('userChange', { params, body: { status: 'inactive' } }),
    delete: () => call('userDelete', { params }),
  }
  const { username } = user
  const done: Record<Action, string> = {
    signOut: t`Signed out ${username}`,
    deactivate: t`Deactivated ${username}`,
    delete: t`Deleted ${username}`,
  }
  return useMutation({
    mutationFn: () => perform[action](),
    onSuccess: async () => {
      showSuccess(done[action])
      if (action === 'delete') {
        await leave(`/applications/${id}/users`)
        queries.removeQueries(userQuery(id, user.id))
      }
      await queries.invalidateQueries({ queryKey: ['applications', id, 'users'] })
    },
  })
}
