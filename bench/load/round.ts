import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import type { Flow, User } from './flows.ts'
import { readUsage } from './usage.ts'

/** What one round measured; latencies in milliseconds of a whole sign-in, processor time in microseconds. */
export interface Round {
  signInsPerSecond: number
  p50: number
  p95: number
  p99: number
  cpuPerSignIn: number
  rssMb: number
  errors: number
  firstError?: string
  /** How much of one processor the load itself needed, 0 to 1: near 1 it is the load that is measured. */
  loadShare: number
}

/** Signs users in, one after another, for the given time and with the given number of concurrent sign-ins. */
export async function measureRound(
  { flow, users, port, pid }: { flow: Flow; users: readonly User[]; port: number; pid: number },
  { seconds, concurrency }: { seconds: number; concurrency: number },
): Promise<Round> {
  const latencies: number[] = []
  const failures: string[] = []
  let next = 0

  const started = { at: performance.now(), cpu: readUsage(pid).cpuSeconds, own: process.cpuUsage() }
  const until = started.at + seconds * 1000

  const keepSigningIn = async () => {
    const connection = new RawConnection(port)
    for (let now = performance.now(); now < until && failures.length < 100; ) {
      const user = users[next++ % users.length]!
      await flow.signIn(connection, user).catch((error: Error) => failures.push(error.message))
      const end = performance.now()
      latencies.push(end - now)
      now = end
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: concurrency }, keepSigningIn))

  const elapsed = (performance.now() - started.at) / 1000
  const { cpuSeconds, rssMb } = readUsage(pid)
  const own = process.cpuUsage(started.own)
  const done = latencies.length - failures.length
  return {
    signInsPerSecond: done / elapsed,
    ...percentiles(latencies),
    cpuPerSignIn: ((cpuSeconds - started.cpu) / done) * 1e6,
    rssMb,
    errors: failures.length,
    firstError: failures[0],
    loadShare: (own.user + own.system) / 1e6 / elapsed,
  }
}

function percentiles(latencies: number[]): { p50: number; p95: number; p99: number } {
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
