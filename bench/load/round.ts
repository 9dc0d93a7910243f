import { setTimeout as sleep } from 'node:timers/promises'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import { findPercentile } from '@thumbturn/testkit/statistics.ts'
import type { User, Work } from '../adapters/adapter.ts'
import type { Flow } from './sign-in.ts'
import { readUsageWithChildren } from './usage.ts'

/**
 * The measurements of one round of a work such as sign-ins; latencies in milliseconds of a whole one, processor time of
 * each in microseconds: of the service, and of a database server that it uses.
 */
export interface Round {
  /** How many succeeded. */
  count: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  cpuEach: number
  databaseCpuEach: number
  /** Resident memory of the service, in megabytes: at the end of the round, and the most since its start. */
  rssMb: number
  peakRssMb: number
  errors: number
  firstError?: string
  /** How much of one processor the load itself needed, 0 to 1: near 1 it is the load that is measured. */
  loadShare: number
}

/** Whom to sign in, where, and the processes whose use of the machine is measured. */
export type Ground = {
  flow: Flow
  users: readonly User[]
  ports: readonly number[]
  pids: readonly number[]
  databasePid: number | undefined
}

/** How long a round takes, and how many of a work are under way at a time or, with a `rate`, begin in each second. */
export type Order = { seconds: number; concurrency: number; rate?: number; work: Work }

/** How many users have a session in a round of verifications or authorizations. */
const sessionsOfRound = 100

/** Does one of a work, the `index`th of a round. */
type Perform = (connection: RawConnection, index: number) => Promise<unknown>

/** Prepares a round: verifications and authorizations need sessions, which can be as short as a few minutes. */
async function prepareWork({ flow, users, ports }: Ground, work: Work): Promise<Perform> {
  const pick = (index: number) => users[index % users.length]!
  // Names that no other round has used.
  const prefix = `round-${Date.now().toString(36)}`
  if (work === 'sign-ups') return (connection, index) => flow.register(connection, `${prefix}-${index}`)
  if (work === 'transactions') return (connection, index) => flow.confirm(connection, pick(index))
  if (work === 'sign-ins') return (connection, index) => flow.signIn(connection, pick(index))
  const connection = new RawConnection(ports[0]!)
  const begin = work === 'authorizations' ? flow.openBrowser : flow.signIn
  const sessions: string[] = []
  for (const user of users.slice(0, sessionsOfRound)) sessions.push(await begin(connection, user))
  connection.close()
  const use = work === 'authorizations' ? flow.authorize : flow.verify
  return (connection, index) => use(connection, sessions[index % sessions.length]!)
}

/** Signs users in, for example, one after another, for the given time. */
export async function measureRound(ground: Ground, order: Order): Promise<Round> {
  const { ports } = ground
  const latencies: number[] = []
  const failures: string[] = []
  const perform = await prepareWork(ground, order.work)
  let next = 0

  const meter = startMeter(ground)
  const startedAt = performance.now()
  const until = startedAt + order.seconds * 1000

  /** `since`: when it was due, so that one that could not begin in time counts its wait. Returns when it ended. */
  const performOne = async (connection: RawConnection, since: number) => {
    const failure = await perform(connection, next++).then(
      () => undefined,
      (error: Error) => error,
    )
    const end = performance.now()
    if (failure) failures.push(failure.message)
    else latencies.push(end - since)
    return end
  }
  const keepPerforming = async (index: number) => {
    const lane = openLane(ports[index % ports.length]!)
    for (let now = performance.now(); now < until && failures.length < 100; ) now = await performOne(lane.get(), now)
    lane.close()
  }
  /** Of a rate, each connection takes every nth. */
  const keepPace = async (index: number, everyMs: number) => {
    const lane = openLane(ports[index % ports.length]!)
    const firstMs = (index / order.concurrency) * everyMs
    for (let due = startedAt + firstMs; due < until && failures.length < 100; due += everyMs) {
      await sleep(Math.max(0, due - performance.now()))
      await performOne(lane.get(), due)
    }
    lane.close()
  }
  const everyMs = order.rate === undefined ? undefined : (1000 * order.concurrency) / order.rate
  const run = everyMs === undefined ? keepPerforming : (index: number) => keepPace(index, everyMs)
  await Promise.all(Array.from({ length: order.concurrency }, (_, index) => run(index)))

  const elapsed = (performance.now() - startedAt) / 1000
  return {
    count: latencies.length,
    perSecond: latencies.length / elapsed,
    p50: findPercentile(latencies, 0.5),
    p95: findPercentile(latencies, 0.95),
    p99: findPercentile(latencies, 0.99),
    ...meter.read({ count: latencies.length, elapsed }),
    errors: failures.length,
    firstError: failures[0],
  }
}

/** Starts to measure what the processes and the load itself use; `elapsed` is in seconds. */
function startMeter({ pids, databasePid }: Pick<Ground, 'pids' | 'databasePid'>) {
  const readAll = () => ({
    service: readUsageWithChildren(pids),
    database: readUsageWithChildren(databasePid ? [databasePid] : []),
  })
  const before = readAll()
  const own = process.cpuUsage()
  return {
    read({ count, elapsed }: { count: number; elapsed: number }) {
      const after = readAll()
      const { user, system } = process.cpuUsage(own)
      const cpuEach = (of: 'service' | 'database') => ((after[of].cpuSeconds - before[of].cpuSeconds) / count) * 1e6
      return {
        cpuEach: cpuEach('service'),
        databaseCpuEach: cpuEach('database'),
        rssMb: after.service.rssMb,
        peakRssMb: after.service.peakRssMb,
        loadShare: (user + system) / 1e6 / elapsed,
      }
    },
  }
}

/** A connection, which is replaced once the server has closed it. */
function openLane(port: number) {
  let connection = new RawConnection(port)
  return {
    get() {
      if (!connection.isOpen) connection = new RawConnection(port)
      return connection
    },
    close: () => connection.close(),
  }
}
