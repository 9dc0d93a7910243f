import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const [renamed, setRenamed] = useState<MemberPasskey>()
  const [removed, setRemoved] = useState<MemberPasskey>()
  return (
    <>
      <ul aria-label={t`Passkeys`}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={styles.passkey}>
            <AuthenticatorIcon iconLight={passkey.iconLight} iconDark={passkey.iconDark} />
            <About passkey={passkey} />
            <div className={styles.buttons}>
              <Button
                variant="default"
                size="xs"
                aria-label={t`Rename ${{ name: passkey.name }}`}
                onClick={() => setRenamed(passkey)}
              >
                <Trans>Rename</Trans>
              </Button>
              {passkeys.length > 1 && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t`Remove ${{ name: passkey.name }}`}
                  onClick={() => setRemoved(passkey)}
                >
                  <Trans>Remove</Trans>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {renamed && (
        <NameDialog
          title={t`Rename the passkey`}
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
  const { t } = useLingui()
  const { name, current, synced, authenticator, createdAt, lastUsedAt, lastUsedFrom } = passkey
  return (
    <div className={styles.about}>
      <h3>
        {name}
        <Tooltip label={synced ? t`Available on several devices` : t`Bound to one device`}>
          <span>
            <Badge>{synced ? t`Synced` : t`Device-bound`}</Badge>
          </span>
        </Tooltip>
        {current && (
          <Badge kind="good">
            <Trans>This session</Trans>
          </Badge>
        )}
      </h3>
      <p>
        {authenticator !== undefined && authenticator !== name && `${authenticator} · `}
        <Trans>Created {{ day: formatDay(createdAt) }}</Trans>
        {' · '}
        {lastUsedAt === undefined ? (
          <Trans>Never used to sign in</Trans>
        ) : (
          <Trans>
            Last used <Time at={lastUsedAt} />
          </Trans>
        )}
        {lastUsedAt !== undefined && lastUsedFrom !== undefined && ` · ${lastUsedFrom}`}
      </p>
    </div>
  )
}

type RemoveProps = { memberId: string; passkey: MemberPasskey; onClose: () => void }

function RemoveDialog({ memberId, passkey: { id, name, current }, onClose }: RemoveProps) {
  const { t } = useLingui()
  async function send() {
    await call('memberPasskeyRemove', { params: { id: memberId, passkeyId: id } })
    // Its session ended with it.
    if (current) await queryClient.invalidateQueries(sessionQuery)
  }
  return (
    <ConfirmedCall
      title={t`Remove ${name}?`}
      action={t`Remove passkey`}
      send={send}
      changed={passkeysQuery(memberId)}
      done={t`Removed ${name}`}
      onClose={onClose}
    >
      {current
        ? t`You signed in with this passkey, so you’ll be signed out. Sign in again with another one.`
        : t`The passkey stops working immediately, and the sessions that last used it end.`}{' '}
      <Trans>
        Also delete it on the device or in the password manager that stores it, which still offers it otherwise.
      </Trans>
    </ConfirmedCall>
  )
}
