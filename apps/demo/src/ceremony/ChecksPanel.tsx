import { IconCheck, IconFingerprint, IconX } from '@tabler/icons-react'
import { Failure } from '../failures/Failure.tsx'
import { thumbturn } from '../session/thumbturn.ts'
import { CeremonyButton } from '../ui/CeremonyButton.tsx'
import { useCancelable } from '../ui/cancelable.ts'
import { LiveRegion } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './ChecksPanel.module.css'
import type { Ceremony } from './ceremony.ts'
import { type Check, checkCeremony } from './checks.ts'
import { Replay } from './Replay.tsx'
import { useCeremony } from './recorder.ts'

/** The checks of the last ceremony, with the transmitted values. */
export function ChecksPanel({ username }: { username: string }) {
  const ceremony = useCeremony()
  return (
    <Panel title="What the server checked" lead={describeCeremony(ceremony)}>
      {ceremony && <CheckList ceremony={ceremony} />}
      <SignInAgain username={username} />
    </Panel>
  )
}

function describeCeremony(ceremony: Ceremony | undefined): string {
  if (!ceremony)
    return 'This page keeps nothing of a ceremony when it is reloaded. Use your passkey once more to see one.'
  const what = ceremony.kind === 'registration' ? 'When your passkey was created' : 'When you signed in'
  return `${what}. A filled tick means that this page looked, too, and found the same.`
}

function CheckList({ ceremony }: { ceremony: Ceremony }) {
  return (
    <ul className={styles.checks}>
      {checkCeremony(ceremony).map((check) => (
        <CheckRow key={check.name} check={check} ceremony={ceremony} />
      ))}
    </ul>
  )
}

function CheckRow({ check: { name, meaning, value, seen, replay }, ceremony }: { check: Check; ceremony: Ceremony }) {
  const Icon = seen === false ? IconX : IconCheck
  return (
    <li className={styles.check}>
      <span className={styles.tick} data-seen={seen}>
        <Icon size={14} stroke={2.6} aria-hidden="true" />
      </span>
      <div className={styles.what}>
        <div className={styles.line}>
          <h3>{name}</h3>
          <code className={styles.value}>{value}</code>
        </div>
        <p className={styles.meaning}>
          {meaning}
          <span className="visually-hidden"> {toAccessibleLabel(seen)}</span>
        </p>
        {replay && <Replay key={ceremony.send.body} send={ceremony.send} />}
      </div>
    </li>
  )
}

function toAccessibleLabel(seen: boolean | undefined): string {
  if (seen === undefined) return 'Checked by the service.'
  return seen ? 'Checked by the service and by this page.' : 'This page found something else.'
}

function SignInAgain({ username }: { username: string }) {
  const again = useCancelable((_: undefined, signal) => thumbturn.authenticateWithPasskey(username, { signal }), {
    mutationKey: ['ceremony'],
  })
  return (
    <div className={styles.again}>
      <CeremonyButton
        size="sm"
        variant="default"
        pending={again.isPending}
        icon={IconFingerprint}
        onClick={() => !again.isPending && again.mutate(undefined)}
        onCancel={again.cancel}
      >
        Use my passkey again
      </CeremonyButton>
      <LiveRegion>{again.isError && <Failure error={again.error} />}</LiveRegion>
    </div>
  )
}
