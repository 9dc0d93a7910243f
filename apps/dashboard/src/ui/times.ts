import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { findRegion, inLanguage } from './in-language.ts'

const day = inLanguage(
  (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }),
)
const calendarDay = inLanguage(
  (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
)
const moment = inLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }))
const relative = inLanguage((language) => new Intl.RelativeTimeFormat(language))

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A day, such as Nov 20, 2026. */
export const formatDay = (timestamp: string): string => day().format(new Date(timestamp))

/** A day of the calendar, such as 2026-11-20, which is the same in every time zone. */
export const formatCalendarDay = (date: string): string => calendarDay().format(new Date(date))

/** A time to the second, in the user's time zone. */
export const formatMoment = (timestamp: string): string => moment().format(new Date(timestamp))

/** Relative time in the largest fitting unit: "just now", "3 minutes ago", "in 2 days". It never says "yesterday", as 30 hours can be two days. */
export function formatRelative(timestamp: string, now = Date.now()): string {
  const seconds = (Date.parse(timestamp) - now) / 1000
  const unit = units.find(([, length]) => Math.abs(seconds) >= length)
  return unit ? relative().format(Math.trunc(seconds / unit[1]), unit[0]) : i18n._(msg`just now`)
}

/** A duration in words: "10 minutes", "1 day". */
export function formatSeconds(seconds: number): string {
  const [unit, length] =
    units.find(([, length]) => seconds >= length && seconds % length === 0) ?? (['second', 1] as const)
  const format = new Intl.NumberFormat(findRegion(), { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(seconds / length)
}
