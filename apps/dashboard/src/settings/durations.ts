import { units } from './field-texts.ts'

/** The units that durations are edited in, from the longest. */
export const durationUnits = [
  { id: 'days', seconds: 86_400, one: 'day', other: 'days' },
  { id: 'hours', seconds: 3_600, one: 'hour', other: 'hours' },
  { id: 'minutes', seconds: 60, one: 'minute', other: 'minutes' },
  { id: 'seconds', seconds: 1, ...units.seconds },
] as const

export type DurationUnit = (typeof durationUnits)[number]

/** The longest unit that the duration is a whole number of. */
export const fitUnit = (seconds: number): DurationUnit =>
  durationUnits.find((unit) => seconds > 0 && seconds % unit.seconds === 0) ?? durationUnits.at(-1)!

/** A number with its unit. */
export const countUnits = (count: number, { one, other }: { one: string; other: string }): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : other}`

/** A duration in its unit: 10 minutes, 30 days. */
export function formatDuration(seconds: number): string {
  const unit = fitUnit(seconds)
  return countUnits(seconds / unit.seconds, unit)
}
