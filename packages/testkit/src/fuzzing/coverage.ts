/** The hooks that instrumented sources call. They are global, as those sources import nothing. */
export type Coverage = {
  /** How often each branch was taken since the last reset. */
  counts: Uint32Array
  /** The branches that were taken since the last reset. */
  taken: number[]
  /** Compares as `===` does, and notes values that differ. */
  isSame(place: number, left: unknown, right: unknown): boolean
  /** The values of comparisons that failed since the last reset, in pairs: what was there, and what was wanted. */
  pairs: (string | number)[]
  /** How close comparisons came, as keys of place and distance. */
  distances: Set<number>
}

const mostBranches = 65_536
const mostPairs = 256
const longestCompared = 128

/** Installs the hooks for this thread. Load instrumented sources after it. */
export function installCoverage(): Coverage {
  const coverage: Coverage = {
    counts: new Uint32Array(mostBranches),
    taken: [],
    pairs: [],
    distances: new Set(),
    isSame(place, left, right) {
      if (left === right) return true
      if (typeof left === 'string' && typeof right === 'string') compareTexts(coverage, place, [left, right])
      else if (typeof left === 'number' && typeof right === 'number') compareNumbers(coverage, place, [left, right])
      return false
    },
  }
  Object.assign(globalThis, { __coverage: coverage })
  return coverage
}

function remember({ pairs }: Coverage, left: string | number, right: string | number): void {
  if (pairs.length < mostPairs) pairs.push(left, right)
}

const distancesPerPlace = 64

function compareTexts(coverage: Coverage, place: number, [left, right]: [string, string]): void {
  if (left.length > longestCompared || right.length > longestCompared) return
  remember(coverage, left, right)
  const most = Math.min(left.length, right.length, distancesPerPlace - 1)
  let common = 0
  while (common < most && left.charCodeAt(common) === right.charCodeAt(common)) common++
  coverage.distances.add(place * distancesPerPlace + common)
}

function compareNumbers(coverage: Coverage, place: number, [left, right]: [number, number]): void {
  const distance = Math.abs(left - right)
  coverage.distances.add(
    place * distancesPerPlace + (distance < 1 ? 0 : Math.min(60, 1 + Math.floor(Math.log2(distance)))),
  )
  if (distance > 255) remember(coverage, left, right)
}

/** Forgets what was counted and compared, before the next input. */
export function resetCoverage({ counts, taken, distances, pairs }: Coverage): void {
  for (const branch of taken) counts[branch] = 0
  taken.length = 0
  pairs.length = 0
  distances.clear()
}

/** Counts in steps, so that one more pass through a loop isn't news, and twice as many are. */
const steps = [1, 2, 3, 4, 8, 16, 32, 128]

const findStep = (count: number) => steps.findLastIndex((step) => count >= step)

const branchesOf = mostBranches * steps.length

/** Everything that distinguishes an execution: branches with their counts, and how close comparisons came. */
export function* listFeatures({ counts, taken, distances }: Coverage): Generator<number> {
  for (const branch of taken) yield branch * steps.length + findStep(counts[branch]!)
  for (const distance of distances) yield branchesOf + distance
}
