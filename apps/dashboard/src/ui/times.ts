const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** A day, such as Nov 20, 2026. */
export const formatDay = (timestamp: string): string => day.format(new Date(timestamp))

/** A time to the second, in the user's time zone. */
export const formatMoment = (timestamp: string): string => moment.format(new Date(timestamp))

/** Relative time in the largest fitting unit: "just now", "3 minutes ago", "in 2 days". */
export function formatRelative(timestamp: string, now = Date.now()): string {
  const seconds = (Date.parse(timestamp) - now) / 1000
  const unit = units.find(([, length]) => Math.abs(seconds) >= length)
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : 'just now'
}

/** A duration in words: "10 minutes", "1 day". */
export function formatSeconds(seconds: number): string {
  const unit = units.find(([, length]) => seconds >= length && seconds % length === 0) ?? ['second' as const, 1]
  const count = seconds / unit[1]
  return `${count.toLocaleString('en')} ${unit[0]}${count === 1 ? '' : 's'}`
}
