import type { Result, Results } from './load/results.ts'

/** A contestant that isn't in the newest run of a kind, compared with Thumbturn on SQLite in the last run that it took part in. */
export type EarlierContestant = {
  contestant: string
  version?: string
  /** When that was: YYYY-MM-DD. */
  day: string
  /** Its processor time of a sign-in, in that of Thumbturn. */
  cpuInOurs: number
  /** Its sign-ins a second, in those of Thumbturn. */
  rateInOurs: number
}

/** Not every program can run on every machine, so a run has those that are there. `all`: the newest first. */
export function findEarlierContestants(all: readonly Results[], kind: 'signIns' | 'namedSignIns'): EarlierContestant[] {
  const runs = all.flatMap(({ measuredAt, [kind]: run }) => (run ? [{ measuredAt, results: run.results }] : []))
  const seen = new Set(runs[0]?.results.map(({ contestant }) => contestant))
  return runs.slice(1).flatMap(({ measuredAt, results }) => {
    const ours = results.find(({ contestant }) => contestant === 'thumbturn')
    const missing = results.filter(({ contestant }) => !seen.has(contestant))
    for (const { contestant } of missing) seen.add(contestant)
    return ours ? missing.map((one) => compare(one, ours, measuredAt)) : []
  })
}

const compare = (one: Result, ours: Result, day: string): EarlierContestant => ({
  contestant: one.contestant,
  ...(one.version !== undefined && { version: one.version }),
  day,
  cpuInOurs: (one.cpuEach ?? Number.NaN) / (ours.cpuEach ?? Number.NaN),
  rateInOurs: (one.perSecond ?? Number.NaN) / (ours.perSecond ?? Number.NaN),
})
