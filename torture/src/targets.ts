import { serviceFolders } from './code.ts'
import type { Figures } from './run.ts'
import { dependencies } from './runs/failing-calls/faults.ts'

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
export type Target = {
  id: string
  title: string
  promise: string
  /** The test of the promise, in a sentence. */
  method: string
  /** The violations that a run looks for. */
  failure: string
  /** Something that the promise seems to include, but that no run shows. */
  gap: string
  /** The folders with the code that the promise is about: after a change in them, it needs new runs. */
  code: readonly string[]
  requirement: Requirement
}

const bothEngines = ['SQLite, 2 nodes', 'PostgreSQL, 2 nodes']

/** The targets of `npm run fuzz`. */
export const parsers = [
  'authenticator-data',
  'authorization-request',
  'cbor',
  'ceremonies',
  'certificate',
  'client-data',
  'client-document',
  'cookies',
  'cose-key',
  'dpop-proof',
  'forwarded-headers',
  'metadata-blob',
  'redirect-uri',
  'scim-filter',
  'scim-patch',
  'sealed-values',
  'site-path',
]

export const targets: readonly Target[] = [
  {
    id: 'T-1',
    title: 'Service crash',
    promise:
      '200 kill -9 crashes under the load of 32 clients: no acknowledged change is lost, nothing is used twice, nothing is half stored, and the service responds again within 2 s',
    method:
      'users register, sign in, confirm, and delete over HTTP, and sign in to OpenID clients and a protected site, whose tokens, consents, and sessions they use, renew, and end; each response is noted in a ledger; nodes get SIGKILL at random times, one or all of them, and after each restart the database is compared with the ledger, and the last requests are repeated, which must fail',
    failure:
      'something acknowledged is missing, something rejected is stored, a repeated completion succeeds, a user is stored in part, or a node takes longer than 2 s to be ready',
    gap: 'loss of what the operating system had not written yet, which is T-1b',
    code: serviceFolders,
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
    method:
      'strace records every write and flush that SQLite makes under load; each prefix of them is replayed to files, which a store opens and the ledger of the clients is compared with',
    failure: "a store doesn't open, or lacks something that was acknowledged before that point",
    gap: "disks that acknowledge a flush they didn't make, and PostgreSQL, whose write-ahead log is not this project's code",
    code: ['apps/service/src/storage'],
    requirement: { variants: ['SQLite, 1 node'], totals: { recordings: 40, states: 50_000 } },
  },
  {
    id: 'T-1c',
    title: 'Disk faults',
    promise:
      "200 faults under the load of 32 clients (rejected writes, reads, and flushes, full and read-only disks, damaged pages, and truncated, deleted, and missing files): no acknowledged change is lost, calls get 503 during the fault, and the service doesn't start on damaged or missing files",
    method:
      'strace lets system calls of a running node fail, or the run changes its files, and the ledger of the clients is compared with the database afterward',
    failure:
      "something acknowledged is missing, a node serves without its database or starts on damaged files, or its message doesn't say what to do",
    gap: "pages that a disk returns damaged while a node runs, if SQLite doesn't notice",
    code: ['apps/service/src/storage'],
    requirement: { variants: ['SQLite, 1 node'], totals: { faults: 200 } },
  },
  {
    id: 'T-2',
    title: 'PostgreSQL crash',
    promise:
      '50 immediate shutdowns under the load of 32 clients: the promise of T-1 holds, calls get 503 during the outage, and nodes recover within 5 s without a restart',
    method:
      'the run stops a PostgreSQL server of its own with SIGQUIT under load, starts it again, and compares the database with the ledger of the clients',
    failure:
      "something acknowledged is missing, a call gets an error other than 503, or a node doesn't write again within 5 s",
    gap: 'a server whose disk is lost',
    code: serviceFolders,
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
    method:
      'the run stops the primary of a synchronous pair under load and promotes its standby; nodes have both addresses',
    failure:
      'something acknowledged is missing, the old primary acknowledges a write after the promotion, or no write succeeds for 15 s',
    gap: 'asynchronous standbys, which can lose what was acknowledged, and the tools that decide when to promote',
    code: serviceFolders,
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
      '100 seeds of 10,000 operations, half of them on each engine, with failing commits, lost responses, restarts, and clock changes: no difference from an in-memory model',
    method:
      'a seed chooses operations over HTTP, their faults, restarts, and changes of the clock; each response, and every 500 operations the whole database, is compared with a model of users, passkeys, and tokens in memory',
    failure: 'a response or a stored row differs from the model',
    gap: 'operations at the same time (T-5), and what the list of operations leaves out, such as members and connectors',
    code: serviceFolders,
    requirement: { variants: ['SQLite, 1 node', 'PostgreSQL, 1 node'], totalsPerVariant: { seeds: 50 } },
  },
  {
    id: 'T-5',
    title: 'Single use',
    promise:
      '64 parallel uses of every single-use value on two nodes, in 1,000 rounds each, half of them on each engine: exactly one succeeds',
    method:
      '64 callers send the same value at once to two processes, which share a database; a round does so with each value of the list that the tests of the API also use; the rounds of an engine would miss a race that one round in 100 shows in less than 1 of 100 cases',
    failure:
      'more or fewer than one call succeeds, the value leaves more or fewer rows than one use does, or a call gets a server error',
    gap: 'more than two nodes, which would meet in the same row of the database',
    code: serviceFolders,
    requirement: { variants: bothEngines, totalsPerVariant: { roundsOfEach: 500 } },
  },
  {
    id: 'T-6',
    title: 'Fuzzing',
    promise:
      'a million random requests, mutated ceremonies, and malformed HTTP messages: no crash, no server error other than 503, no response slower than 2 s, and memory growth below 50 MB',
    method:
      'random requests for every operation, ceremonies with changed bytes and fields, and broken HTTP on raw sockets, over 16 connections',
    failure:
      'a call gets a server error other than 503 or no response, the process ends, or its memory grows by more than 50 MB',
    gap: 'sequences of calls that only make sense together; parsers are fuzzed by T-6b',
    code: serviceFolders,
    requirement: {
      variants: ['SQLite, 1 node', 'PostgreSQL, 1 node'],
      totals: { requests: 1_000_000 },
      limits: { slowestMs: 2_000, memoryGrowthMb: 50, predictedGrowthMb: 50 },
    },
  },
  {
    id: 'T-6b',
    title: 'Parsers',
    promise:
      'two hours of fuzzing of all parsers of what anyone can send: no error but the documented ones, no input that takes longer than a second, and no disagreement with a second reading',
    method:
      'inputs that took a branch, or came close to the value of a comparison, are changed further, in two hours of processor time; each parser is a control, too, with a bug that is planted in its source',
    failure:
      'an input causes another error, takes longer than a second or 512 MB, or is read in another way than the promise of its target says',
    gap: 'the libraries below the parsers, such as OpenSSL, are part of what runs, but their branches guide nothing',
    code: [
      'packages/webauthn/src',
      'apps/service/src/adapters',
      'apps/service/src/core/model/authorization',
      'apps/service/src/core/model/protected-sites',
      'apps/service/src/http/scim',
    ],
    requirement: { variants: parsers, totals: { processorSeconds: 7_200 } },
  },
  {
    id: 'T-7',
    title: 'Failing dependencies',
    promise:
      'if any query, commit, message, clock, random value, file, or name lookup fails during a request to any endpoint: the response is a documented error, nothing is half stored, and the next attempt succeeds',
    method:
      'the suites over HTTP run with every call of every dependency failing in turn, each request first with its first call failing, then its second, until it succeeds',
    failure:
      "a response isn't a documented error, a failed request has changed the database, or no request of an endpoint succeeds after failures",
    gap: 'two dependencies that fail during one request, files of pages, clocks after the change, and PostgreSQL, whose outages are T-2 and T-3; what a hosted page stored before it failed to make the code stays, and the next attempt uses it',
    code: serviceFolders,
    requirement: {
      variants: ['SQLite, 1 node'],
      totals: {
        failedCalls: 1_000,
        ...Object.fromEntries(dependencies.map((dependency) => [`${dependency}Failures`, 1])),
      },
      limits: { endpointsMissing: 0 },
    },
  },
  {
    id: 'T-8',
    title: 'Overload',
    promise:
      "four times the capacity for a minute, floods of password attempts, 2,000 idle sockets, slow bodies, and a database that takes a second to respond: 503 for calls that aren't admitted, 99% of admitted sign-ins within 1 s, at most 512 MB of memory, accurate readiness, and recovery within 5 s",
    method:
      'a generator measures the capacity of a node, then sends four times as many sign-ins, and afterward each attack, next to a light load',
    failure:
      "an admitted sign-in takes longer than a second in more than 1 of 100 cases, memory exceeds 512 MB, `/ready` is wrong, or the node doesn't recover within 5 s",
    gap: 'floods that fill the network before they reach the service, more than 4,000 connections at a time, and many addresses behind a proxy',
    code: serviceFolders,
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
    method:
      'a load balancer that asks `/ready` distributes calls to two nodes, of which one after the other gets SIGTERM under load',
    failure: 'a request fails or gets no response',
    gap: 'load balancers that check less often than the delay before a node stops',
    code: serviceFolders,
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
      'a revocation takes effect on another node within 1 s, as the maximum of 1,000 measurements of each kind, half of them on each engine, and stays in effect after kill -9',
    method:
      'the first node revokes what is then used at the second, until it is rejected; in every twentieth round, both nodes are killed, and what was revoked is tried again',
    failure: 'something revoked is accepted a second after its revocation, or after a restart',
    gap: 'backends that verify access tokens without a call to the service: they accept them until they expire',
    code: serviceFolders,
    requirement: {
      variants: bothEngines,
      totalsPerVariant: { measurementsOfEach: 500, checkedAfterKills: 1 },
      limits: { slowestMs: 1_000 },
    },
  },
  {
    id: 'T-9b',
    title: 'Session renewal',
    promise:
      'while 64 requests on two nodes and two instances of a web application use and renew a session, it ends: no request after an acknowledged end is accepted, and nothing that a request renewed outlives it, in 250 rounds of each kind, half of them on each engine',
    method:
      'sessions of a web application, bound to a device or not, of protected sites, and of browsers, and the tokens of clients are used and renewed in parallel while one request signs the user out, deactivates them, or revokes their consent; then everything that the responses brought is used again',
    failure: 'a request that began after the end was acknowledged is accepted, or a renewed cookie or token works',
    gap: 'sessions of a web application that asks the service once a minute or never, which is how late they learn of a sign-out everywhere',
    code: [...serviceFolders, 'packages/node/src'],
    requirement: { variants: bothEngines, totalsPerVariant: { roundsOfEach: 125 } },
  },
  {
    id: 'T-11',
    title: 'Code guessing',
    promise:
      'in each of 1,000 random schedules of guessing across nodes, restarts, identifiers of a user, and new codes: exactly the documented number of attempts, at most 5 per code and 100 per account and method, so the probability of guessing any six-digit code of a method is at most 1 in 10,000',
    method:
      'a seed chooses how codes are guessed: at which node, by which identifier, with restarts and new codes in between; the attempts that are compared are counted',
    failure: 'a code accepts a sixth attempt, an account more than 100 for a method, or fewer than documented',
    gap: 'guessing across many accounts, which only limits per address slow down',
    code: serviceFolders,
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
    method:
      'pairs of calls in random order, one about a known and one about an unknown user; their processor-bound times are compared with a rank test',
    failure: 'the medians of a request differ by more than 20 µs with p < 0.001',
    gap: 'what an attacker could learn from the load that others cause, and over more calls than limits admit',
    code: serviceFolders,
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
    method:
      "two nodes with a controlled clock rotate keys while users sign in; eight verifiers cache the key set for as long as its headers allow, and verify, every 15 s, the oldest and the newest of each key's tokens that haven't expired",
    failure: 'a verifier or a node rejects a valid token, or accepts one of a retired key',
    gap: 'verifiers that cache keys for longer than the headers allow',
    code: serviceFolders,
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
    method:
      'nodes start on unusual dates with clocks that a preloaded file moves; everything that expires is used shortly before and after its end',
    failure:
      'something works after its documented end or not before it, is used twice, or works again after it was revoked',
    gap: 'clocks that differ by more than the documented 90 s',
    code: serviceFolders,
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
    method:
      'a generator measures the capacity of a node, and then starts sign-ins at half of that rate, however long responses take; a time is that of both calls of a sign-in',
    failure: 'more than 5 of 100 sign-ins take longer than 50 ms, or one is rejected',
    gap: 'networks between client and service, and databases of many users, which the benchmarks measure',
    code: serviceFolders,
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
      "an hour at half of the capacity with rotations, restarts, backups, and clock changes: an error rate below 0.01%, less than 25 MB more resident memory, less than 50 MB of used memory that two hours could add, and no growth of SQLite's log file or of any table except history",
    method:
      'two nodes behind a load balancer run for an hour under load, while keys rotate, a node restarts, backups are made, and clocks are set; memory and tables are measured every ten seconds, and a line with its error bounds what two hours would add. What expires does so within five minutes, so that an hour has ten times that. SQLite starts with 70 MB of history: from 64 MB on, a thread of 17 MB copies its log',
    failure: "more than 1 of 10,000 requests fails, or memory, SQLite's log file, or a table other than history grows",
    gap: 'growth that needs days to be seen',
    code: serviceFolders,
    requirement: {
      variants: ['SQLite, 2 nodes', 'PostgreSQL, 2 nodes'],
      totalsPerVariant: { minutes: 60, steadyMinutes: 50, requests: 100_000 },
      limits: { failedPerMillion: 100, memoryGrowthMb: 25, largestGrowthMb: 50 },
    },
  },
  {
    id: 'T-25',
    title: 'Secrets',
    promise:
      'no token, code, key, or password that the test suites send or receive, plain or encoded, appears in the log at any level or in anything written to the database',
    method:
      'the suites over HTTP run in processes that note every secret of requests and responses; afterward the log at its most verbose level and everything written to the database are searched for each, plain and encoded',
    failure: 'a secret is found, or a suite fails',
    gap: 'secrets that no suite uses, core dumps, and swap',
    code: serviceFolders,
    requirement: {
      variants: ['SQLite, 1 node'],
      totals: { suites: 120, secrets: 10_000 },
      limits: { leaks: 0, failedSuites: 0 },
    },
  },
]

/** @throws Error if there is no such target */
export function findTarget(id: string): Target {
  const found = targets.find((target) => target.id === id)
  if (!found) throw new Error(`There is no target ${id}`)
  return found
}
