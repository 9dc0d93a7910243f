import {
  type CountedCeremony,
  countedCeremonies,
  type Interval,
  intervals,
  type SeriesMetric,
  seriesMetrics,
} from '@thumbturn/contract/vocabulary/analytics.ts'
import { addDays, countDays, findDay, findMonth, isDay } from '../common/analytics/days.ts'

/** The periods that have a name, in the order of the filter. */
export const periods = ['today', '7d', '30d', '90d', '12m', 'custom'] as const

export type PeriodName = (typeof periods)[number]

/** The content of reports: days of a time zone, both included, and what to count. */
export type View = {
  period: PeriodName
  from: string
  to: string
  timeZone: string
  interval: Interval
  metric: SeriesMetric
  of: CountedCeremony
}

/** The parameters of the address, which has only what differs from the defaults. */
export type ViewChange = Partial<Record<keyof View, string | undefined>>

type Surroundings = { now: number; timeZone: string }

const longestDays = 3_660

/** The view of an address. Parameters that are absent or invalid have defaults. */
export function readView(parameters: URLSearchParams, { now, timeZone: own }: Surroundings): View {
  const timeZone = readTimeZone(parameters.get('timeZone'), own)
  const today = findDay(now, timeZone)
  const custom = readDays(parameters)
  const named = pick(periods, parameters.get('period')) ?? '30d'
  const period = custom ? 'custom' : named === 'custom' ? '30d' : named
  const days = custom ?? { from: findFirst(period, today), to: today }
  const allowed = listIntervals(days)
  return {
    period,
    ...days,
    timeZone,
    interval: pick(allowed, parameters.get('interval')) ?? chooseInterval(days),
    metric: pick(seriesMetrics, parameters.get('metric')) ?? 'authentications',
    of: pick(countedCeremonies, parameters.get('of')) ?? 'authentications',
  }
}

const pick = <T extends string>(choices: readonly T[], text: string | null): T | undefined =>
  choices.find((choice) => choice === text)

function readTimeZone(text: string | null, own: string): string {
  if (!text) return own
  try {
    findDay(0, text)
    return text
  } catch {
    return own
  }
}

type Days = Pick<View, 'from' | 'to'>

function readDays(parameters: URLSearchParams): Days | undefined {
  const [from, to] = [parameters.get('from') ?? '', parameters.get('to') ?? '']
  if (!isDay(from) || !isDay(to)) return undefined
  const days = countDays(from, to)
  return days >= 1 && days <= longestDays ? { from, to } : undefined
}

function findFirst(period: PeriodName, today: string): string {
  if (period === 'today') return today
  // Whole months make bars that can be compared.
  if (period === '12m') return findMonth(today, 11)
  return addDays(today, 1 - (period === '7d' ? 7 : period === '90d' ? 90 : 30))
}

/** The intervals that make a readable chart of the days. */
export function listIntervals({ from, to }: Days): Interval[] {
  const days = countDays(from, to)
  const longest = { hour: 14, day: 400, week: 2_800, month: longestDays }
  const shortest = { hour: 1, day: 2, week: 14, month: 60 }
  return intervals.filter((interval) => days >= shortest[interval] && days <= longest[interval])
}

function chooseInterval({ from, to }: Days): Interval {
  const days = countDays(from, to)
  if (days <= 2) return 'hour'
  if (days <= 92) return 'day'
  return days <= 200 ? 'week' : 'month'
}

/** As many days right before the days of the view. */
export function findPreviousDays({ from, to }: Days): Days {
  return { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) }
}

/** The days that are over: today would always look worse than the day before. Undefined if there are none. */
export function findFullDays(days: Days, today: string): Days | undefined {
  const to = days.to < today ? days.to : addDays(today, -1)
  return to < days.from ? undefined : { from: days.from, to }
}

/** The parameters of an address after a change. A period replaces days and the other way round. */
export function changeParameters(parameters: URLSearchParams, change: ViewChange): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  const replaced = 'period' in change ? { from: undefined, to: undefined } : {}
  const other = 'from' in change ? { period: undefined } : {}
  for (const [name, value] of Object.entries({ ...replaced, ...other, ...change })) {
    if (value === undefined) changed.delete(name)
    else changed.set(name, value)
  }
  return changed
}

/** Parameters that show exactly this view to everyone, on any day. */
export const pinView = ({ period, ...exact }: View): URLSearchParams => new URLSearchParams(exact)
