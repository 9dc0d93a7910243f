/** The days that a report covers, of a time zone; both ends included. */
export type Days = { from: string; to: string; timeZone: string }

const dayMs = 86_400_000

/** The day at a moment in a time zone, such as 2026-11-30. @throws RangeError: there is no such time zone */
export function findDay(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

/** The day that is a number of days later; earlier if the number is negative. */
export const addDays = (day: string, count: number): string => formatTime(Date.parse(day) + count * dayMs)

/** The first day of the month that is a number of months earlier. */
export function findMonth(day: string, before: number): string {
  const [year, month] = day.split('-').map(Number)
  return formatTime(Date.UTC(year!, month! - 1 - before, 1))
}

/** How many days a period has, both ends included. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Whether a text is a day of the calendar. */
export const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && time >= 0 && formatTime(time) === text
}

const formatTime = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The days alone, as the API takes them. */
export const toDays = ({ from, to, timeZone }: Days): Days => ({ from, to, timeZone })

/** The time zone of the browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The last 30 days of the browser's time zone. */
export function findRecentDays(): Days {
  const timeZone = ownTimeZone()
  const today = findDay(Date.now(), timeZone)
  return { from: addDays(today, -29), to: today, timeZone }
}
