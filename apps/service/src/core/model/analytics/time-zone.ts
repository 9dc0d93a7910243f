import { badRequest } from '../../errors.ts'
import { slotMs } from './roll-up.ts'

/** A day of the calendar: months and days count from 1. */
export type CalendarDay = { year: number; month: number; day: number }

/** The days of a time zone. */
export type TimeZone = {
  name: string
  /** The day at that moment (milliseconds since 1970). */
  findDay(at: number): CalendarDay
  /** When a day begins; after midnight if the clock is set ahead then. */
  findStart(day: CalendarDay): number
}

const widestOffsetMs = 15 * 3_600_000

/** @throws AppError bad_request: there is no such time zone */
export function openTimeZone(name: string): TimeZone {
  const format = createFormat(name)
  if (format === undefined) throw badRequest('timeZone is not an IANA time zone, such as Europe/Berlin')
  const findDay = (at: number): CalendarDay => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return { year: parts.get('year')!, month: parts.get('month')!, day: parts.get('day')! }
  }
  const toNumber = ({ year, month, day }: CalendarDay) => Date.UTC(year, month - 1, day)
  return {
    name,
    findDay,
    findStart(day) {
      const wanted = toNumber(day)
      // Every zone begins its days at a quarter of an hour in UTC.
      let [below, above] = [(wanted - widestOffsetMs) / slotMs, (wanted + widestOffsetMs) / slotMs]
      while (above - below > 1) {
        const middle = Math.floor((below + above) / 2)
        if (toNumber(findDay(middle * slotMs)) >= wanted) above = middle
        else below = middle
      }
      return above * slotMs
    },
  }
}

/** Whether this is the name of a time zone in the IANA database. */
export const isTimeZone = (name: string): boolean => createFormat(name) !== undefined

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const options = { timeZone, calendar: 'gregory', numberingSystem: 'latn' } as const
    return new Intl.DateTimeFormat('en-US', { ...options, year: 'numeric', month: 'numeric', day: 'numeric' })
  } catch {
    return undefined
  }
}
