import { setTimeout as pause } from 'node:timers/promises'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import { findPercentile } from '@thumbturn/testkit/statistics.ts'
import { signIn, type Target } from '../growth/load.ts'

/** Sign-ins within a time: how many there were, and what they took in milliseconds from when they were due. */
export type Latencies = { signIns: number; p50: number; p99: number; slowest: number }

/** Sign-ins that begin at a constant rate until they are stopped. */
export type PacedLoad = {
  /** Those that were due after a time of `performance.now()`. */
  since(time: number): Latencies
  /** Throws if a sign-in failed. */
  stop(): Promise<void>
}

const connections = 16

/** Signs users in at a rate per second. One that can't begin in time counts its wait. */
export function startPacedLoad(target: Target, perSecond: number): PacedLoad {
  const done: { due: number; took: number }[] = []
  const begun = performance.now()
  const everyMs = (1_000 * connections) / perSecond
  let isStopped = false
  const keepPace = async (index: number) => {
    const connection = new RawConnection(target.port)
    for (let due = begun + (index / connections) * everyMs; !isStopped; due += everyMs) {
      await pause(Math.max(0, due - performance.now()))
      await signIn(connection, target)
      done.push({ due, took: performance.now() - due })
    }
    connection.close()
  }
  const running = Promise.all(Array.from({ length: connections }, (_, index) => keepPace(index)))
  // `stop` reports it.
  running.catch(() => {})
  return {
    since(time) {
      const times = done.filter(({ due }) => due >= time).map(({ took }) => took)
      return {
        signIns: times.length,
        p50: findPercentile(times, 0.5),
        p99: findPercentile(times, 0.99),
        slowest: Math.max(...times),
      }
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}

/** How long a load runs before it is measured, in milliseconds. */
export const settlingMs = 5_000
const baselineMs = 20_000

/** How long sign-ins take before anything else happens. */
export async function measureBaseline(load: PacedLoad): Promise<Latencies> {
  await pause(settlingMs)
  const begun = performance.now()
  await pause(baselineMs)
  return load.since(begun)
}
