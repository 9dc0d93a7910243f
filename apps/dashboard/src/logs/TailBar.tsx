import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Notice } from '../ui/Notice.tsx'
import styles from './Logs.module.css'
import type { Tail, TailState } from './use-tail.ts'

type Props = { tail: Tail; isAllowed: boolean; onStart: () => void; onStop: () => void }

const stateTexts: Readonly<Record<TailState, string>> = {
  off: '',
  connecting: 'Connecting…',
  open: 'Following new events',
  reconnecting: 'Connection lost, reconnecting…',
  ended: 'The connection ended',
}

/** Starts, pauses, and stops the live tail, and says how it is. */
export function TailBar({ tail, isAllowed, onStart, onStop }: Props) {
  const { state, isPaused, waitingCount, hasSkipped, setPaused } = tail
  const isOn = state !== 'off'
  return (
    <div className={styles.tail}>
      {isOn ? (
        <>
          <Button variant="default" size="xs" leftSection={icon(IconPlayerStop)} onClick={onStop}>
            Stop
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={icon(isPaused ? IconPlayerPlay : IconPlayerPause)}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={icon(IconPlayerPlay)}
          disabled={!isAllowed}
          title={isAllowed ? undefined : 'The period ends in the past'}
          onClick={onStart}
        >
          Live tail
        </Button>
      )}
      <span role="status" className={styles.state} data-state={isPaused ? 'paused' : state}>
        {isPaused ? describePause(waitingCount) : stateTexts[state]}
      </span>
      {hasSkipped && (
        <Notice kind="warning">
          More events arrived than the tail can show, so some are missing. Narrow the filters, or stop to see them all.
        </Notice>
      )}
    </div>
  )
}

const icon = (Icon: typeof IconPlayerPlay) => <Icon size={14} stroke={1.8} aria-hidden="true" />

const describePause = (waitingCount: number) =>
  waitingCount === 0
    ? 'Paused'
    : `Paused, ${waitingCount.toLocaleString('en')} new ${waitingCount === 1 ? 'event' : 'events'}`
