import { setTimeout as sleep } from 'node:timers/promises'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import type { User } from '../adapters/adapter.ts'
import type { Flow } from './sign-in.ts'
import { readUsageWithChildren } from './usage.ts'

/**
 * What one round measured; latencies in milliseconds of a whole sign-in, processor time in microseconds: of the service, and of
 * a database server that it uses.
 */
export interface Round {
  signInsPerSecond: number
  p50: number
  p95: number
  p99: number
  cpuPerSignIn: number
  databaseCpuPerSignIn: number
  rssMb: number
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

/** What is measured: sign-ins of registered users, or registrations of new ones. */
export type Work = 'sign-ins' | 'sign-ups'

/** How long a round takes, and how many sign-ins are under way at a time or, with a `rate`, begin in each second. */
export type Order = { seconds: number; concurrency: number; rate?: number; work: Work }

/** Signs users in or up, one after another, for the given time. */
export async function measureRound({ flow, users, ports, ...processes }: Ground, order: Order): Promise<Round> {
  const latencies: number[] = []
  const failures: string[] = []
  let next = 0

  const readAll = () => ({
    service: readUsageWithChildren(processes.pids),
    database: readUsageWithChildren(processes.databasePid ? [processes.databasePid] : []),
  })
  const before = readAll()
  const own = process.cpuUsage()
  const startedAt = performance.now()
  const until = startedAt + order.seconds * 1000

  // Names that no other round has used.
  const prefix = `round-${Date.now().toString(36)}`
  const perform = (connection: RawConnection): Promise<unknown> => {
    const index = next++
    if (order.work === 'sign-ups') return flow.register(connection, `${prefix}-${index}`)
    return flow.signIn(connection, users[index % users.length]!)
  }
  /** `since`: when it was due, so that a sign-in that could not begin in time counts its wait. */
  const signIn = async (connection: RawConnection, since: number) => {
    await perform(connection).catch((error: Error) => failures.push(error.message))
    const end = performance.now()
    latencies.push(end - since)
    return end
  }
  const keepSigningIn = async (index: number) => {
    const connection = new RawConnection(ports[index % ports.length]!)
    for (let now = performance.now(); now < until && failures.length < 100; ) now = await signIn(connection, now)
    connection.close()
  }
  /** Of a rate, each connection takes every nth sign-in. */
  const keepPace = async (index: number, everyMs: number) => {
    const connection = new RawConnection(ports[index % ports.length]!)
    const firstMs = (index / order.concurrency) * everyMs
    for (let due = startedAt + firstMs; due < until && failures.length < 100; due += everyMs) {
      await sleep(Math.max(0, due - performance.now()))
      await signIn(connection, due)
    }
    connection.close()
  }
  const everyMs = order.rate === undefined ? undefined : (1000 * order.concurrency) / order.rate
  const run = everyMs === undefined ? keepSigningIn : (index: number) => keepPace(index, everyMs)
  await Promise.all(Array.from({ length: order.concurrency }, (_, index) => run(index)))

  const elapsed = (performance.now() - startedAt) / 1000
  const after = readAll()
  const { user, system } = process.cpuUsage(own)
  const done = latencies.length - failures.length
  const perSignIn = (of: 'service' | 'database') => ((after[of].cpuSeconds - before[of].cpuSeconds) / done) * 1e6
  return {
    signInsPerSecond: done / elapsed,
    ...percentiles(latencies),
    cpuPerSignIn: perSignIn('service'),
    databaseCpuPerSignIn: perSignIn('database'),
    rssMb: after.service.rssMb,
    errors: failures.length,
    firstError: failures[0],
    loadShare: (user + system) / 1e6 / elapsed,
  }
}

/** Of whole sign-ins, in the unit of the latencies. */
export function percentiles(latencies: number[]): { p50: number; p95: number; p99: number } {
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
