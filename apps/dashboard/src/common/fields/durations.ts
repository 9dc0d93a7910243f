import { i18n } from '@lingui/core'

/** The units that durations are edited in, from the longest. */
export const durationUnits = [
  { id: 'days', seconds: 86_400, unit: 'day' },
  { id: 'hours', seconds: 3_600, unit: 'hour' },
  { id: 'minutes', seconds: 60, unit: 'minute' },
  { id: 'seconds', seconds: 1, unit: 'second' },
] as const

export type DurationUnit = (typeof durationUnits)[number]

/** The longest unit that the duration is a whole number of. */
export const fitUnit = (seconds: number): DurationUnit =>
  durationUnits.find((unit) => seconds > 0 && seconds % unit.seconds === 0) ?? durationUnits.at(-1)!

const toFormat = ({ unit }: DurationUnit) =>
  new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' })

/** A duration in its unit: 10 minutes, 30 days. */
export function formatDuration(seconds: number): string {
  const unit = fitUnit(seconds)
  return toFormat(unit).format(seconds / unit.seconds)
}

/** The unit after a number. */
export const nameDuration = (count: number, unit: DurationUnit): string =>
  toFormat(unit)
    .formatToParts(count)
    .find(({ type }) => type === 'unit')!.value
