import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Failure } from '../failures/Failure.tsx'
import { Panel } from '../ui/Panel.tsx'
import { AddDialog } from './AddDialog.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import type { PasskeyDialogState } from './change.ts'
import { PasskeyRow } from './PasskeyRow.tsx'
import styles from './PasskeysPanel.module.css'
import { usePasskeys } from './passkeys.ts'

type Open = { what: 'add' } | PasskeyDialogState

/** The user's passkeys and their actions. `currentId` is the passkey of this session. */
export function PasskeysPanel({ username, currentId }: { username: string; currentId: string }) {
  const { data: passkeys } = usePasskeys(username)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const last = passkeys?.length === 1
  const add = (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />}
      onClick={() => setOpen({ what: 'add' })}
    >
      Add a passkey
    </Button>
  )
  return (
    <Panel title="Your passkeys" aside={add}>
      <PasskeyList username={username} currentId={currentId} onOpen={setOpen} />
      {open?.what === 'add' && <AddDialog username={username} onClose={close} />}
      {open && open.what !== 'add' && (
        <ChangeDialog
          {...open}
          last={last}
          current={open.passkey.id === currentId}
          username={username}
          onClose={close}
        />
      )}
    </Panel>
  )
}

type ListProps = { username: string; currentId: string; onOpen: (open: Open) => void }

function PasskeyList({ username, currentId, onOpen }: ListProps) {
  const { data: passkeys, error, refetch } = usePasskeys(username)
  if (passkeys?.length === 0)
    return <p className={styles.empty}>No passkeys left. Add one, or you can’t sign in again.</p>
  if (passkeys) {
    return (
      <ul className={styles.list}>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            current={passkey.id === currentId}
            onRename={() => onOpen({ what: 'rename', passkey })}
            onDelete={() => onOpen({ what: 'delete', passkey })}
          />
        ))}
      </ul>
    )
  }
  if (!error) return <Loading />
  return (
    <>
      <Failure error={error} />
      <Button mt="md" size="xs" variant="default" onClick={() => refetch()}>
        Try again
      </Button>
    </>
  )
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true">
      <p className="visually-hidden">Loading your passkeys</p>
      <Skeleton height={18} width="45%" />
      <Skeleton height={14} width="70%" />
    </div>
  )
}
