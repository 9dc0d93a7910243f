import { Button, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { sessionQuery } from '../../session/session.ts'
import { AuthenticatorIcon } from '../../ui/AuthenticatorIcon.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { ConfirmedCall } from '../../ui/ConfirmedCall.tsx'
import { NameDialog } from '../../ui/NameDialog.tsx'
import { Time } from '../../ui/Time.tsx'
import { formatDay } from '../../ui/times.ts'
import styles from './PasskeyList.module.css'
import { type MemberPasskey, passkeysQuery } from './passkeys.ts'

type Props = { memberId: string; passkeys: readonly MemberPasskey[] }

/** The passkeys of a member. Each can be renamed, and removed unless it is the last one. */
export function PasskeyList({ memberId, passkeys }: Props) {
  const [renamed, setRenamed] = useState<MemberPasskey>()
  const [removed, setRemoved] = useState<MemberPasskey>()
  return (
    <>
      <ul aria-label="Passkeys">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={styles.passkey}>
            <AuthenticatorIcon iconLight={passkey.iconLight} iconDark={passkey.iconDark} />
            <About passkey={passkey} />
            <div className={styles.buttons}>
              <Button
                variant="default"
                size="xs"
                aria-label={`Rename ${passkey.name}`}
                onClick={() => setRenamed(passkey)}
              >
                Rename
              </Button>
              {passkeys.length > 1 && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setRemoved(passkey)}
                >
                  Remove
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {renamed && (
        <NameDialog
          title="Rename the passkey"
          name={renamed.name}
          send={(name) =>
            call('memberPasskeyRename', { params: { id: memberId, passkeyId: renamed.id }, body: { name } })
          }
          changed={passkeysQuery(memberId)}
          onClose={() => setRenamed(undefined)}
        />
      )}
      {removed && <RemoveDialog memberId={memberId} passkey={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

function About({ passkey }: { passkey: MemberPasskey }) {
  const { name, current, synced, authenticator, createdAt, lastUsedAt, lastUsedFrom } = passkey
  return (
    <div className={styles.about}>
      <h3>
        {name}
        <Tooltip label={synced ? 'Available on several devices' : 'Bound to one device'}>
          <span>
            <Badge>{synced ? 'Synced' : 'Device-bound'}</Badge>
          </span>
        </Tooltip>
        {current && <Badge kind="good">This session</Badge>}
      </h3>
      <p>
        {authenticator !== undefined && authenticator !== name && `${authenticator} · `}
        Created {formatDay(createdAt)}
        {lastUsedAt === undefined ? (
          ' · Never used to sign in'
        ) : (
          <>
            {' · Last used '}
            <Time at={lastUsedAt} />
            {lastUsedFrom !== undefined && ` · ${lastUsedFrom}`}
          </>
        )}
      </p>
    </div>
  )
}

type RemoveProps = { memberId: string; passkey: MemberPasskey; onClose: () => void }

function RemoveDialog({ memberId, passkey: { id, name, current }, onClose }: RemoveProps) {
  async function send() {
    await call('memberPasskeyRemove', { params: { id: memberId, passkeyId: id } })
    // Its session ended with it.
    if (current) await queryClient.invalidateQueries(sessionQuery)
  }
  return (
    <ConfirmedCall
      title={`Remove ${name}?`}
      action="Remove passkey"
      send={send}
      changed={passkeysQuery(memberId)}
      done={`Removed ${name}`}
      onClose={onClose}
    >
      {current
        ? 'You signed in with this passkey, so you’ll be signed out. Sign in again with another one.'
        : 'The passkey stops working immediately, and the sessions that last used it end.'}{' '}
      Also delete it on the device or in the password manager that stores it, which still offers it otherwise.
    </ConfirmedCall>
  )
}
