import { globSync } from 'node:fs'
import { apis } from '@thumbturn/contract'
import { scimEndpoints } from '@thumbturn/service-harness/scim-endpoints.ts'
import { routeKey } from '@thumbturn/service-harness/watched.ts'
import { type Findings, goesOn, type Order, randomFor } from './run.ts'
import { dependencies } from './suites/faults.ts'
import type { Climb, Notes } from './suites/notes.ts'
import { type Preload, root, runSuite } from './suites/run-suite.ts'

/**
 * Every operation of every API, as `METHOD /path/:param`, except streams of events: as their responses never end, tests
 * call them over sockets, where requests can't be made with failures.
 */
const endpoints = [
  ...Object.values(apis).flatMap((api) =>
    Object.values(api.routes)
      .filter(({ media }) => media !== 'text/event-stream')
      .map((route) => routeKey(api, route)),
  ),
  ...scimEndpoints,
]

/** The suites that call the service over HTTP, in the order of the seed. */
export function listSuites(order: Order): string[] {
  const random = randomFor(order)
  return globSync('apps/service/test/http/{current,proxy,gen1,admin,scim}/*.test.ts', { cwd: root })
    .toSorted()
    .map((file) => ({ file, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ file }) => file)
}

/**
 * Runs suites whose requests are first made with each of their calls of a dependency failed. A round is a suite. Unlike
 * other runs, it goes on after a violation, as suites are independent.
 */
export async function runFailingCalls(
  preload: Preload,
  order: Order,
  suites = listSuites(order).slice(0, order.rounds),
): Promise<Findings> {
  const found: Notes[] = []
  const disturbed: string[] = []
  let rounds = 0
  for (const suite of suites) {
    if (!goesOn(order, { rounds, violations: [] })) break
    const env = { TORTURE_CLIMBED: JSON.stringify(countSuccesses(found)) }
    const { notes, passed } = await runSuite(suite, preload, { env, longestMs: 180_000 })
    found.push(...notes)
    if (!passed) disturbed.push(suite)
    rounds++
    order.progress(`${rounds} of ${suites.length} suites`)
  }
  const climbs = found.flatMap((notes) => notes.climbs)
  const violations = summarizeViolations(found.flatMap((notes) => notes.violations))
  // A run that ends early says only how many are missing.
  if (rounds === listSuites(order).length)
    violations.push(...findMissing(climbs).map((endpoint) => `no request of ${endpoint} succeeds after failures`))
  const absorbed = found.flatMap((notes) => notes.absorbed).length
  // What counts attempts, calls, or times fails a test of a suite that makes each request many times; so it's no violation.
  const figures = {
    ...countClimbs(climbs),
    absorbed,
    suitesDisturbed: disturbed.length,
    differences: violations.length,
  }
  return { rounds, violations, figures }
}

/** How often requests of each route have succeeded after failures. */
function countSuccesses(found: readonly Notes[]): Record<string, number> {
  const succeeded = found.flatMap(({ climbs }) => climbs).filter((climb) => climb.succeeded && climb.failed.length > 0)
  const byRoute = Map.groupBy(succeeded, ({ route }) => route)
  return Object.fromEntries([...byRoute].map(([route, climbs]) => [route, climbs.length]))
}

/** Each once, with the number of the call left out, as it differs between tests. */
const summarizeViolations = (violations: readonly string[]) => [
  ...new Set(violations.map((violation) => violation.replace(/, call \d+/, ''))),
]

function findMissing(climbs: readonly Climb[]): string[] {
  const reached = new Set(climbs.filter(({ succeeded }) => succeeded).map(({ route }) => route))
  return endpoints.filter((endpoint) => !reached.has(endpoint))
}

function countClimbs(climbs: readonly Climb[]) {
  const missing = findMissing(climbs).length
  const failed = climbs.flatMap((climb) => climb.failed)
  const perDependency = dependencies.map((name) => [`${name}Failures`, failed.filter((one) => one === name).length])
  return {
    endpoints: endpoints.length,
    endpointsReached: endpoints.length - missing,
    endpointsMissing: missing,
    requests: climbs.length,
    failedCalls: failed.length,
    ...(Object.fromEntries(perDependency) as Record<string, number>),
  }
}
