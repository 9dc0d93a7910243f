const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** A day, such as 20 Nov 2026. */
export const formatDay = (timestamp: string) => day.format(new Date(timestamp))

/** A time to the second, from seconds since 1970. */
export const formatMoment = (seconds: number) => moment.format(seconds * 1000)

/** Relative time in the largest fitting unit: "just now", "3 minutes ago", "yesterday". */
export function formatAgo(timestamp: string): string {
  const seconds = (Date.now() - Date.parse(timestamp)) / 1000
  const step = steps.find(([, length]) => seconds >= length)
  return step ? relative.format(-Math.floor(seconds / step[1]), step[0]) : 'just now'
}
