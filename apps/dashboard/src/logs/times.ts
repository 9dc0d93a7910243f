import { i18n } from '@lingui/core'
import { inLanguage } from '../ui/in-language.ts'

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const rowFields = { day: '2-digit', month: 'short', ...clock } as const
const exactFields = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  ...clock,
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
} as const
const row = inLanguage((language) => new Intl.DateTimeFormat(language, rowFields))
const rowOfOtherYear = inLanguage((language) => new Intl.DateTimeFormat(language, { ...rowFields, year: 'numeric' }))
const exact = inLanguage((language) => new Intl.DateTimeFormat(language, exactFields))

/** A time to the second, with the year if it isn't this one. */
export function formatRowTime(timestamp: number, now = Date.now()): string {
  const isThisYear = new Date(timestamp).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? row() : rowOfOtherYear()).format(timestamp)
}

/** A time to the millisecond, with the time zone of the browser. */
export const formatExactTime = (timestamp: number): string => exact().format(timestamp)

/** A duration in microseconds in the largest fitting unit: "840 µs", "1.84 ms", "2.1 s". */
export function formatMicroseconds(duration: number): string {
  if (duration < 1_000) return `${duration} µs`
  const [value, unit] = duration < 1_000_000 ? [duration / 1_000, 'ms'] : [duration / 1_000_000, 's']
  return `${value.toLocaleString(i18n.locale, { maximumSignificantDigits: 3 })} ${unit}`
}
