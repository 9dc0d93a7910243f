import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { InviteDialog } from './InviteDialog.tsx'

/** Opens the dialog that invites a member; with `application`, to that application only. */
export function InviteButton({ application }: { application?: string }) {
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <Button
        leftSection={<IconUserPlus size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => setIsInviting(true)}
      >
        <Trans>Invite a member</Trans>
      </Button>
      {isInviting && <InviteDialog application={application} onClose={() => setIsInviting(false)} />}
    </>
  )
}
