import type { CallResult } from '../api/call.ts'
import { SecretDialog } from '../ui/SecretDialog.tsx'
import { formatMoment } from '../ui/times.ts'

export type Invitation = CallResult<'userInvite'>

type Props = { username: string; invitation: Invitation; onClose: () => void }

/** Shows the link with which a user creates their first passkey. */
export const InvitationLink = ({ username, invitation: { link, expiresAt }, onClose }: Props) => (
  <SecretDialog title={`Invitation for ${username}`} what="invitation link" secret={link} onClose={onClose}>
    Send this link to {username}. It works once, until {formatMoment(expiresAt)}, and isn’t shown again. The link gives
    access to the account, so send it to no other person.
  </SecretDialog>
)
