import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readUsageWithChildren } from '../load/usage.ts'

/** What `npm start` runs, without npm. */
const program = fileURLToPath(new URL('../../scripts/run/with-node.mjs', import.meta.url))

/** A service that responds, and what that took from its start: time, and of the processor, in milliseconds. */
export type Service = { port: number; pid: number; startMs: number; startCpuMs: number; stop(): Promise<void> }

const running = new Set<ChildProcess>()

/** Ends every service at once, for when the run is interrupted. */
export function killServices(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** A busy machine takes its time. */
const longestStartMs = 300_000

/**
 * Starts the service as its users do, on the database that `environment` names.
 * @throws Error it ended, or is not ready within five minutes
 */
export async function startService(environment: Readonly<Record<string, string>>, port: number): Promise<Service> {
  const begun = performance.now()
  const child = spawn(process.execPath, [program, 'scripts/run/start.mjs', 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Nothing of the caller's environment but the path: a DATABASE_URL set there must not be filled with test users.
    env: {
      PATH: process.env.PATH,
      ...environment,
      PORT: `${port}`,
      HOST: '127.0.0.1',
      BASE_URL: `http://localhost:${port}`,
      RATE_LIMITS: 'off',
      OVERLOAD_WAIT_MS: '0',
      DEMOS: 'off',
      SITE: 'off',
      // It builds no pages beside the measurement.
      CI: 'true',
    },
  })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the service ended with exit code ${child.exitCode}`)
    if (performance.now() - begun > longestStartMs)
      throw new Error(`nothing is ready on port ${port} after five minutes`)
    await pause(10)
  }
  const startMs = performance.now() - begun
  const startCpuMs = readUsageWithChildren([child.pid!]).cpuSeconds * 1_000
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { port, pid: child.pid!, startMs, startCpuMs, stop }
}

const isReady = (port: number) =>
  fetch(`http://localhost:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
