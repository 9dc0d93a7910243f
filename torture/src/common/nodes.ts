import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { listServingFlags, tuneEnvironment } from '@thumbturn/service/tuning.mjs'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { programPath } from '@thumbturn/service-harness/program-path.ts'

/** A start file of the harness that replaces a part of the service before it starts it. */
export type StartFile =
  | 'early-responses'
  | 'ignored-watermark'
  | 'memory-leak'
  | 'moved-clocks'
  | 'no-upkeep'
  | 'rare-exceptions'
  | 'slow-calls'
  | 'slow-known-users'
  | 'stale-reads'
  | 'two-connections'
  | 'unflushed-postgres'
  | 'unguarded-spending'

export type NodeOptions = { name: string; settings: Readonly<Record<string, string>>; startFile?: StartFile }

/** The memory of a process after its garbage was collected: objects and buffers, and all resident memory. */
export type UsedMemory = { usedMb: number; residentMb: number }

/** A process of the service, always on the same port. */
export type Node = {
  name: string
  url: string
  /** Resolves once it serves: at once, unless it was killed and isn't ready again. */
  up(): Promise<void>
  isUp(): boolean
  /** The ID of its process. */
  pid(): number
  /** Collects its garbage, and measures what is left. */
  measureMemory(): Promise<UsedMemory>
  /** Starts the process. Resolves once it is ready, with the milliseconds that this took. */
  start(): Promise<number>
  /** Whether that process has ended, killed or not. */
  hasEnded(): boolean
  /** Whether that process has ended without being killed or stopped by the run. */
  hasCrashed(): boolean
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>
  /** Ends the process with SIGTERM, as a restart does; resolves once it has ended. */
  stop(): Promise<void>
  /** The output to its error stream since the last call, and whether it has crashed. */
  takeComplaints(): string[]
}

/** How long a start can take before it counts as failed. */
const longestStartMs = 60_000

/** The work of this process for each node when it exits: one listener, as Node warns about more than ten. */
const cleanups: (() => void)[] = []
process.once('exit', () => {
  for (const cleanUp of cleanups) cleanUp()
})

/** Prepares a node, but doesn't start it. */
export async function createNode({ name, settings, startFile }: NodeOptions): Promise<Node> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...settings, PORT: String(port), HOST: '127.0.0.1' }
  const file = startFile === undefined ? programPath : fileURLToPath(import.meta.resolve(`../doubles/${startFile}.ts`))
  const memoryFile = join(tmpdir(), `thumbturn-memory-${process.pid}-${port}.json`)
  const complaints: string[] = []
  let child: ChildProcess | undefined
  let serving = Promise.withResolvers<void>()
  let isUp = false
  let isStopping = false
  let isKilled = false
  let hasCrashed = false
  cleanups.push(() => {
    child?.kill('SIGKILL')
    rmSync(memoryFile, { force: true })
  })

  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    if (!child || hasEnded(child)) return
    isKilled ||= signal === 'SIGKILL'
    isStopping ||= signal === 'SIGTERM'
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    isUp = false
    serving = Promise.withResolvers()
  }

  return {
    name,
    url,
    up: () => serving.promise,
    isUp: () => isUp,
    pid: () => child!.pid!,
    measureMemory: () => measureMemory(child!, memoryFile),
    async start() {
      const begun = performance.now()
      const started = spawnService(file, { ...env, TORTURE_MEMORY: memoryFile })
      child = started
      isStopping = false
      isKilled = false
      hasCrashed = false
      started.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(`${name}: ${text.trim()}`))
      started.once('exit', (code, signal) => {
        hasCrashed = !(isKilled && signal === 'SIGKILL') && !(isStopping && code === 0)
        if (hasCrashed) complaints.push(`${name} ended with ${signal ?? code}`)
      })
      await untilReady(url, started, complaints)
      isUp = true
      serving.resolve()
      return performance.now() - begun
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    hasEnded: () => child === undefined || hasEnded(child),
    hasCrashed: () => hasCrashed,
    takeComplaints: () => complaints.splice(0),
  }
}

/** As it is shipped. In a process group of its own: Ctrl-C ends the run, which then ends its nodes. */
const spawnService = (file: string, env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [...listServingFlags(env), '--expose-gc', '--import', probe, file, 'serve'], {
    env: tuneEnvironment(env),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })

const probe = import.meta.resolve('../doubles/memory-probe.ts')
/** Far more than a collection takes, on any machine. */
const longestMeasuringMs = 60_000

async function measureMemory(child: ChildProcess, file: string): Promise<UsedMemory> {
  rmSync(file, { force: true })
  child.kill('SIGWINCH')
  for (const deadline = performance.now() + longestMeasuringMs; !existsSync(file); await pause(20))
    if (performance.now() > deadline || hasEnded(child)) throw new Error('the memory of a node was not measured')
  const { usedBytes, residentBytes } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  const toMb = (bytes = 0) => Math.round(bytes / 2 ** 17) / 8
  return { usedMb: toMb(usedBytes), residentMb: toMb(residentBytes) }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function untilReady(url: string, child: ChildProcess, complaints: readonly string[]) {
  for (const deadline = performance.now() + longestStartMs; performance.now() < deadline; await pause(10)) {
    if (hasEnded(child)) throw new Error(`a node ended while it started: ${complaints.join(' ')}`)
    if (await isReady(url)) return
  }
  throw new Error('a node was not ready within a minute')
}

/** Whether the node can be reached and can write. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => (await response.text()) !== '' && response.ok,
    () => false,
  )
