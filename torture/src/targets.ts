import type { Figures } from './run.ts'

/** What a run must reach for its target to be met. */
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

/** A target of reliability. Without a requirement, no run measures it yet. */
export type Target = { id: string; title: string; promise: string; requirement?: Requirement }

const bothEngines = ['SQLite, 2 nodes', 'PostgreSQL, 2 nodes']

export const targets: readonly Target[] = [
  {
    id: 'T-1',
    title: 'Crash of the service',
    promise:
      '200 times kill -9 under the load of 32 clients: no acknowledged change lost, nothing used twice, nothing half stored, serving again within 2 s',
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
      'after every prefix of the writes and flushes that SQLite makes under load, with all, some, or none of what was not flushed: no acknowledged change lost, and the database intact',
    requirement: { variants: ['SQLite, 1 node'], totals: { recordings: 40, states: 50_000 } },
  },
  {
    id: 'T-1c',
    title: 'Disk faults',
    promise:
      '200 faults under the load of 32 clients (rejected writes, reads, and flushes, full and read-only disks, damaged pages, cut, deleted, and missing files): no acknowledged change lost, 503 meanwhile, and no start on files that are damaged or missing',
    requirement: { variants: ['SQLite, 1 node'], totals: { faults: 200 } },
  },
  {
    id: 'T-2',
    title: 'Crash of PostgreSQL',
    promise:
      '50 immediate stops under the load of 32 clients: as T-1; calls get 503 meanwhile, and nodes recover within 5 s without a restart',
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
      '50 failovers to a synchronous standby under the load of 32 clients: as T-1; the old primary acknowledges no write after the promotion, and writes succeed again within 15 s',
    requirement: {
      variants: ['PostgreSQL, 1 node', 'PostgreSQL, 2 nodes'],
      totals: { failovers: 50 },
      limits: { writeGapMaximumMs: 15_000 },
    },
  },
  {
    id: 'T-4',
    title: 'Model',
    promise:
      '100 seeds of 10,000 operations with failing commits, lost responses, restarts, and moved clocks: no difference from a model in memory',
    requirement: { variants: ['SQLite, 1 node', 'PostgreSQL, 1 node'], totalsPerVariant: { seeds: 100 } },
  },
  {
    id: 'T-5',
    title: 'Single use',
    promise: '64 parallel uses of every single-use value on two nodes, 1,000 rounds each: exactly one succeeds',
    requirement: { variants: bothEngines, totalsPerVariant: { roundsOfEach: 1_000 } },
  },
  {
    id: 'T-6',
    title: 'Fuzzing',
    promise:
      'a million random requests, mutated ceremonies, and broken HTTP: no crash, no error of the service but 503, no response later than 2 s, and the memory grows by less than 50 MB',
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
      'the failure of any query, commit, message, clock, random value, file, or name lookup under the requests of every endpoint: a documented error, nothing half stored, and the next attempt works',
    requirement: { variants: ['SQLite, 1 node'], totals: { failedCalls: 1_000 }, limits: { endpointsMissing: 0 } },
  },
  {
    id: 'T-8',
    title: 'Overload',
    promise:
      'four times the capacity for a minute, floods of passwords, 2,000 idle sockets, slow bodies, and a database that takes a second: 503 for what is not admitted, 99% of the admitted sign-ins within 1 s, at most 512 MB, truthful readiness, and recovered within 5 s',
    requirement: {
      variants: ['SQLite, 1 node', 'PostgreSQL, 1 node'],
      totalsPerVariant: { surgeSeconds: 60 },
      limits: { admittedP99Ms: 1_000, besideAttacksP99Ms: 1_000, recoveryMaximumMs: 5_000, memoryPeakMb: 512 },
    },
  },
  {
    id: 'T-8b',
    title: 'Rolling restart',
    promise: 'two nodes restarted one after the other behind a load balancer, 20 times under load: no failed request',
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
      'effective on another node within 1 s, as the maximum of 1,000 measurements of each kind, also after kill -9',
    requirement: {
      variants: bothEngines,
      totalsPerVariant: { measurementsOfEach: 1_000, checkedAfterKills: 1 },
      limits: { slowestMs: 1_000 },
    },
  },
  {
    id: 'T-10',
    title: 'Upgrade',
    promise:
      'two releases side by side under load, forward and back, on both engines: no failed request, and nothing lost',
    requirement: { variants: ['test suites'], totals: { tests: 4 }, limits: { failedTests: 0, skippedTests: 0 } },
  },
  {
    id: 'T-11',
    title: 'Guessing',
    promise:
      'in each of 1,000 random schedules of guessing across nodes, restarts, names of a user, and new codes: exactly the documented attempts, at most 5 per code and 100 per account and method, so that the six-digit codes of a method are guessed with a probability of at most 1 in 10,000',
    requirement: {
      variants: bothEngines,
      totals: { schedules: 1_000 },
      limits: { mostPerCode: 5, mostPerMethod: 100, chancePerMillion: 100 },
    },
  },
  {
    id: 'T-12',
    title: 'Enumeration',
    promise:
      'of 2,000 pairs of calls of everything that an unauthenticated caller can ask, no median differs by more than 20 µs between known and unknown users (p < 0.001)',
    requirement: {
      variants: ['SQLite, 1 node', 'PostgreSQL, 1 node'],
      totalsPerVariant: { pairsOfEach: 2_000 },
      limits: { largestClearDifferenceMicros: 20 },
    },
  },
  {
    id: 'T-13',
    title: 'Surface',
    promise: 'every route with every method and every kind of credential: no unexpected success',
    requirement: { variants: ['test suites'], totals: { tests: 400 }, limits: { failedTests: 0, skippedTests: 0 } },
  },
  {
    id: 'T-14',
    title: 'Tenants',
    promise: 'every ID of an application, in every operation that takes it, is unknown to callers of another one',
    requirement: { variants: ['test suites'], totals: { tests: 350 }, limits: { failedTests: 0, skippedTests: 0 } },
  },
  {
    id: 'T-15',
    title: 'Key rotation',
    promise:
      'the signing key rotated 60 times as fast as the service allows, with sign-ins on two nodes: backends that cache keys as long as allowed reject no valid token, and no token of a retired key is accepted',
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
      'while clocks of nodes differ by 90 s and are set an hour ahead and back, before and over a leap day, 19 January 2038, and in 3024: everything that ends by the clock works until its documented end and not after it, nothing is used twice, and what was revoked stays revoked',
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
    id: 'T-17',
    title: 'Test vectors',
    promise:
      "W3C's vectors of WebAuthn and those derived from them, Wycheproof's signatures for every algorithm, and the examples of CBOR: the documented outcome of each",
    requirement: { variants: ['test suites'], totals: { tests: 2_300 }, limits: { failedTests: 0, skippedTests: 0 } },
  },
  {
    id: 'T-18',
    title: 'Conformance',
    promise:
      'every row of the published list of FIDO server tests that applies, with the reason of each rejection and a twin that is accepted',
    requirement: { variants: ['test suites'], totals: { rows: 150 }, limits: { rowsWithoutTest: 0, failedTests: 0 } },
  },
  {
    id: 'T-19',
    title: 'Mutation',
    promise:
      'tests notice the removal of every check in verifier, sessions, codes, and tokens, and 90% of a sample of all other changes to them',
    requirement: {
      variants: ['changes'],
      totals: { removedChecks: 150, changes: 400 },
      limits: { removedChecksUnnoticed: 0, unnoticedPercent: 10 },
    },
  },
  {
    id: 'T-20',
    title: 'Coverage',
    promise: 'tests reach every branch of verifier, sessions, codes, and tokens',
    requirement: {
      variants: ['test suites'],
      totals: { branches: 1_000 },
      limits: { missedBranches: 0, failedTests: 0 },
    },
  },
  {
    id: 'T-20b',
    title: 'Coverage of the service',
    promise: 'tests reach 95% of the branches of the service, without those of its command line',
    requirement: { variants: ['test suites'], totals: { branches: 10_000 }, limits: { missedPercent: 5 } },
  },
  {
    id: 'T-21',
    title: 'Performance',
    promise: '95% of the sign-ins within 50 ms at half of the capacity, for three minutes, and none rejected',
    requirement: {
      variants: ['SQLite, 1 node', 'PostgreSQL, 1 node'],
      totalsPerVariant: { secondsAtHalf: 180 },
      limits: { signInP95Ms: 50 },
    },
  },
  {
    id: 'T-22',
    title: 'Soak',
    promise:
      'two hours at half of the capacity with rotations, restarts, backups, and clock steps: error rate below 0.01%, the memory grows by less than 50 MB, and no table but history grows, nor the log file of SQLite',
    requirement: {
      variants: ['SQLite, 2 nodes', 'PostgreSQL, 2 nodes'],
      totalsPerVariant: { minutes: 120, steadyMinutes: 100 },
      limits: { failedPerMillion: 100, memoryGrowthMb: 50, predictedGrowthMb: 50 },
    },
  },
  {
    id: 'T-23',
    title: 'Restore',
    promise:
      'PostgreSQL restored to a moment under load has exactly the users acknowledged before it, and a backup of a running service on SQLite restores with its keys; damaged ones restore nothing',
    requirement: { variants: ['test suites'], totals: { tests: 12 }, limits: { failedTests: 0, skippedTests: 0 } },
  },
  {
    id: 'T-24',
    title: 'Browsers',
    promise:
      'every flow with every kind of virtual authenticator of Chromium and Firefox, with user verification required and not: it completes, or fails with the documented error',
    requirement: {
      variants: ['Chromium and Firefox'],
      totals: { cells: 550, profiles: 16, flows: 11 },
      limits: { failedCells: 0 },
    },
  },
  {
    id: 'T-25',
    title: 'Secrets',
    promise:
      'each token, code, key, and password that the test suites send or receive, as it is and encoded, is in no line of the log of any level and in nothing that is written to the database',
    requirement: {
      variants: ['SQLite, 1 node'],
      totals: { suites: 120, secrets: 10_000 },
      limits: { leaks: 0, failedSuites: 0 },
    },
  },
  {
    id: 'T-26',
    title: 'Supply chain',
    promise:
      'two builds of one commit are the same bytes, with a list of components; everything that ships has an allowed license, a checksum, and no script, and no part has more packages than its limit',
    requirement: { variants: ['test suites'], totals: { tests: 15 }, limits: { failedTests: 0, skippedTests: 0 } },
  },
]
