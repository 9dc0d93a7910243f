import { Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PasskeyDialogState } from '../../passkeys/change.ts'
import { PasskeyRow } from '../../passkeys/PasskeyRow.tsx'
import styles from '../../passkeys/PasskeysPanel.module.css'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { useCancelable } from '../../ui/cancelable.ts'
import { LiveRegion } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { announce } from '../../ui/Toast.tsx'
import type { Overview } from '../accounts/overview.ts'
import { Failure } from '../failures/Failure.tsx'
import { callBank, thumbturn } from '../session/session.ts'
import { PasskeyDialog } from './PasskeyDialog.tsx'

/** The customer's passkeys. After a sign-in with a passkey, they can be renamed and deleted. */
export function PasskeysPanel({ overview: { username, byPasskey } }: { overview: Overview }) {
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => thumbturn.listPasskeys() })
  const [asked, setAsked] = useState<PasskeyDialogState>()
  const add = useCancelable(
    async (_: undefined, signal) => {
      // The bank grants every passkey; a real bank could require a letter or a visit.
      const { token } = await callBank<{ token: string }>('POST', '/passkeys/grant')
      await thumbturn.createPasskey(username, { token, usernameType: 'email', payment: true, signal })
    },
    {
      onSuccess: async () => {
        await passkeys.refetch()
        announce('The new passkey is ready.')
      },
    },
  )
  const button = (
    <CeremonyButton
      variant="default"
      size="sm"
      pending={add.isPending}
      icon={IconPlus}
      onClick={() => !add.isPending && add.mutate(undefined)}
      onCancel={add.cancel}
    >
      Add a passkey
    </CeremonyButton>
  )
  return (
    <Panel title="Your passkeys" lead={byPasskey ? undefined : changeNeedsPasskey} aside={button}>
      <ul className={styles.list}>
        {passkeys.data?.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            current={passkey.id === thumbturn.getSessionInfo()?.passkeyId}
            {...(byPasskey && {
              onRename: () => setAsked({ what: 'rename', passkey }),
              onDelete: () => setAsked({ what: 'delete', passkey }),
            })}
          />
        ))}
      </ul>
      {passkeys.isPending && <Skeleton height={44} />}
      <LiveRegion>
        {add.isError && <Failure error={add.error} />}
        {passkeys.isError && <Failure error={passkeys.error} />}
      </LiveRegion>
      {asked && <PasskeyDialog {...asked} last={passkeys.data?.length === 1} onClose={() => setAsked(undefined)} />}
    </Panel>
  )
}

const changeNeedsPasskey = 'You signed in without one. To rename or delete a passkey, sign in with a passkey.'
