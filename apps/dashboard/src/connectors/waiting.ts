import type { Connector } from './queries.ts'

type Status = Connector['status']

/** How many events wait, and how long the oldest has. */
export function formatWaiting({ waitingEvents, waitingSeconds }: Pick<Status, 'waitingEvents' | 'waitingSeconds'>) {
  if (waitingEvents === 0) return 'None'
  const events = `${waitingEvents.toLocaleString()} event${waitingEvents === 1 ? '' : 's'}`
  return waitingSeconds < 2 ? events : `${events}, ${formatSeconds(waitingSeconds)}`
}

const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const

/** A duration in its largest unit. */
function formatSeconds(seconds: number): string {
  const [size, unit] = units.find(([least]) => seconds >= 2 * least) ?? [1, 's']
  return `${Math.floor(seconds / size).toLocaleString()} ${unit}`
}
