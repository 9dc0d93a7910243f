import { globSync } from 'node:fs'
import { apis } from '@thumbturn/contract'
import { routeKey } from '@thumbturn/service-harness/route-key.ts'
import { scimEndpoints } from '@thumbturn/service-harness/scim-endpoints.ts'
import { type Preload, root, runSuite } from '../common/run-suite.ts'
import { type Findings, goesOn, type Order, randomFor } from '../run.ts'
import type { Torture } from '../torture.ts'
import { dependencies } from './failing-calls/faults.ts'
import { type Climb, type Notes, unstored } from './failing-calls/notes.ts'

/** T-7, in the processes of ordinary suites. */
export const failingCalls: Torture = {
  target: 'T-7',
  summary: 'fails each call of each dependency, one at a time, under the requests of the test suites',
  variants: [{ engine: 'sqlite', nodes: 1 }],
  rounds: 1_000,
  cores: 2,
  plan: {},
  controls: [
    {
      engine: 'sqlite',
      nodes: 1,
      without: 'noticing commits that fail',
      plan: { preload: 'swallowed-commits' },
    },
  ],
  async run({ preload = 'failing-calls' }, order) {
    const found = await runFailingCalls(preload, order)
    if (preload === 'failing-calls') return found
    // Only what the missing safeguard causes shows that the run notices it.
    return { ...found, violations: found.violations.filter(isUnstored) }
  },
}

const isUnstored = (violation: string) => violation.endsWith(unstored)

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

/** Endpoints whose requests can't be seen to succeed after a failure, by reason. Failures that are reached are judged all the same. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  'The provider accepts an authorization code once (RFC 6749 §4.1.2).': ['POST /admin/v1/sso/complete'],
  'A member can send ten tests in ten minutes, fewer than a test has calls that can fail.': [
    'POST /admin/v1/applications/:id/message-templates/:template/:locale/test',
  ],
  'Every request is rejected: no user has such a credential.': endpoints.filter((one) =>
    one.includes(':credential_type'),
  ),
  'Tests call it over a socket, in a program or with a worker.': [
    'GET /admin/v1/checks',
    'GET /admin/v1/applications/:id/checks',
    'GET /admin/v1/applications/:id/connectors/:connectorId/dead-letters',
    'POST /admin/v1/applications/:id/connectors/:connectorId/dead-letters/replay',
    'POST /admin/v1/applications/:id/connectors/:connectorId/dead-letters/discard',
    'POST /admin/v1/sso-providers/:id/back-channel-logout',
  ],
}
const exempted = new Set(Object.values(exempt).flat())

/** The suites that call the service over HTTP, in the order of the seed. */
export function listSuites(order: Order): string[] {
  const random = randomFor(order)
  return globSync('apps/service/test/http/{current,proxy,gen1,admin,scim,hosted,openid,cross}/*.test.ts', { cwd: root })
    .toSorted()
    .map((file) => ({ file, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ file }) => file)
}

/**
 * Runs suites whose requests are first made with each of their calls of a dependency failed, two at a time. A round is a
 * suite. Unlike other runs, it continues after a violation, as suites are independent; only a control ends with the first
 * that shows its missing safeguard.
 */
export async function runFailingCalls(
  preload: Preload,
  order: Order,
  suites = listSuites(order).slice(0, order.rounds),
): Promise<Findings> {
  const found: Notes[] = []
  const disturbed: string[] = []
  const isControl = preload !== 'failing-calls'
  const queue = suites.values()
  let rounds = 0
  const hasCaught = () => isControl && found.some(({ violations }) => violations.some(isUnstored))
  const runNext = async () => {
    for (const suite of queue) {
      if (hasCaught() || !goesOn(order, { rounds, violations: [] })) return
      const env = { TORTURE_CLIMBED: JSON.stringify(countSuccesses(found)) }
      const { notes, passed } = await runSuite(suite, preload, env)
      found.push(...notes)
      if (!passed) disturbed.push(suite)
      rounds++
      order.progress(`${rounds} of ${suites.length} suites`)
    }
  }
  await Promise.all([runNext(), runNext()])
  const climbs = found.flatMap((notes) => notes.climbs)
  const violations = summarizeViolations(found.flatMap((notes) => notes.violations))
  // A run that ends early says only how many are missing.
  if (rounds === listSuites(order).length)
    violations.push(...findMissing(climbs).map((endpoint) => `no request of ${endpoint} succeeds after failures`))
  const absorbed = found.flatMap((notes) => notes.absorbed).length
  // A figure of attempts, calls, or times fails a test of a suite that makes each request many times; so it's no violation.
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

const findReached = (climbs: readonly Climb[]) =>
  new Set(climbs.filter(({ succeeded }) => succeeded).map(({ route }) => route))

function findMissing(climbs: readonly Climb[]): string[] {
  const reached = findReached(climbs)
  return endpoints.filter((endpoint) => !reached.has(endpoint) && !exempted.has(endpoint))
}

function countClimbs(climbs: readonly Climb[]) {
  const missing = findMissing(climbs).length
  const reached = findReached(climbs)
  const failed = climbs.flatMap((climb) => climb.failed)
  const perDependency = dependencies.map((name) => [`${name}Failures`, failed.filter((one) => one === name).length])
  return {
    endpoints: endpoints.length,
    endpointsReached: endpoints.filter((endpoint) => reached.has(endpoint)).length,
    endpointsExempt: exempted.size,
    endpointsMissing: missing,
    requests: climbs.length,
    failedCalls: failed.length,
    ...(Object.fromEntries(perDependency) as Record<string, number>),
  }
}
