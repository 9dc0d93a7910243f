import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { findMissingBundle, root, runBundle } from '../adapters/program.ts'
import { readUsageWithChildren } from '../load/usage.ts'

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
 * Starts what users install of the service, on the database that `environment` names.
 * @throws Error it isn't built, it ended, or it is not ready within five minutes
 */
export async function startService(environment: Readonly<Record<string, string>>, port: number): Promise<Service> {
  const missing = findMissingBundle()
  if (missing !== undefined) throw new Error(`The service can't start: ${missing}`)
  const [node, ...args] = runBundle
  const begun = performance.now()
  const child = spawn(node!, args, {
    cwd: root,
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
    },
  })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the service ended with exit code ${child.exitCode}`)
    if (performance.now() - begun > longestStartMs)
      throw new Error(`nothing is ready on port ${port} after five minutes`)
    await pause(5)
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
