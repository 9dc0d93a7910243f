import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type CallResult, call } from '../api/call.ts'
import { CallFailure } from '../api/failure.ts'
import { describeAssignments } from '../common/members/roles.ts'
import styles from '../session/Entrance.module.css'
import { Entrance } from '../session/Entrance.tsx'
import { createMemberPasskey } from '../session/passkeys.ts'
import { startSession } from '../session/session.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { formatMoment } from '../ui/times.ts'
import { SecondPasskey } from './SecondPasskey.tsx'

type Invitation = CallResult<'invitationLookUp'>

const titles: Record<Invitation['kind'], MessageDescriptor> = {
  setUp: msg`Set up Thumbturn`,
  join: msg`Join Thumbturn`,
  recover: msg`Create a new passkey`,
}

/** Where a link of an invitation leads. The token is in the fragment, which browsers never send. */
export function JoinPage() {
  const { t } = useLingui()
  // A member can open another link in the same tab, which loads nothing.
  const token = useLocation().hash.slice(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('invitationLookUp', { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [hasJoined, setHasJoined] = useState(false)
  const go = useNavigate()
  if (hasJoined) return <SecondPasskey onDone={() => go('/', { replace: true })} />
  if (data) return <Invited key={token} invitation={data} token={token} onJoin={() => setHasJoined(true)} />
  if (isPending && token !== '') return <Entrance title={t`Checking the link…`} turning />
  if (error && !isRejection(error)) return <Unchecked error={error} onRetry={() => void refetch()} />
  return <Invalid reason={error ? <ErrorText error={error} /> : undefined} />
}

/** Whether the service rejected the link, rather than being unreachable or overloaded. */
const isRejection = (error: Error) =>
  error instanceof CallFailure && error.status >= 400 && error.status < 500 && error.status !== 429

function Unchecked({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <Entrance title={t`The link couldn’t be checked`}>
      <ErrorNotice error={error} />
      <Button size="md" fullWidth onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Entrance>
  )
}

function Invalid({ reason }: { reason: ReactNode }) {
  const { t } = useLingui()
  return (
    <Entrance title={t`This link doesn’t work`}>
      <p className={styles.lead}>
        {reason ?? t`The address is incomplete: copy the whole link, including what follows the #.`}
      </p>
      <p>
        <Trans>Links work once and expire. Ask an owner of the installation for a new invitation.</Trans>
      </p>
    </Entrance>
  )
}

type InvitedProps = { invitation: Invitation; token: string; onJoin: () => void }

function Invited({ invitation, token, onJoin }: InvitedProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [username, setUsername] = useState(invitation.username ?? invitation.email ?? '')
  const { mutate, isPending, error } = useAcceptance(token, onJoin)
  const isKnown = invitation.kind === 'recover'
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate(isKnown ? {} : { username: username.trim(), name: name.trim() || undefined })
  }
  return (
    <Entrance title={t(titles[invitation.kind])} turning={isPending}>
      <p className={styles.lead}>{explain(invitation)}</p>
      <form onSubmit={submit}>
        {!isKnown && (
          <>
            <TextInput
              label={t`Your name`}
              description={t`Other members see this name.`}
              autoComplete="name"
              maxLength={128}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <TextInput
              label={t`Username`}
              description={t`Your passkey is stored under this name.`}
              autoComplete="username"
              required
              maxLength={256}
              value={username}
              onChange={({ target }) => setUsername(target.value)}
            />
          </>
        )}
        <ErrorNotice error={error} />
        <Button
          type="submit"
          size="md"
          loading={isPending}
          leftSection={<IconFingerprint size={18} stroke={1.8} aria-hidden="true" />}
        >
          <Trans>Create a passkey</Trans>
        </Button>
      </form>
      <p className={styles.help}>
        <Trans>The link works until {{ time: formatMoment(invitation.expiresAt) }}, and only once.</Trans>
      </p>
    </Entrance>
  )
}

function explain({ kind, roles, username }: Invitation): string {
  if (kind === 'setUp')
    return i18n._(msg`You will be the owner of this installation. You sign in with a passkey, without a password.`)
  if (kind === 'recover') return i18n._(msg`This passkey replaces the lost ones of ${{ username: username ?? '' }}.`)
  return i18n._(msg`You’re invited as ${{ roles: describeAssignments(roles) }}.`)
}

type Acceptance = { username?: string; name?: string | undefined }

/** Registers the passkey, which makes the user a member, and signs in with its token. */
function useAcceptance(token: string, onSuccess: () => void) {
  return useMutation({
    async mutationFn(body: Acceptance) {
      const accepted = await call('invitationAccept', { body: { token, ...body } })
      await startSession(await createMemberPasskey(accepted.username, accepted.token))
    },
    onSuccess,
    meta: { quiet: true },
  })
}
