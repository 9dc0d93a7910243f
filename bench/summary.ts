import type { Result } from './load/results.ts'
import { allResults, newestResults } from './newest-results.ts'
import { computeRanges, formatRange } from './ranges.ts'

/** Describes the cost of sign-ins to readers who know no benchmark: the newest figures, and how much they vary between days. */
export function summarizeSignIns(): string {
  const { results, circumstances } = newestResults().signIns
  const { betterAuthCpu, perSecond, days } = computeRanges(allResults())
  const find = (name: string) => results.find(({ contestant }) => contestant === name)
  const [ours, floor] = [find('thumbturn'), find('floor')]
  return (
    `A full sign-in costs ${inMilliseconds(ours)} ms of CPU time. ${inMilliseconds(floor)} ms of that is work that no Node server can avoid: ` +
    `verifying the signature, and writing to disk. Better Auth needs ${formatRange(betterAuthCpu, 0)} times as much CPU time. ` +
    `A machine with ${circumstances.cores} cores completed ${Math.round(ours?.perSecond ?? Number.NaN).toLocaleString('en')} sign-ins per second while it also ` +
    `generated the load. Over ${days} days, the rate varied from ${formatRange(perSecond.thumbturn!)}, because other programs used the ` +
    `same machine.`
  )
}

const inMilliseconds = ({ cpuEach = Number.NaN }: Partial<Result> = {}) => (cpuEach / 1_000).toFixed(2)
