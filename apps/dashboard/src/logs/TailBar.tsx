import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Notice } from '../ui/Notice.tsx'
import styles from './Logs.module.css'
import type { Tail, TailState } from './use-tail.ts'

type Props = { tail: Tail; isAllowed: boolean; onStart: () => void; onStop: () => void }

const stateTexts: Readonly<Record<Exclude<TailState, 'off'>, MessageDescriptor>> = {
  connecting: msg`Connecting…`,
  open: msg`Following new events`,
  reconnecting: msg`Connection lost, reconnecting…`,
  ended: msg`The connection ended`,
}

/** Starts, pauses, and stops the live tail, and says how it is. */
export function TailBar({ tail, isAllowed, onStart, onStop }: Props) {
  const { t } = useLingui()
  const { state, isPaused, waitingCount, hasSkipped, setPaused } = tail
  const isOn = state !== 'off'
  return (
    <div className={styles.tail}>
      {isOn ? (
        <>
          <Button variant="default" size="xs" leftSection={icon(IconPlayerStop)} onClick={onStop}>
            <Trans>Stop</Trans>
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={icon(isPaused ? IconPlayerPlay : IconPlayerPause)}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? t`Resume` : t`Pause`}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={icon(IconPlayerPlay)}
          disabled={!isAllowed}
          title={isAllowed ? undefined : t`The period ends in the past`}
          onClick={onStart}
        >
          <Trans>Live tail</Trans>
        </Button>
      )}
      <span role="status" className={styles.state} data-state={isPaused ? 'paused' : state}>
        {isPaused ? describePause(waitingCount) : isOn && i18n._(stateTexts[state])}
      </span>
      {hasSkipped && (
        <Notice kind="warning">
          <Trans>
            More events arrived than the tail can show, so some are missing. Narrow the filters, or stop to see them
            all.
          </Trans>
        </Notice>
      )}
    </div>
  )
}

const icon = (Icon: typeof IconPlayerPlay) => <Icon size={14} stroke={1.8} aria-hidden="true" />

const describePause = (count: number) =>
  count === 0
    ? i18n._(msg({ message: 'Paused', context: 'events' }))
    : i18n._(msg`${plural({ count }, { one: 'Paused, # new event', other: 'Paused, # new events' })}`)
