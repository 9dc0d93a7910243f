import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { everyApplication, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import { useState } from 'react'
import { type CallResult, call } from '../api/call.ts'
import { RolesField } from '../common/members/RolesField.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SecretDialog } from '../ui/SecretDialog.tsx'
import styles from './Members.module.css'
import { invitationsQuery } from './queries.ts'

/** Creates an invitation, sends it, and shows its link once. With `application`, to that application only. */
export function InviteDialog({ application, onClose }: { application?: string; onClose: () => void }) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<RoleAssignment[]>([
    { application: application ?? everyApplication, role: 'viewer' },
  ])
  const queries = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () =>
      call('invitationCreate', { body: { roles, ...(email.trim() !== '' && { email: email.trim() }) } }),
    onSuccess: () => queries.invalidateQueries(invitationsQuery),
    meta: { quiet: true },
  })
  if (data) return <Link invitation={data} onClose={onClose} />
  return (
    <FormDialog
      title={t`Invite a member`}
      size="lg"
      action={email.trim() === '' ? t`Create link` : t`Send invitation`}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <TextInput
        label={t`Email address`}
        description={t`Optional. If the service can send email, it sends the link there.`}
        type="email"
        data-autofocus
        maxLength={254}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <RolesField value={roles} onChange={setRoles} application={application} />
    </FormDialog>
  )
}

type LinkProps = { invitation: CallResult<'invitationCreate'>; onClose: () => void }

function Link({ invitation: { url, email, delivery, warning }, onClose }: LinkProps) {
  const { t } = useLingui()
  return (
    <SecretDialog title={t`Invitation link`} what={t`invitation link`} secret={url} onClose={onClose}>
      <div className={styles.link}>
        {warning && <Notice kind="warning">{warning}</Notice>}
        {delivery && email && <Delivery delivery={delivery} email={email} />}
        <p>
          {delivery?.outcome === 'sent'
            ? t`You can also pass the link on yourself.`
            : t`Send this link to the new member.`}{' '}
          <Trans>It works once, within three days, and is never shown again.</Trans>
        </p>
      </div>
    </SecretDialog>
  )
}

type DeliveryProps = { delivery: NonNullable<LinkProps['invitation']['delivery']>; email: string }

function Delivery({ delivery: { outcome, reason }, email }: DeliveryProps) {
  if (outcome === 'sent')
    return (
      <Notice kind="good">
        <Trans>The invitation was sent to {email}.</Trans>
      </Notice>
    )
  if (outcome === 'outbox')
    return (
      <Notice kind="info">
        <Trans>In development, no email is sent to {email}.</Trans>
      </Notice>
    )
  return (
    <Notice kind="warning">
      <Trans>
        No email was sent to {email}: {reason}.
      </Trans>
    </Notice>
  )
}
