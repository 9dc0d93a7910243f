import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { programPath } from '@thumbturn/service-harness/program-path.ts'

export { programPath }

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** A running service with its own data; `url` has no trailing slash. */
export type Running = {
  url: string
  /** Its folder (DATA_DIR). */
  data: string
  /** Runs one CLI command on its data and returns the JSON it printed. */
  command(...args: string[]): unknown
  /** Changes settings (`name=value`) of the application demo and waits until they take effect. */
  change(...settings: string[]): Promise<void>
  /** Restarts it on the same port and data after it was stopped. */
  start(): Promise<void>
  /** Kills it as a power failure would. */
  kill(): Promise<void>
  /** Stops it gracefully and removes its data. */
  stop(): Promise<void>
}

/** Starts the service on a free port with an empty folder, and waits until it is ready. `settings` are added to its environment. */
export async function startThumbturn(port?: number, settings: Record<string, string> = {}): Promise<Running> {
  const chosen = port ?? (await findFreePort())
  const folder = await mkdtemp(join(tmpdir(), 'thumbturn-e2e-'))
  const url = `http://localhost:${chosen}`
  const env = { ...process.env, PORT: String(chosen), DATA_DIR: folder, LOG_LEVEL: 'warn', ...settings }
  let child = await launch(chosen, env)
  const command = (...args: string[]): unknown =>
    JSON.parse(execFileSync(process.execPath, [programPath, ...args, '--json'], { cwd: root, env }).toString())
  return {
    url,
    data: folder,
    command,
    change: async (...settings) => {
      const seconds = 301 + changes++
      const set = [`ceremonySeconds=${seconds}`, ...settings].flatMap((setting) => ['--set', setting])
      command('app', 'set', 'demo', ...set)
      for (let attempts = 0; attempts < 600; attempts++) {
        if ((await ceremonySeconds(url)) === seconds) return
        await pause(100)
      }
      throw new Error(`The service does not go by ${settings.join(' ')}`)
    },
    start: async () => {
      child = await launch(chosen, env)
    },
    kill: () => end(child, 'SIGKILL'),
    stop: async () => {
      await end(child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let changes = 0

/** A number visible in every response, which shows when the settings set with it are in effect. */
async function ceremonySeconds(url: string): Promise<number> {
  const response = await fetch(`${url}/apps/demo/fido2/v2/auth/init`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ app: { id: 'demo' }, deviceInfo: {}, user: { username: '' } }),
  })
  const { assertionOptions } = (await response.json()) as { assertionOptions: { timeout: number } }
  return assertionOptions.timeout / 1000
}

async function launch(port: number, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const options = { cwd: root, env, stdio: 'pipe' } as const
  const child = spawn(process.execPath, [programPath, 'serve'], options)
  let said = ''
  const listen = (chunk: Buffer) => {
    said += chunk
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  for (let attempts = 0; attempts < 2_400; attempts++) {
    if (await isReady(port)) return child
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}:\n${said}`)
    await pause(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The service did not get ready:\n${said}`)
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${port}/ready`)).ok
  } catch {
    return false
  }
}

/** Ends a process and waits until it has. */
export async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
