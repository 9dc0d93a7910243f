import type { Result, Results } from './load/results.ts'

export type Range = { least: number; most: number }

/**
 * The ranges of all days together for sign-ins: on how many days they were measured, and between which figures they
 * were.
 */
export type Ranges = {
  days: number
  /** Processor time of a sign-in at Thumbturn on SQLite, in that of the floor. */
  cpuInFloors: Range
  /** Processor time of a sign-in at Better Auth, in that of Thumbturn. */
  betterAuthCpu: Range
  /** The rate of Thumbturn in that of the floor, and in that of Better Auth. */
  rateInFloors: Range
  rateInBetterAuths: Range
  /** Sign-ins a second of each contestant that took part on any day. */
  perSecond: Record<string, Range>
}

const toRange = (figures: readonly number[]): Range => ({ least: Math.min(...figures), most: Math.max(...figures) })

/** Ranges over all days on which the floor, Thumbturn, and Better Auth were measured side by side. */
export function computeRanges(all: readonly Results[]): Ranges {
  const days = all.flatMap(({ signIns }) => {
    const pick = (name: string) => signIns?.results.find(({ contestant }) => contestant === name)
    const [floor, ours, betterAuth] = [pick('floor'), pick('thumbturn'), pick('better-auth')]
    return signIns && floor && ours && betterAuth ? [{ floor, ours, betterAuth, results: signIns.results }] : []
  })
  const names = new Set(days.flatMap(({ results }) => results.map(({ contestant }) => contestant)))
  const ratesOf = (name: string) =>
    days.flatMap(({ results }) => results.find(({ contestant }) => contestant === name)?.perSecond ?? [])
  return {
    days: days.length,
    cpuInFloors: toRange(days.map(({ floor, ours }) => divide(ours, floor, 'cpuEach'))),
    betterAuthCpu: toRange(days.map(({ ours, betterAuth }) => divide(betterAuth, ours, 'cpuEach'))),
    rateInFloors: toRange(days.map(({ floor, ours }) => divide(ours, floor, 'perSecond'))),
    rateInBetterAuths: toRange(days.map(({ ours, betterAuth }) => divide(ours, betterAuth, 'perSecond'))),
    perSecond: Object.fromEntries([...names].map((name) => [name, toRange(ratesOf(name))])),
  }
}

const divide = (one: Result, other: Result, figure: 'cpuEach' | 'perSecond') =>
  (one[figure] ?? Number.NaN) / (other[figure] ?? Number.NaN)

/** A range as text, as in `1.73 to 1.90`; one figure if both ends read the same. */
export function formatRange({ least, most }: Range, digits = 0): string {
  const format = (figure: number) =>
    figure.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const [from, to] = [format(least), format(most)]
  return from === to ? from : `${from} to ${to}`
}
