import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { formatCount } from '../ui/numbers.ts'
import type { Connector } from './queries.ts'

type Status = Connector['status']

/** How many events wait, and how long the oldest has. */
export function formatWaiting({ waitingEvents, waitingSeconds }: Pick<Status, 'waitingEvents' | 'waitingSeconds'>) {
  if (waitingEvents === 0) return i18n._(msg({ message: 'None', context: 'events' }))
  const events = i18n._(msg`${plural({ count: waitingEvents }, { one: '# event', other: '# events' })}`)
  return waitingSeconds < 2 ? events : `${events}, ${formatSeconds(waitingSeconds)}`
}

const units: readonly [number, (count: string) => MessageDescriptor][] = [
  [86_400, (count) => msg`${{ count }} d`],
  [3_600, (count) => msg`${{ count }} h`],
  [60, (count) => msg`${{ count }} min`],
]

const inSeconds = (count: string) => msg`${{ count }} s`

/** A duration in its largest unit. */
function formatSeconds(seconds: number): string {
  const [size, describe] = units.find(([least]) => seconds >= 2 * least) ?? [1, inSeconds]
  return i18n._(describe(formatCount(Math.floor(seconds / size))))
}
