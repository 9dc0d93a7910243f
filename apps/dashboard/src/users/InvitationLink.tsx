import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResult } from '../api/call.ts'
import { SecretDialog } from '../ui/SecretDialog.tsx'
import { formatMoment } from '../ui/times.ts'

export type Invitation = CallResult<'userInvite'>

type Props = { username: string; invitation: Invitation; onClose: () => void }

/** Shows the link with which a user creates their first passkey. */
export function InvitationLink({ username, invitation: { link, expiresAt }, onClose }: Props) {
  const { t } = useLingui()
  const end = formatMoment(expiresAt)
  return (
    <SecretDialog title={t`Invitation for ${username}`} what={t`invitation link`} secret={link} onClose={onClose}>
      <Trans>
        Send this link to {username}. It works once, until {end}, and isn’t shown again. The link gives access to the
        account, so send it to no other person.
      </Trans>
    </SecretDialog>
  )
}
