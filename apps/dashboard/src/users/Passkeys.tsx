import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Tooltip } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { type Passkey, type UserDetails, userQuery } from '../common/users/queries.ts'
import { useHasRole } from '../session/session.ts'
import { AuthenticatorIcon } from '../ui/AuthenticatorIcon.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmedCall } from '../ui/ConfirmedCall.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ModelBadges } from '../ui/ModelBadges.tsx'
import { NameDialog } from '../ui/NameDialog.tsx'
import { Time } from '../ui/Time.tsx'
import { formatDay } from '../ui/times.ts'
import styles from './Users.module.css'

type Props = { id: string; user: UserDetails }

/** The passkeys of a user, each with its authenticator. */
export function Passkeys({ id, user }: Props) {
  const { t } = useLingui()
  const canChange = useHasRole('developer', id)
  const [renamed, setRenamed] = useState<Passkey>()
  const [revoked, setRevoked] = useState<Passkey>()
  return (
    <Card title={t`Passkeys`} flush>
      {user.passkeys.length === 0 && (
        <EmptyState icon={IconFingerprint} title={t`No passkeys`}>
          <Trans>
            The user can’t sign in with a passkey. To let the user create one, choose “Create an invitation link” under
            Actions, or request a grant for <code>reg:write</code> in your backend.
          </Trans>
        </EmptyState>
      )}
      <ul>
        {user.passkeys.map((passkey) => (
          <li key={passkey.id} className={styles.passkey}>
            <AuthenticatorIcon iconLight={passkey.iconLight} iconDark={passkey.iconDark} />
            <About passkey={passkey} />
            {canChange && (
              <div className={styles.buttons}>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t`Rename ${{ name: passkey.name }}`}
                  onClick={() => setRenamed(passkey)}
                >
                  <Trans>Rename</Trans>
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t`Revoke ${{ name: passkey.name }}`}
                  onClick={() => setRevoked(passkey)}
                >
                  <Trans>Revoke</Trans>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {renamed && <RenameDialog id={id} user={user} passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {revoked && <RevokeDialog id={id} user={user} passkey={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  )
}

/** The facts from the extensions of a passkey. Only what is in the authenticator data is stated without a source. */
function listFacts({ client, authenticator }: NonNullable<Passkey['extensions']> = {}): string[] {
  return [
    client?.discoverable === false && i18n._(msg`needs a username, as the browser reported`),
    authenticator?.hmacSecret
      ? i18n._(msg`derives keys`)
      : client?.prf && i18n._(msg`derives keys, as the browser reported`),
    authenticator?.credProtect === 'userVerificationRequired' && i18n._(msg`always verifies its user`),
    authenticator?.minPinLength !== undefined && i18n._(msg`PIN of at least ${{ digits: authenticator.minPinLength }}`),
  ].filter((fact) => typeof fact === 'string')
}

function About({
  passkey: {
    name,
    authenticator,
    synced,
    aaguid,
    metadata,
    attestationFormat,
    createdAt,
    lastUsedAt,
    lastUsedFrom,
    extensions,
  },
}: {
  passkey: Passkey
}) {
  const { t } = useLingui()
  return (
    <div className={styles.about}>
      <h3>
        {name}
        <Tooltip label={synced ? t`Available on several devices` : t`Bound to one device`}>
          <span>
            <Badge>{synced ? t`Synced` : t`Device-bound`}</Badge>
          </span>
        </Tooltip>
        <ModelBadges metadata={metadata} />
      </h3>
      <p>
        <span title={aaguid}>{authenticator ?? t`Unknown authenticator`}</span>
        {attestationFormat === 'none' && metadata && ` ${t`(not attested)`}`} ·{' '}
        {t`created ${{ day: formatDay(createdAt) }}`} · <LastUse at={lastUsedAt} place={lastUsedFrom} />
        {listFacts(extensions).map((fact) => ` · ${fact}`)}
      </p>
    </div>
  )
}

function LastUse({ at, place }: { at: string | undefined; place: string | undefined }) {
  if (at === undefined) return <Trans>never used</Trans>
  if (place === undefined)
    return (
      <Trans>
        used <Time at={at} />
      </Trans>
    )
  return (
    <Trans>
      used <Time at={at} /> from {place}
    </Trans>
  )
}

type DialogProps = Props & { passkey: Passkey; onClose: () => void }

function RenameDialog({ id, user, passkey: { id: passkeyId, name }, onClose }: DialogProps) {
  const { t } = useLingui()
  return (
    <NameDialog
      title={t`Rename the passkey`}
      name={name}
      send={(to) => call('userPasskeyRename', { params: { id, userId: user.id, passkeyId }, body: { name: to } })}
      changed={userQuery(id, user.id)}
      onClose={onClose}
    />
  )
}

function RevokeDialog({ id, user, passkey, onClose }: DialogProps) {
  const { t } = useLingui()
  return (
    <ConfirmedCall
      title={t`Revoke ${{ name: passkey.name }}?`}
      action={t`Revoke`}
      send={() => call('userPasskeyDelete', { params: { id, userId: user.id, passkeyId: passkey.id } })}
      changed={userQuery(id, user.id)}
      done={t({ message: `Revoked ${{ name: passkey.name }}`, context: 'passkey' })}
      onClose={onClose}
    >
      <Trans>The passkey and the tokens from its sign-ins stop working immediately.</Trans>
      {user.passkeys.length === 1 && ` ${t`It is the only passkey of this user.`}`}
    </ConfirmedCall>
  )
}
