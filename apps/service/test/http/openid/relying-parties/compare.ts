import type { Facts, Observation } from './recorder.ts'

/** A difference between two providers: `where`, such as `a machine: token 200`, and about `what`. */
export type Difference = { where: string; what: string; ours: Value; theirs: Value }
type Value = string | number | boolean | undefined

/** Compares what two providers responded to the same relying party. */
export function compare(scenario: string, ours: readonly Observation[], theirs: readonly Observation[]): Difference[] {
  const longer = Math.max(ours.length, theirs.length)
  const missing: Observation = { where: 'nothing', facts: {} }
  return Array.from({ length: longer }, (_, index) =>
    compareResponses(scenario, ours[index] ?? missing, theirs[index] ?? missing),
  ).flat()
}

function compareResponses(scenario: string, ours: Observation, theirs: Observation): Difference[] {
  const where = `${scenario}: ${ours.where}`
  const outcome =
    ours.where === theirs.where ? [] : [{ where, what: 'outcome', ours: ours.where, theirs: theirs.where }]
  return [...outcome, ...compareFacts(where, ours.facts, theirs.facts)]
}

const compareFacts = (where: string, ours: Facts, theirs: Facts): Difference[] =>
  [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
    .filter((what) => ours[what] !== theirs[what])
    .map((what) => ({ where, what, ours: ours[what], theirs: theirs[what] }))
