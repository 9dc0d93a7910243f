import type { Figures } from './run.ts'

/** The figures that a run must reach for its target to be met. */
export type Requirement = {
  /** Each needs a run. */
  variants: readonly string[]
  /** Sums over all runs. */
  totals?: Figures
  /** Sums over the runs of each variant. */
  totalsPerVariant?: Figures
  /** The highest value that a run may have. */
  limits?: Figures
}

/** A target of reliability. */
export type Target = { id: string; title: string; promise: string; requirement: Requirement }

const bothEngines = ['SQLite, 2 nodes', 'PostgreSQL, 2 nodes']

export const targets: readonly Target[] = [
  {
    id: 'T-1',
    title: 'Service crash',
    promise:
      '200 kill -9 crashes under the load of 32 clients: no acknowledged change is lost, nothing is used twice, nothing is half stored, and the service responds again within 2 s',
    requirement: {
      variants: ['SQLite, 1 node', 'PostgreSQL, 1 node', ...bothEngines],
      totals: { kills: 200 },
      limits: { restartMaximumMs: 2_000 },
    },
  },
  {
    id: 'T-1b',
    title: 'Power loss',
    promise:
      "after every prefix of the writes and flushes that SQLite makes under load, keeping all, some, or none of what wasn't flushed: no acknowledged change is lost, and the database is intact",
    requirement: { variants: ['SQLite, 1 node'], totals: { recordings: 40, states: 50_000 } },
  },
  {
    id: 'T-1c',
    title: 'Disk faults',
    promise:
      "200 faults under the load of 32 clients (rejected writes, reads, and flushes, full and read-only disks, damaged pages, and truncated, deleted, and missing files): no acknowledged change is lost, calls get 503 during the fault, and the service doesn't start on damaged or missing files",
    requirement: { variants: ['SQLite, 1 node'], totals: { faults: 200 } },
  },
  {
    id: 'T-2',
    title: 'PostgreSQL crash',
    promise:
      '50 immediate shutdowns under the load of 32 clients: the promise of T-1 holds, calls get 503 during the outage, and nodes recover within 5 s without a restart',
    requirement: {
      variants: ['PostgreSQL, 1 node', 'PostgreSQL, 2 nodes'],
      totals: { stops: 50 },
      limits: { recoveryMaximumMs: 5_000 },
    },
  },
  {
    id: 'T-3',
    title: 'Failover',
    promise:
      '50 failovers to a synchronous standby under the load of 32 clients: the promise of T-1 holds, the old primary acknowledges no write after the promotion, and writes succeed again within 15 s',
    requirement: {
      variants: ['PostgreSQL, 1 node', 'PostgreSQL, 2 nodes'],
      totals: { failovers: 50 },
      limits: { writeGapMaximumMs: 15_000 },
    },
  },
  {
    id: 'T-4',
    title: 'Model comparison',
    promise:
      '100 seeds of 10,000 operations with failing commits, lost responses, restarts, and clock changes: no difference from an in-memory model',
    requirement: { variants: ['SQLite, 1 node', 'PostgreSQL, 1 node'], totalsPerVariant: { seeds: 100 } },
  },
  {
    id: 'T-5',
    title: 'Single use',
    promise: '64 parallel uses of every single-use value on two nodes, in 1,000 rounds each: exactly one succeeds',
    requirement: { variants: bothEngines, totalsPerVariant: { roundsOfEach: 1_000 } },
  },
  {
    id: 'T-6',
    title: 'Fuzzing',
    promise:
      'a million random requests, mutated ceremonies, and malformed HTTP messages: no crash, no server error other than 503, no response slower than 2 s, and memory growth below 50 MB',
    requirement: {
      variants: ['SQLite, 1 node', 'PostgreSQL, 1 node'],
      totals: { requests: 1_000_000 },
      limits: { slowestMs: 2_000, memoryGrowthMb: 50, predictedGrowthMb: 50 },
    },
  },
  {
    id: 'T-7',
    title: 'Failing dependencies',
    promise:
      'if any query, commit, message, clock, random value, file, or name lookup fails during a request to any endpoint: the response is a documented error, nothing is half stored, and the next attempt succeeds',
    requirement: { variants: ['SQLite, 1 node'], totals: { failedCalls: 1_000 }, limits: { endpointsMissing: 0 } },
  },
  {
    id: 'T-8',
    title: 'Overload',
    promise:
      "four times the capacity for a minute, floods of password attempts, 2,000 idle sockets, slow bodies, and a database that takes a second to respond: 503 for calls that aren't admitted, 99% of admitted sign-ins within 1 s, at most 512 MB of memory, accurate readiness, and recovery within 5 s",
    requirement: {
      variants: ['SQLite, 1 node', 'PostgreSQL, 1 node'],
      totalsPerVariant: { surgeSeconds: 60 },
      limits: { admittedP99Ms: 1_000, duringAttacksP99Ms: 1_000, recoveryMaximumMs: 5_000, memoryPeakMb: 512 },
    },
  },
  {
    id: 'T-8b',
    title: 'Rolling restart',
    promise: 'two nodes restarted one after the other behind a load balancer, 20 times under load: no failed requests',
    requirement: {
      variants: ['SQLite, 2 nodes', 'PostgreSQL, 2 nodes'],
      totals: { restarts: 20 },
      limits: { failedRequests: 0 },
    },
  },
  {
    id: 'T-9',
    title: 'Revocation',
    promise:
      'a revocation takes effect on another node within 1 s, as the maximum of 1,000 measurements of each kind, and stays in effect after kill -9',
    requirement: {
      variants: bothEngines,
      totalsPerVariant: { measurementsOfEach: 1_000, checkedAfterKills: 1 },
      limits: { slowestMs: 1_000 },
    },
  },
  {
    id: 'T-11',
    title: 'Code guessing',
    promise:
      'in each of 1,000 random schedules of guessing across nodes, restarts, identifiers of a user, and new codes: exactly the documented number of attempts, at most 5 per code and 100 per account and method, so the probability of guessing any six-digit code of a method is at most 1 in 10,000',
    requirement: {
      variants: bothEngines,
      totals: { schedules: 1_000 },
      limits: { mostPerCode: 5, mostPerMethod: 100, chancePerMillion: 100 },
    },
  },
  {
    id: 'T-12',
    title: 'User enumeration',
    promise:
      'for every request with which an unauthenticated caller could probe for users, over 2,000 pairs of calls each: median response times for known and unknown users differ by no more than 20 µs (p < 0.001)',
    requirement: {
      variants: ['SQLite, 1 node', 'PostgreSQL, 1 node'],
      totalsPerVariant: { pairsOfEach: 2_000 },
      limits: { largestClearDifferenceMicros: 20 },
    },
  },
  {
    id: 'T-15',
    title: 'Key rotation',
    promise:
      '60 rotations of the signing key, as fast as the service allows, with sign-ins on two nodes: backends that cache keys for as long as allowed reject no valid token, and no token of a retired key is accepted',
    requirement: {
      variants: ['SQLite, 2 nodes', 'PostgreSQL, 2 nodes'],
      totalsPerVariant: { rotations: 60, retiredKeys: 50 },
      limits: { failedVerifications: 0 },
    },
  },
  {
    id: 'T-16',
    title: 'Clocks',
    promise:
      'with node clocks that differ by 90 s and are set an hour ahead and back, before and across a leap day and January 19, 2038, and in 3024: everything that expires works until its documented expiry and not after it, nothing is used twice, and whatever was revoked stays revoked',
    requirement: {
      variants: ['SQLite, 1 node', ...bothEngines],
      totalsPerVariant: {
        startDates: 5,
        steps: 300,
        usesBeforeTheEnd: 100,
        usesAfterTheEnd: 100,
        replays: 800,
        revocations: 150,
      },
    },
  },
  {
    id: 'T-21',
    title: 'Performance',
    promise: 'at half of the capacity for three minutes: 95% of sign-ins within 50 ms, and none rejected',
    requirement: {
      variants: ['SQLite, 1 node', 'PostgreSQL, 1 node'],
      totalsPerVariant: { secondsAtHalf: 180 },
      limits: { signInP95Ms: 50 },
    },
  },
  {
    id: 'T-22',
    title: 'Soak test',
    promise:
      "two hours at half of the capacity with rotations, restarts, backups, and clock changes: an error rate below 0.01%, memory growth below 50 MB, and no growth of SQLite's log file or of any table except history",
    requirement: {
      variants: ['SQLite, 2 nodes', 'PostgreSQL, 2 nodes'],
      totalsPerVariant: { minutes: 120, steadyMinutes: 100 },
      limits: { failedPerMillion: 100, memoryGrowthMb: 50, predictedGrowthMb: 50 },
    },
  },
  {
    id: 'T-25',
    title: 'Secrets',
    promise:
      'no token, code, key, or password that the test suites send or receive, plain or encoded, appears in the log at any level or in anything written to the database',
    requirement: {
      variants: ['SQLite, 1 node'],
      totals: { suites: 120, secrets: 10_000 },
      limits: { leaks: 0, failedSuites: 0 },
    },
  },
]
