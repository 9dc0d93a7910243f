import type { Interval } from '@thumbturn/contract/vocabulary/analytics.ts'
import { badRequest } from '../../errors.ts'
import { dayMs } from './roll-up.ts'
import { type CalendarDay, openTimeZone, type TimeZone } from './time-zone.ts'

/** Days of a time zone, as a range of time in milliseconds since 1970. */
export type Period = { from: number; to: number; zone: TimeZone; first: CalendarDay; last: CalendarDay }

/** The period that a caller asks for: days as `2026-11-30`, both included. */
export type PeriodRequest = { from?: string | undefined; to?: string | undefined; timeZone?: string | undefined }

const defaultDays = 30
const mostDays = 3_660
const mostIntervals = 1_000

/** @throws AppError bad_request: a day or the time zone is invalid, or the period is empty or longer than ten years */
export function readPeriod(request: PeriodRequest, now: number): Period {
  const zone = openTimeZone(request.timeZone ?? 'UTC')
  const last = request.to === undefined ? zone.findDay(now) : readDay('to', request.to)
  const first = request.from === undefined ? addDays(last, 1 - defaultDays) : readDay('from', request.from)
  const days = countDays(first, last)
  if (days < 1) throw badRequest('from is later than to')
  if (days > mostDays) throw badRequest(`A period has at most ${mostDays} days`)
  return { from: zone.findStart(first), to: zone.findStart(addDays(last, 1)), zone, first, last }
}

/**
 * The moments at which intervals of the period begin, and its end.
 * @throws AppError bad_request: there are too many
 */
export function splitPeriod({ from, to, zone, first }: Period, interval: Interval): number[] {
  const bounds = [from]
  for (let count = 1; bounds.at(-1)! < to; count++) {
    if (count > mostIntervals) throw badRequest(`A series has at most ${mostIntervals} intervals: use longer ones`)
    bounds.push(
      Math.min(to, interval === 'hour' ? from + count * hourMs : zone.findStart(advance(first, interval, count))),
    )
  }
  return bounds
}

const hourMs = 3_600_000

/** The day on which an interval begins, counted from the first day of the period. */
function advance(first: CalendarDay, interval: Exclude<Interval, 'hour'>, count: number): CalendarDay {
  if (interval === 'day') return addDays(first, count)
  if (interval === 'month') return toDay(Date.UTC(first.year, first.month - 1 + count, 1))
  const sinceMonday = (new Date(toTime(first)).getUTCDay() + 6) % 7
  return addDays(first, 7 * count - sinceMonday)
}

const toTime = ({ year, month, day }: CalendarDay) => Date.UTC(year, month - 1, day)
const addDays = (day: CalendarDay, count: number): CalendarDay => toDay(toTime(day) + count * dayMs)
/** How many days a period has, both ends included. */
export const countDays = (first: CalendarDay, last: CalendarDay): number => (toTime(last) - toTime(first)) / dayMs + 1

function toDay(time: number): CalendarDay {
  const date = new Date(time)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const parseDay = (text: string) => Date.parse(`${text}T00:00:00.000Z`)

/** Whether a text is a day since 1970, such as 2026-11-20. */
export function isDay(text: string): boolean {
  const time = parseDay(text)
  return time >= 0 && new Date(time).toISOString().slice(0, 10) === text
}

function readDay(name: string, text: string): CalendarDay {
  if (!isDay(text)) throw badRequest(`${name} is not a day since 1970`)
  return toDay(parseDay(text))
}
